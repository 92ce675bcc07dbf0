//! The matches of a search of the tree as JSON.

use reread_files::{FoundFile, PassedOver, SymbolCandidate, TreeSearchReply};
use serde_json::{Map, Value, json};

use super::add_notices;
use super::search::found_line;

pub(crate) fn tree_search(query: &str, reply: &TreeSearchReply) -> Value {
    let tally = &reply.tally;
    let mut meta = json!({
        "truncated": reply.stopped.is_some(),
        "partial": reply.is_partial(),
        "stopped_by": reply.stopped.map(reread_files::Stopped::word),
        "searched_files": tally.searched,
        "binary_files": tally.binary,
        "files_with_names_elsewhere": tally.several_names,
        "symbols_not_looked_up": tally.not_studied,
        "frame": reply.frame.to_string(),
        "provenance": "untrusted:file",
    });
    if let Some(by) = reply.ranked_by {
        meta["ranked_by"] = json!(by.word());
        meta["ranked_files"] = json!(tally.ranked);
    }
    let extra = meta.as_object_mut().expect("a literal object");
    add_passed_over(extra, &tally.passed_over);
    add_notices(extra, &reply.notices);
    let shown: usize = reply.files.iter().map(|file| file.matches.len()).sum();
    json!({
        "ok": true,
        "success": true,
        "operation": "search",
        "query": query,
        "count": shown,
        "line_count": shown,
        "matching_lines": (!reply.is_ranked_only()).then_some(tally.lines),
        "matching_files": tally.files,
        "truncated": reply.stopped.is_some(),
        "results": reply.files.iter().map(found_file).collect::<Vec<_>>(),
        "meta": meta,
    })
}

fn found_file(file: &FoundFile) -> Value {
    let mut value = json!({
        "path": file.name,
        "standing": file.standing.word(),
        "matching_lines": file.lines,
        "more": file.more(),
        "matches": file.matches.iter().map(found_line).collect::<Vec<_>>(),
    });
    if !file.symbols.is_empty() {
        value["symbols"] = file.symbols.iter().map(symbol).collect();
    }
    if !file.long_lines.is_empty() {
        value["searched_in_pieces"] = json!(file.long_lines);
    }
    if file.changed_during_read {
        value["changed_during_read"] = json!(true);
    }
    value
}

fn symbol(symbol: &SymbolCandidate) -> Value {
    json!({
        "id": symbol.id,
        "kind": symbol.kind,
        "start_line": symbol.lines.first(),
        "end_line": symbol.lines.last(),
    })
}

/// What a walk passed over.
pub(crate) fn add_passed_over(meta: &mut Map<String, Value>, passed_over: &PassedOver) {
    let counts = json!({
        "need_approval": passed_over.need_approval,
        "unreadable": passed_over.unreadable,
        "other_filesystems": passed_over.other_filesystems,
        "too_deep": passed_over.too_deep,
    });
    meta.insert("passed_over".to_owned(), counts);
}
