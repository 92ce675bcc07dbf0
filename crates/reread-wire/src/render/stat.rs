//! What a name stands for.

use std::fmt::Write as _;

use reread_files::{FileKind, StatReply};
use reread_text::utc;
use serde_json::json;

use super::{Contract, add_name, success};

pub(crate) fn text(reply: &StatReply) -> String {
    match reply {
        StatReply::Absent(requested) => format!("{requested} does not exist\n"),
        StatReply::Present { name, facts } => {
            let mut text = format!("{} {}", name.requested, facts.kind.word());
            if facts.kind == FileKind::File {
                let _ = write!(text, " {} bytes", facts.size);
                let _ = facts.allocated.map(|allocated| write!(text, ", {allocated} on disk"));
            }
            let _ = write!(text, ", modified {}", utc(facts.modified_unix_ms));
            if facts.links > 1 && facts.kind == FileKind::File {
                let _ = write!(text, ", nlink={}", facts.links);
            }
            if name.differs() {
                let _ = write!(text, ", file {}", name.path);
            }
            text + "\n"
        }
    }
}

pub(crate) fn contract(reply: &StatReply) -> Contract {
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
