//! The audit journal: one line per call, each bound to the one before it.
//!
//! Many processes append to one chain under one lock. Altering, removing or reordering a record breaks the chain at
//! that record, and a `head` beside the journal tells when its tail was cut off. The chain has no key: it shows
//! accidents and partial tampering, while a program that rewrites every file consistently goes unnoticed.
//!
//! Nothing is dropped silently: what a crash left unfinished is moved aside at the next append, and the record that
//! follows says so. The journal does not know what a call means, and it reads no clock. An append survives the death
//! of the process; it is not synced against a power cut.

mod export;
mod files;
mod head;
mod hex;
mod identity;
mod line;
mod making;
mod newlines;
mod record;
mod recorded;
mod rotate;
mod segments;
mod settle;
mod tally;
mod verify;

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::{Mutex, PoisonError};

use cap_std::fs::Dir;
use reread_codes::Code;
use reread_text::Digest;

use crate::private;
use files::JournalFiles;
use head::{ChainEnd, HeadFile};
use newlines::Newlines;
use record::RecordRow;
use segments::Segment;

pub use export::JournalExport;
pub use identity::CallerIdentity;
pub use making::{Making, ShownFile};
pub use record::{CallOutcome, NotWritten, OutcomeNote, Record, UnixMillis};
pub use recorded::JournalEntry;
pub use rotate::PrunedJournal;
pub use tally::FileReads;
pub use verify::{BrokenChain, Damage, VerifiedChain};

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    audit: Dir,
    /// Open since the first append.
    files: Mutex<Option<JournalFiles>>,
    /// How long a file grows before the next one is begun.
    longest: u64,
}

/// Where the chain ends, or ended once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalHead {
    /// The number of the last record.
    pub seq: u64,
    /// The hash of its line, which the next record repeats.
    pub hash: Digest,
}

/// Why the journal could not be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A later release wrote it; it is left as it is.
    #[error("the journal has format {0}, and this reread knows only {known}", known = line::FORMAT)]
    Newer(u64),
    /// The system refused this file of the journal's directory.
    #[error("cannot use {0} of the journal")]
    Io(&'static str, #[source] io::Error),
}

impl JournalError {
    /// The stable word callers branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::Newer(_) => Code::NewerFormat,
            Self::Io(_, source) => Code::of_io(source),
        }
    }
}

const JOURNAL: &str = "journal.jsonl";
const HEAD: &str = "head";
const LOCK: &str = "lock";
const PRUNED: &str = "pruned";

/// The length at which a file of the journal is sealed, unless the configuration says otherwise.
const USUAL_SEGMENT_BYTES: u64 = 8 << 20;

/// How often another process may replace the files between two looks at them. Many writers may seal one small file after the
/// other; each time one of them got on.
const LOST_RACES: usize = 1000;

/// What [`Journal::tail`] reads at most, however long the lines are.
const LONGEST_TAIL: u64 = 16 << 20;

impl Journal {
    pub(crate) fn within(audit: Dir) -> Self {
        Self { audit, files: Mutex::new(None), longest: USUAL_SEGMENT_BYTES }
    }

    /// Begins a new file when one is as long as this.
    pub fn rotate_at(&mut self, bytes: u64) {
        self.longest = bytes;
    }

