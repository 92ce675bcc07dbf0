//! A page of names as JSON.

use reread_files::{Language, ListReply, Listed};
use serde_json::{Value, json};

use super::tree_search::add_passed_over;
use super::{Contract, success};

pub(crate) fn list(reply: &ListReply) -> Contract {
    let truncated = reply.next.is_some();
    let mut meta = json!({ "truncated": truncated, "partial": reply.passed_over.is_partial() });
    add_passed_over(&mut meta, &reply.passed_over);
    success("list_files")
        .fact("count", reply.entries.len())
        .fact("total", reply.total)
        .fact("truncated", truncated)
        .fact("next", json!(reply.next))
        .fact("files", reply.entries.iter().map(listed).collect::<Value>())
        .fact("meta", meta)
}

fn listed(entry: &Listed) -> Value {
    let mut value = json!({
        "path": entry.name,
        "kind": entry.kind.word(),
        "size_bytes": entry.facts.map(|facts| facts.size),
        "modified_unix_ms": entry.facts.map(|facts| facts.modified_unix_ms),
    });
    if entry.is_escaped {
        value["escaped"] = json!(true);
    }
    if let Some((name, kind)) = &entry.leads_to {
        value["leads_to"] = json!({ "path": name, "kind": kind.word() });
    }
    if let Some(file) = &entry.registered {
        value["language"] = json!(file.language.map(Language::word));
        value["tags"] = json!(file.tags.iter().map(|tag| tag.word()).collect::<Vec<_>>());
        value["sensitive"] = json!(file.is_sensitive);
        value["version"] = json!(file.version());
        value["digest"] = json!(file.digest.map(|digest| digest.to_string()));
    }
    value
}
