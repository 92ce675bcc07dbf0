//! The matches of a search of the tree as JSON.

use reread_files::{FoundFile, PassedOver, SymbolCandidate, TreeSearchReply};
use serde_json::{Value, json};

use super::search::found_line;
use super::{Contract, add_notices, success};
use crate::Request;

pub(crate) fn tree_search(request: &Request, reply: &TreeSearchReply) -> Contract {
    let query = match request {
        Request::Search(args) => args.query.as_str(),
        _ => "",
    };
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
    add_passed_over(&mut meta, &tally.passed_over);
    add_notices(&mut meta, &reply.notices);
    let shown: usize = reply.files.iter().map(|file| file.matches.len()).sum();
    success("search")
        .fact("query", query)
        .fact("count", shown)
        .fact("line_count", shown)
        .fact("matching_lines", json!((!reply.is_ranked_only()).then_some(tally.lines)))
        .fact("matching_files", json!(tally.files))
        .fact("truncated", reply.stopped.is_some())
        .parts("results", reply.files.iter().map(found_file).collect())
        .fact("meta", meta)
}

fn found_file(file: &FoundFile) -> Contract {
    let mut contract = Contract::default()
        .fact("path", file.name.as_str())
        .fact("standing", file.standing.word())
        .fact("matching_lines", json!(file.lines))
        .fact("more", json!(file.more()))
        .text("matches", file.matches.iter().map(found_line).collect::<Value>());
    if !file.symbols.is_empty() {
        contract = contract.text("symbols", file.symbols.iter().map(symbol).collect::<Value>());
    }
    if !file.long_lines.is_empty() {
        contract = contract.fact("searched_in_pieces", json!(file.long_lines));
    }
    if file.changed_during_read {
        contract = contract.fact("changed_during_read", true);
    }
    contract
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
pub(crate) fn add_passed_over(meta: &mut Value, passed_over: &PassedOver) {
    meta["passed_over"] = json!({
        "need_approval": passed_over.need_approval,
        "unreadable": passed_over.unreadable,
        "other_filesystems": passed_over.other_filesystems,
        "too_deep": passed_over.too_deep,
    });
}
