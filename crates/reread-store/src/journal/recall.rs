//! Which files were sent something of, as the journal remembers it.
//!
//! It is what was recorded and no more: that a text was sent does not show that a model still has it.

use reread_text::Digest;

use super::{CallOutcome, Journal, JournalEntry, JournalError, UnixMillis};

/// A call that sent something of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedRead {
    /// Who called.
    pub caller: String,
    /// The name by which it was called.
    pub tool: String,
    /// When.
    pub time: UnixMillis,
    /// The file, as the record spells it.
    pub path: String,
    /// What it held.
    pub digest: Digest,
    /// The receipt that was given out.
    pub receipt: Option<String>,
}

impl Journal {
    /// The calls among the last `records` that sent something of a file, newest first.
    ///
    /// A line that was altered is passed over, and so is one whose path had a secret in it, since the record does not say which
    /// file that is.
    pub fn recall(&self, records: usize) -> Result<Vec<RecordedRead>, JournalError> {
        Ok(self.tail(records)?.iter().rev().filter_map(|line| recalled(line)).collect())
    }
}

fn recalled(line: &str) -> Option<RecordedRead> {
    let recorded = JournalEntry::read(line.as_bytes())?;
    if recorded.call.outcome != CallOutcome::Ok || recorded.call.sent_bytes == 0 || !recorded.tells_path() {
        return None;
    }
    let record = recorded.call;
    Some(RecordedRead {
        caller: record.caller,
        tool: record.tool,
        time: record.time,
        path: record.path?,
        digest: record.digest?,
        receipt: record.receipt,
    })
}
