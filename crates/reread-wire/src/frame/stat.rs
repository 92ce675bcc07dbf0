//! What a name stands for, as text.

use std::fmt::Write as _;

use reread_files::{FileKind, StatReply};
use reread_text::utc;

pub(crate) fn stat(reply: &StatReply) -> String {
    match reply {
        StatReply::Absent { requested } => format!("{requested} does not exist\n"),
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
