//! What a name stands for, without reading it.

use reread_access::{Examined, FileName, OpenError};
use reread_disk::FileFacts;

use crate::reader::Reader;

/// Whether something is there, and what.
#[derive(Clone, Debug)]
pub enum StatReply {
    /// Something is there.
    Present {
        /// Under which name.
        name: FileName,
        /// What it is.
        facts: FileFacts,
    },
    /// Nothing is there. The name is the one that was asked for.
    Absent(String),
}

impl Reader<'_> {
    /// Existence, kind, size and time of change. Nothing there is an answer, not an error.
    pub fn stat_file(&self, name: &str) -> Result<StatReply, OpenError> {
        Ok(match self.access.examine(name)? {
            Examined::Present(located) => StatReply::Present { name: located.name, facts: located.facts },
            Examined::Absent(requested) => StatReply::Absent(requested),
        })
    }
}
