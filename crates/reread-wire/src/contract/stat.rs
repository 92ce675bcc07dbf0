//! What a name stands for, as JSON.

use reread_files::StatReply;
use serde_json::json;

use super::{Contract, add_name, success};

pub(crate) fn stat(reply: &StatReply) -> Contract {
    let mut meta = json!({});
    match reply {
        StatReply::Present { name, facts } => {
            add_name(&mut meta, name);
            begin(&name.requested, true)
                .fact("kind", facts.kind.word())
                .fact("size_bytes", json!(facts.size))
                .fact("modified_unix_ms", json!(facts.modified_unix_ms))
                .fact("allocated_bytes", json!(facts.allocated))
                .fact("nlink", json!(facts.links))
        }
        StatReply::Absent(requested) => {
            let unknown = ["kind", "size_bytes", "modified_unix_ms"];
            begin(requested, false).facts(unknown.map(|key| (key, json!(null))))
        }
    }
    .fact("meta", meta)
}

fn begin(path: &str, exists: bool) -> Contract {
    success("stat_file")
        .fact("path", path)
        .fact("count", u64::from(exists))
        .fact("truncated", false)
        .fact("exists", exists)
}
