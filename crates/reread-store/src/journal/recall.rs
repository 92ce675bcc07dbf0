//! Which files were sent something of, as the journal remembers it.
//!
//! It is what was recorded and no more: that a text was sent does not show that anybody still has it.

use reread_text::Digest;
use serde::Deserialize;

use super::line::unseal;
use super::{Journal, JournalError, UnixMillis};

/// A call that sent something of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recalled {
    /// Who called.
    pub caller: String,
    /// The tool.
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
    /// A line that was altered is passed over, and so is one whose path had a secret in it, since nobody can tell which
    /// file that is.
    pub fn recall(&self, records: usize) -> Result<Vec<Recalled>, JournalError> {
        Ok(self.tail(records)?.iter().rev().filter_map(|line| recalled(line)).collect())
    }
}

fn recalled(line: &str) -> Option<Recalled> {
    #[derive(Deserialize)]
    struct Fields {
        time: u64,
        caller: String,
        tool: String,
        outcome: String,
        path: String,
        digest: String,
        receipt: Option<String>,
        sent_bytes: u64,
        redacted: Option<u64>,
    }

    let fields: Fields = serde_json::from_str(line).ok()?;
    let is_whole = fields.redacted.is_none() || !fields.path.contains("[redacted:");
    if fields.outcome != "ok" || fields.sent_bytes == 0 || !is_whole {
        return None;
    }
    unseal(line.as_bytes()).ok()?;
    Some(Recalled {
        caller: fields.caller,
        tool: fields.tool,
        time: UnixMillis(fields.time),
        path: fields.path,
        digest: fields.digest.parse().ok()?,
        receipt: fields.receipt,
    })
}
