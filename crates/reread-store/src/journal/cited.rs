//! The versions that records cite, so that they are kept as long as a replay may need them.
//!
//! They are those since the last rotation: what was sealed before keeps nothing in place.

use std::collections::HashSet;
use std::io;

use reread_text::Digest;

use super::recorded::JournalEntry;
use super::{JOURNAL, Journal, JournalError, at};
use crate::private;

impl Journal {
    /// Every version that a record names.
    pub fn cited(&self) -> Result<HashSet<Digest>, JournalError> {
        self.gather(|record, digests| digests.extend(record.cited())).map_err(at(JOURNAL))
    }

    /// The versions that it takes to make replies again: fewer, since a write is recorded with what it replaced, and its
    /// reply shows neither.
    pub fn replayed_from(&self) -> Result<HashSet<Digest>, JournalError> {
        self.gather(|record, digests| digests.extend(record.replayed_from())).map_err(at(JOURNAL))
    }

    fn gather(
        &self,
        mut each: impl FnMut(&JournalEntry, &mut HashSet<Digest>),
    ) -> io::Result<HashSet<Digest>> {
        let file = match private::open_file(&self.audit, JOURNAL) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
            Err(error) => return Err(error),
        };
        let mut digests = HashSet::new();
        JournalEntry::each_in(file, |record| each(&record, &mut digests))?;
        Ok(digests)
    }
}