    /// Opens its files, so that the first record need not wait for that. A failure shows again when something is recorded.
    pub fn prepare(&self) {
        let mut kept = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            *kept = JournalFiles::open(&self.audit).ok();
        }
    }

    /// Adds a record at the end, where the chain ends then.
    ///
    /// The cost does not grow with the journal. If the disk is full, the journal is left as it was.
    pub fn append(&self, record: &Record) -> Result<JournalHead, JournalError> {
        // A file that could not be sealed only grows longer.
        let (appended, _) = self.append_then(record, |head| head.size >= self.longest)?;
        Ok(appended)
    }

    /// Adds a record, and seals the file that it ends if that is wanted.
    fn append_then(
        &self,
        record: &Record,
        is_ripe: impl Fn(&ChainEnd) -> bool,
    ) -> Result<(JournalHead, Result<(), JournalError>), JournalError> {
        let row = RecordRow::of(record);
        // What a panic left behind is settled like what a crash leaves behind.
        let mut kept = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..LOST_RACES {
            let files = kept.take().map_or_else(|| JournalFiles::open(&self.audit), Ok)?;
            let held = files.lock()?;
            // Asked under the lock: another process may have begun a new file meanwhile.
            if !files.are_in_place(&self.audit) {
                continue;
            }
            let head = self.append_row(&row, &files)?;
            let appended = JournalHead { seq: head.seq, hash: head.hash };
            if is_ripe(&head) {
                return Ok((appended, rotate::seal(&self.audit, &files, &head)));
            }
            drop(held);
            *kept = Some(files);
            return Ok((appended, Ok(())));
        }
        Err(at(JOURNAL)(io::Error::other("it is replaced again and again")))
    }

    fn append_row(&self, row: &RecordRow, files: &JournalFiles) -> Result<ChainEnd, JournalError> {
        let settled = settle::settle(&self.audit, &files.journal.file, &files.head.file, files.left.take())?;
        let last = settled.last;
        let seq = last.seq + 1;
        let (line, hash) = row.line(seq, &last.hash, settled.repaired.as_deref());
        write_whole(&files.journal.file, &line, last.size).map_err(at(JOURNAL))?;
        let head = ChainEnd { seq, size: last.size + line.len() as u64, hash };
        match settled.repaired {
            None => head.write(&files.head.file),
            // What is not there in full, or not ours, may be longer.
            Some(_) => head.write_alone(&files.head.file),
        }
        .map_err(at(HEAD))?;
        files.left.set(Some(head));
        Ok(head)
    }

    /// The last `count` records as they stand in the file, newest last.
    ///
    /// An unfinished last line is no record. At most 16 MiB are read, so of very long lines there may be fewer.
    pub fn tail(&self, count: usize) -> Result<Vec<String>, JournalError> {
        self.last_lines(count).map_err(at(JOURNAL))
    }

    fn last_lines(&self, count: usize) -> io::Result<Vec<String>> {
        let journal = private::open_existing(&self.audit, JOURNAL)?;
        let mut lines = journal.map_or(Ok(Vec::new()), |file| last_lines(&file, count))?;
        if lines.len() >= count {
            return Ok(lines);
        }
        for segment in Segment::all(&self.audit)?.into_iter().rev() {
            let mut earlier = last_lines(&segment.open(&self.audit)?, count - lines.len())?;
            earlier.append(&mut lines);
            lines = earlier;
            if lines.len() >= count {
                break;
            }
        }
        Ok(lines)
    }

    /// Where it ends, as its head says; `None` if that says nothing, or if nothing was recorded.
    pub fn head(&self) -> Option<JournalHead> {
        match HeadFile::named(&self.audit, HEAD).ok()? {
            HeadFile::Known(ChainEnd { seq, hash, .. }) if seq > 0 => Some(JournalHead { seq, hash }),
            HeadFile::Known(_) | HeadFile::Empty | HeadFile::Damaged | HeadFile::Newer(_) => None,
        }
    }

    /// Checks every record and the head, in memory that does not grow with the journal.
    ///
    /// Others may append meanwhile: what was there when the check began is checked.
    pub fn verify(&self) -> Result<VerifiedChain, BrokenChain> {
        self.walk(None, |_| {})
    }

    /// The same, with every line that was found whole, oldest first and without its newline; and with a head that was
    /// noted elsewhere, which must not be of another chain or a longer one.
    pub fn walk(
        &self,
        noted: Option<JournalHead>,
        each: impl FnMut(&[u8]),
    ) -> Result<VerifiedChain, BrokenChain> {
        verify::walk(&self.audit, noted, each)
    }
}

fn at(file: &'static str) -> impl FnOnce(io::Error) -> JournalError {
    move |source| JournalError::Io(file, source)
}

/// Writes the line whole or not at all: part of a line is taken back.
fn write_whole(mut journal: &File, line: &[u8], size: u64) -> io::Result<()> {
    journal.write_all(line).inspect_err(|_| {
        // If even this fails, the next append finds the unfinished line and moves it aside.
        let _ = journal.set_len(size);
    })
}

fn last_lines(mut file: &File, count: usize) -> io::Result<Vec<String>> {
    let mut newlines = Newlines::before(file, file.metadata()?.len());
    let Some(last) = newlines.next().transpose()? else {
        return Ok(Vec::new());
    };
    let mut start = last + 1;
    for _ in 0..count {
        let line_start = newlines.next().transpose()?.map_or(0, |newline| newline + 1);
        if last + 1 - line_start > LONGEST_TAIL {
            break;
        }
        start = line_start;
        if start == 0 {
            break;
        }
    }
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(last + 1 - start).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(str::to_owned).collect())
}
