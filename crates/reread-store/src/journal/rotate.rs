//! Sealing what was recorded so far, and letting the oldest of it go.
//!
//! The journal is renamed and a new one goes on with the next number and the hash of the last record, so that the chain
//! does not end with the file. A process that dies between two steps leaves a chain that holds or that the next append mends.
//! Nothing is removed unless the user asks for it; what was removed is remembered by its last record.

use std::io;

use cap_std::fs::Dir;

use super::files::JournalFiles;
use super::head::{ChainEnd, HeadFile};
use super::segments::{Segment, first_number};
use super::{HEAD, JOURNAL, Journal, JournalError, JournalHead, PRUNED, Record, at};
use crate::lock::Lock;
use crate::private;
use crate::temp_file::TempFile;

/// What was removed, and what is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrunedJournal {
    /// Segments that were removed.
    pub segments: u64,
    /// How much space that freed.
    pub bytes: u64,
    /// The first record that is left.
    pub first: u64,
}

impl Journal {
    /// Adds a record at the end and seals everything up to it, so that the next record begins a new file.
    pub fn rotate(&self, record: &Record) -> Result<JournalHead, JournalError> {
        let (appended, sealed) = self.append_then(record, |_| true)?;
        sealed.map(|()| appended)
    }

    /// Removes the oldest sealed segments but for so many, and remembers where the rest begins.
    ///
    /// A segment whose last record cannot be read stays, and so does everything after it: it would be unknown what
    /// the rest follows from.
    pub fn prune(&self, keep: usize) -> Result<PrunedJournal, JournalError> {
        let _held = Lock::exclusive(&self.audit).map_err(at(JOURNAL))?;
        let before = pruned(&self.audit).map_err(at(PRUNED))?;
        let segments = Segment::all(&self.audit).map_err(at(JOURNAL))?;
        let doomed = &segments[..segments.len().saturating_sub(keep)];
        let mut end = before;
        let mut removable = Vec::new();
        for segment in doomed {
            // What was to be removed before stays to be removed.
            if segment.last > before.seq {
                match segment.end(&self.audit).map_err(at(JOURNAL))? {
                    Some(link) => end = ChainEnd::of(&link),
                    None => break,
                }
            }
            removable.push(*segment);
        }
        if end != before {
            remember(&self.audit, &end).map_err(at(PRUNED))?;
        }
        let mut gone = PrunedJournal { segments: 0, bytes: 0, first: end.seq + 1 };
        for segment in removable {
            let size = segment.open(&self.audit).and_then(|file| file.metadata()).map_err(at(JOURNAL))?.len();
            self.audit.remove_file(segment.name()).map_err(at(JOURNAL))?;
            gone.segments += 1;
            gone.bytes += size;
        }
        Ok(gone)
    }
}

/// Renames the journal, which ends with `head`. The caller holds the lock.
pub(super) fn seal(audit: &Dir, files: &JournalFiles, head: &ChainEnd) -> Result<(), JournalError> {
    let first = first_number(&files.journal.file, head.size).map_err(at(JOURNAL))?;
    let segment = Segment { first: first.unwrap_or(head.seq), last: head.seq };
    if !private::rename_new(audit, JOURNAL, audit, &segment.name()).map_err(at(JOURNAL))? {
        // Another program put a file there. The journal stays as it is, only longer.
        return Ok(());
    }
    ChainEnd { size: 0, ..*head }.write(&files.head.file).map_err(at(HEAD))
}

/// The last record that was removed on request; the beginning of the chain if none was.
pub(super) fn pruned(audit: &Dir) -> io::Result<ChainEnd> {
    match HeadFile::named(audit, PRUNED)? {
        HeadFile::Known(head) => Ok(head),
        // Without it the chain seems to begin too late, which is what is known.
        HeadFile::Empty | HeadFile::Damaged | HeadFile::Newer(_) => Ok(ChainEnd::genesis()),
    }
}

fn remember(audit: &Dir, end: &ChainEnd) -> io::Result<()> {
    TempFile::write(audit, end.render().as_bytes())?.sync()?.replace(audit, PRUNED)
}
