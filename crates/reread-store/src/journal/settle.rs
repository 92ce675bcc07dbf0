//! Where the next record goes, whatever the last writer left behind.
//!
//! Usually the head fits the journal and nothing is read. Otherwise the chain goes on from the furthest end that is
//! known: never from less than the head says, or the next append would hide that records were cut off.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use cap_std::fs::Dir;

use super::head::{ChainEnd, HeadFile};
use super::line::{LONGEST_LINE, Link, Unsound, unseal};
use super::newlines::Newlines;
use super::segments::{Segment, sealed_end};
use super::{HEAD, JOURNAL, JournalError, at};
use crate::private;

/// The end of a journal that ends with a whole line.
pub(super) struct SettledEnd {
    /// The record to follow, and the size of the journal.
    pub(super) last: ChainEnd,
    /// What had to be repaired, for the next record to say.
    pub(super) repaired: Option<String>,
}

/// Finds the end of the chain and moves an unfinished line out of its way. The caller holds the lock, and knows how the
/// journal ended when it last did.
pub(super) fn settle(
    audit: &Dir,
    journal: &File,
    head_file: &File,
    left: Option<ChainEnd>,
) -> Result<SettledEnd, JournalError> {
    let size = journal.metadata().map_err(at(JOURNAL))?.len();
    // A journal only grows: at the length it was left with, no process has written since.
    if let Some(last) = left.filter(|last| last.size == size) {
        return Ok(SettledEnd { last, repaired: None });
    }
    let head = HeadFile::read(head_file).map_err(at(HEAD))?;
    if let HeadFile::Known(known) = &head
        && size == 0
        && known.size > 0
        && let Some(last) = sealed_end(audit, Some(known)).map_err(at(JOURNAL))?
    {
        return Ok(SettledEnd { last, repaired: None });
    }
    match head {
        HeadFile::Newer(found) => Err(JournalError::Newer(found)),
        HeadFile::Known(last) if last.size == size => Ok(SettledEnd { last, repaired: None }),
        HeadFile::Empty if size == 0 && Segment::all(audit).map_err(at(JOURNAL))?.is_empty() => {
            // From here on a missing head is a loss, and not a writer that died in its first append.
            ChainEnd::genesis().write_alone(head_file).map_err(at(HEAD))?;
            Ok(SettledEnd { last: ChainEnd::genesis(), repaired: None })
        }
        HeadFile::Known(_) | HeadFile::Empty | HeadFile::Damaged => repair(audit, journal, size, head),
    }
}

fn repair(audit: &Dir, journal: &File, size: u64, head: HeadFile) -> Result<SettledEnd, JournalError> {
    let mut notes = Vec::new();
    let whole = line_start(journal, size).map_err(at(JOURNAL))?;
    let mut last = match head {
        HeadFile::Known(head) if size < head.size => {
            notes.push(format!("{} bytes were cut off", head.size - size));
            head
        }
        HeadFile::Known(head) if whole <= head.size => head,
        HeadFile::Known(head) => match read_link(journal, head.size, whole)? {
            // A writer died between the record and the head.
            Some(link) if link.seq == head.seq + 1 && link.prev == head.hash => ChainEnd::of(&link),
            Some(_) | None => {
                notes.push("lines were added by another hand".to_owned());
                head
            }
        },
        HeadFile::Empty | HeadFile::Damaged | HeadFile::Newer(_) => {
            notes.push("the head was lost".to_owned());
            let start = line_start(journal, whole.saturating_sub(1)).map_err(at(JOURNAL))?;
            match read_link(journal, start, whole)? {
                Some(link) => ChainEnd::of(&link),
                None if whole == 0 => {
                    sealed_end(audit, None).map_err(at(JOURNAL))?.unwrap_or_else(ChainEnd::genesis)
                }
                None => ChainEnd::genesis(),
            }
        }
    };
    if whole < size {
        let name = move_torn(audit, journal, whole, last.seq + 1).map_err(at(JOURNAL))?;
        notes.push(format!("an unfinished line was moved to {name}"));
    }
    last.size = whole;
    Ok(SettledEnd { last, repaired: (!notes.is_empty()).then(|| notes.join("; ")) })
}

/// Where the line begins that `end` lies in or just after.
fn line_start(journal: &File, end: u64) -> io::Result<u64> {
    Ok(Newlines::before(journal, end).next().transpose()?.map_or(0, |newline| newline + 1))
}

/// The one record between two offsets, if that is what stands there.
fn read_link(journal: &File, start: u64, end: u64) -> Result<Option<Link>, JournalError> {
    let line = read_between(journal, start, end).map_err(at(JOURNAL))?;
    match line.as_deref().and_then(|line| line.strip_suffix(b"\n")).map(unseal) {
        Some(Ok(link)) => Ok(Some(link)),
        Some(Err(Unsound::UnknownVersion(found))) => Err(JournalError::Newer(found)),
        Some(Err(Unsound::Altered)) | None => Ok(None),
    }
}

/// The bytes between two offsets, if a line can be that long.
pub(super) fn read_between(mut file: &File, start: u64, end: u64) -> io::Result<Option<Vec<u8>>> {
    if end <= start || end - start > LONGEST_LINE {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(end - start).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Moves everything from `start` on to a file of its own.
fn move_torn(audit: &Dir, mut journal: &File, start: u64, seq: u64) -> io::Result<String> {
    let (name, mut torn) = create_torn(audit, seq)?;
    journal.seek(SeekFrom::Start(start))?;
    io::copy(&mut journal, &mut torn)?;
    torn.sync_data()?;
    journal.set_len(start)?;
    Ok(name)
}

fn create_torn(audit: &Dir, seq: u64) -> io::Result<(String, File)> {
    let mut name = format!("torn-{seq}");
    let mut attempt = 1;
    loop {
        match private::create_file(audit, &name) {
            // A repair was interrupted after the copy. Both copies stay.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                attempt += 1;
                name = format!("torn-{seq}-{attempt}");
            }
            created => return Ok((name, created?)),
        }
    }
}
