//! The versions that records cite, so that they are kept as long as a replay may need them.
//!
//! They are those since the last rotation: what was sealed before keeps nothing in place.

use std::collections::HashSet;

use reread_text::Digest;

use super::recorded::JournalEntry;
use super::{JOURNAL, Journal, JournalError, at};
use crate::private;

impl Journal {
    /// Every version that a record names.
    pub fn cited(&self) -> Result<HashSet<Digest>, JournalError> {
        let mut digests = HashSet::new();
        self.each_since_rotation(|record| digests.extend(record.cited()))?;
        Ok(digests)
    }

    /// The versions that it takes to make replies again: fewer, since a write is recorded with what it replaced, and its
    /// reply shows neither.
    pub fn replayed_from(&self) -> Result<HashSet<Digest>, JournalError> {
        let mut digests = HashSet::new();
        self.each_since_rotation(|record| digests.extend(record.replayed_from()))?;
        Ok(digests)
    }

    /// Hands over the records that are not sealed yet.
    pub(super) fn each_since_rotation(&self, each: impl FnMut(JournalEntry)) -> Result<(), JournalError> {
        match private::open_existing(&self.audit, JOURNAL).map_err(at(JOURNAL))? {
            Some(file) => JournalEntry::each_in(file, each).map_err(at(JOURNAL)),
            None => Ok(()),
        }
    }
}
