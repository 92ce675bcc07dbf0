//! The versions that records cite, so that they are kept as long as somebody may want to make a reply again.

use std::collections::HashSet;
use std::io;

use reread_text::Digest;

use super::recorded::Recorded;
use super::{JOURNAL, Journal, JournalError, at};
use crate::private;

impl Journal {
    /// The versions that the records since the last rotation cite. What was sealed before keeps nothing in place.
    pub fn cited(&self) -> Result<HashSet<Digest>, JournalError> {
        self.cited_in_last().map_err(at(JOURNAL))
    }

    fn cited_in_last(&self) -> io::Result<HashSet<Digest>> {
        let file = match private::open_file(&self.audit, JOURNAL) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashSet::new()),
            Err(error) => return Err(error),
        };
        let mut cited = HashSet::new();
        Recorded::each_in(file, |record| cited.extend(record.cited()))?;
        Ok(cited)
    }
}
