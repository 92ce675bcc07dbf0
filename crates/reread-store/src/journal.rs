//! The audit journal: one line per call, each bound to the one before it.
//!
//! Many processes append to one chain under one lock. Altering, removing or reordering a record breaks the chain at
//! that record, and a `head` beside the journal tells when its tail was cut off. The chain has no key: it shows
//! accidents and partial tampering, while somebody who rewrites every file consistently goes unnoticed.
//!
//! Nothing is dropped silently: what a crash left unfinished is moved aside at the next append, and the record that
//! follows says so. The journal does not know what a call means, and it reads no clock. An append survives the death
//! of the process; it is not synced against a power cut.

mod files;
mod head;
mod line;
mod newlines;
mod recall;
mod record;
mod settle;
mod tally;
mod verify;

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::{Mutex, PoisonError};

use cap_std::fs::Dir;
use reread_text::Digest;

use crate::private;
use files::Files;
use head::Head;
use newlines::Newlines;
use record::Row;

pub use recall::Recalled;
pub use record::{Outcome, Record, UnixMillis};
pub use tally::FileReads;
pub use verify::{Broken, Damage, Verified};

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    audit: Dir,
    /// Open since the first append.
    files: Mutex<Option<Files>>,
}

/// Where a record came to stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Appended {
    /// Its number, counted from 1.
    pub seq: u64,
    /// Its hash, which the next record names.
    pub hash: Digest,
}

/// Why the journal could not be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A later release wrote it; it is left as it is.
    #[error("the journal has format {found}, and this reread knows only {}", line::FORMAT)]
    Newer {
        /// The format it names.
        found: u64,
    },
    /// The system refused.
    #[error("cannot use {file} of the journal")]
    Io {
        /// The file in the journal's directory.
        file: &'static str,
        /// What the system said.
        source: io::Error,
    },
}

impl JournalError {
    /// The stable word callers branch on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Newer { .. } => "newer",
            Self::Io { .. } => "io",
        }
    }
}

const JOURNAL: &str = "journal.jsonl";
const HEAD: &str = "head";
const LOCK: &str = "lock";

/// What [`Journal::tail`] reads at most, however long the lines are.
const LONGEST_TAIL: u64 = 16 << 20;

impl Journal {
    pub(crate) fn within(audit: Dir) -> Self {
        Self { audit, files: Mutex::new(None) }
    }

    /// Opens its files, so that the first record need not wait for that. A failure shows again when something is recorded.
    pub fn prepare(&self) {
        let mut kept = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_none() {
            *kept = Files::open(&self.audit).ok();
        }
    }

    /// Adds a record at the end.
    ///
    /// The cost does not grow with the journal. If the disk is full, the journal is left as it was.
    pub fn append(&self, record: &Record) -> Result<Appended, JournalError> {
        let row = Row::of(record);
        // What a panic left behind is settled like what a crash leaves behind.
        let mut kept = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let files = match kept.take().filter(|files| files.are_in_place(&self.audit)) {
            Some(files) => kept.insert(files),
            None => kept.insert(Files::open(&self.audit)?),
        };
        let _held = files.lock()?;

        let settled = settle::settle(&self.audit, files.journal(), files.head(), files.left().take())?;
        let last = settled.last;
        let seq = last.seq + 1;
        let (line, hash) = row.line(seq, &last.hash, settled.repaired.as_deref());
        write_whole(files.journal(), &line, last.size).map_err(at(JOURNAL))?;
        let head = Head { seq, size: last.size + line.len() as u64, hash };
        match settled.repaired {
            None => head.write(files.head()),
            // What is not there in full, or not ours, may be longer.
            Some(_) => head.write_alone(files.head()),
        }
        .map_err(at(HEAD))?;
        files.left().set(Some(head));
        Ok(Appended { seq, hash })
    }

    /// The last `count` records as they stand in the file, newest last.
    ///
    /// An unfinished last line is no record. At most 16 MiB are read, so of very long lines there may be fewer.
    pub fn tail(&self, count: usize) -> Result<Vec<String>, JournalError> {
        let file = match private::open_file(&self.audit, JOURNAL) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(at(JOURNAL)(error)),
        };
        last_lines(&file, count).map_err(at(JOURNAL))
    }

    /// Checks every record and the head, in memory that does not grow with the journal.
    ///
    /// Others may append meanwhile: what was there when the check began is checked.
    pub fn verify(&self) -> Result<Verified, Broken> {
        verify::verify(&self.audit)
    }
}

fn at(file: &'static str) -> impl FnOnce(io::Error) -> JournalError {
    move |source| JournalError::Io { file, source }
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
