//! What a name stands for, as JSON.

use reread_files::StatReply;
use serde_json::{Map, Value, json};

use super::add_name;

pub(crate) fn stat(reply: &StatReply) -> Value {
    let (path, exists) = match reply {
        StatReply::Present { name, .. } => (&name.requested, true),
        StatReply::Absent { requested } => (requested, false),
    };
    let mut value = json!({
        "ok": true,
        "success": true,
        "operation": "stat_file",
        "path": path,
        "count": u64::from(exists),
        "truncated": false,
        "exists": exists,
        "kind": null,
        "size_bytes": null,
        "modified_unix_ms": null,
    });
    let mut meta = Map::new();
    if let StatReply::Present { name, facts } = reply {
        value["kind"] = json!(facts.kind.word());
        value["size_bytes"] = json!(facts.size);
        value["allocated_bytes"] = json!(facts.allocated);
        value["modified_unix_ms"] = json!(facts.modified_unix_ms);
        value["nlink"] = json!(facts.links);
        add_name(&mut meta, name);
    }
    value["meta"] = Value::Object(meta);
    value
}
