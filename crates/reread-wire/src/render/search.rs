//! The matching lines of one file.

use std::fmt::Write as _;

use reread_files::{Columns, FoundLine, SearchReply, ShownLine, Stopped};
use serde_json::{Value, json};

use super::{Contract, add_file, notice, success};

pub(crate) fn text(reply: &SearchReply) -> String {
    let count = reply.matches.len();
    let noun = if count == 1 { "line matches" } else { "lines match" };
    let mut text = format!("{} {count} {noun} ~{}", reply.name.requested, reply.frame);
    match reply.stopped {
        Some(Stopped::Time) => text.push_str(", partial: the time was up"),
        Some(Stopped::Full(limit)) => {
            let _ = write!(text, ", cut by {limit}");
        }
        Some(stopped) => {
            let _ = write!(text, ", more exist: stopped by {}", stopped.word());
        }
        None => {}
    }
    if let Some(next) = reply.next_line() {
        let _ = write!(text, ", next offset {next}");
    }
    for line in &reply.long_lines {
        let _ = write!(text, ", line {line} searched in pieces");
    }
    for words in reply.notices.iter().map(notice) {
        let _ = write!(text, ", {words}");
    }
    text.push('\n');
    write_matches(&mut text, &reply.matches);
    let _ = writeln!(text, "[end {}]", reply.frame);
    text
}

/// The lines, each with its number; where lines around matches are shown, gaps are marked.
pub(crate) fn write_matches(text: &mut String, matches: &[FoundLine]) {
    let mut last_line = None;
    for found in matches {
        for (line, mark) in lines_of(found) {
            let apart = last_line.is_some_and(|last: u64| last + 1 < line.line);
            if apart && (found.before.len() + found.after.len() > 0) {
                text.push_str("--\n");
            }
            last_line = Some(line.line);
            let _ = writeln!(text, "{}{mark}{}", line.line, shown(line));
        }
    }
}

fn lines_of(found: &FoundLine) -> impl Iterator<Item = (&ShownLine, char)> {
    let before = found.before.iter().map(|line| (line, '-'));
    let after = found.after.iter().map(|line| (line, '-'));
    before.chain(std::iter::once((&found.shown, ':'))).chain(after)
}

/// A line of a search: what is cut is said in its place.
fn shown(line: &ShownLine) -> String {
    let text = String::from_utf8_lossy(&line.text);
    let before = if line.cut_before > 0 { format!("[{} bytes] ", line.cut_before) } else { String::new() };
    let after = if line.cut_after > 0 { format!(" [{} bytes]", line.cut_after) } else { String::new() };
    format!("{before}{text}{after}")
}

pub(crate) fn contract(reply: &SearchReply) -> Contract {
    let matches: Vec<Value> = reply.matches.iter().map(found_line).collect();
    let mut meta = json!({
        "truncated": reply.stopped.is_some(),
        "partial": reply.stopped == Some(reread_files::Stopped::Time),
        "stopped_by": reply.stopped.map(reread_files::Stopped::word),
        "digest": reply.digest.map(|digest| digest.to_string()),
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
        .fact("query", reply.pattern.query.as_str())
        .fact("is_regex", reply.pattern.is_regex)
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
