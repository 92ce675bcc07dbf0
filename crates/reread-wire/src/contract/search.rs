//! The matching lines of one file as JSON.

use reread_files::{Columns, FoundLine, SearchReply, ShownLine};
use serde_json::{Value, json};

use super::{Contract, add_file, success};

pub(crate) fn search(reply: &SearchReply) -> Contract {
    let matches: Vec<Value> = reply.matches.iter().map(found_line).collect();
    let mut meta = json!({
        "truncated": reply.stopped.is_some(),
        "partial": reply.stopped == Some(reread_files::Stopped::Time),
        "stopped_by": reply.stopped.map(reread_files::Stopped::word),
        "provenance": "untrusted:file",
    });
    add_file(&mut meta, &reply.name, &reply.facts, &reply.notices);
    if let Some(line) = reply.next_line() {
        meta["next"] = json!({ "offset": line });
    }
    if !reply.long_lines.is_empty() {
        meta["searched_in_pieces"] = json!(reply.long_lines);
    }
    success("search_in_file")
        .fact("path", reply.name.requested.as_str())
        .fact("count", reply.matches.len())
        .fact("line_count", reply.matches.len())
        .fact("total_lines", json!(reply.total_lines))
        .fact("truncated", reply.stopped.is_some())
        .text("matches", matches)
        .fact("meta", meta)
}

pub(crate) fn found_line(found: &FoundLine) -> Value {
    let columns = |columns: Columns| json!({ "first": columns.first, "last": columns.last });
    let mut value = shown_line(&found.shown);
    value["matches"] = json!(found.matches);
    value["first_match"] = columns(found.first);
    value["last_match"] = columns(found.last);
    value["before"] = found.before.iter().map(shown_line).collect();
    value["after"] = found.after.iter().map(shown_line).collect();
    value
}

fn shown_line(line: &ShownLine) -> Value {
    let mut value = json!({ "line": line.line, "text": String::from_utf8_lossy(&line.text) });
    if line.cut_before > 0 {
        value["cut_before"] = json!(line.cut_before);
    }
    if line.cut_after > 0 {
        value["cut_after"] = json!(line.cut_after);
    }
    value
}
