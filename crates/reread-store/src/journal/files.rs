//! The files of a journal, open from one append to the next.

use std::cell::Cell;
use std::fs::File;
use std::io;

use cap_std::fs::Dir;

use super::head::ChainEnd;
use super::{HEAD, JOURNAL, JournalError, LOCK, at};
use crate::kept_file::KeptFile;
use crate::lock::{self, LockGuard};
use crate::private;

/// Lock, records and head. Threads take turns with them; the lock is between processes.
#[derive(Debug)]
pub(super) struct JournalFiles {
    lock: KeptFile,
    pub(super) journal: KeptFile,
    pub(super) head: KeptFile,
    /// How the journal ended when this process last wrote to it.
    pub(super) left: Cell<Option<ChainEnd>>,
}

impl JournalFiles {
    /// Opens them, created where they are missing.
    pub(super) fn open(audit: &Dir) -> Result<Self, JournalError> {
        let keep = |name, opened: io::Result<File>| {
            opened.and_then(|file| KeptFile::new(name, file)).map_err(at(name))
        };
        Ok(Self {
            lock: keep(LOCK, private::open_in_place(audit, LOCK))?,
            journal: keep(JOURNAL, private::open_append(audit, JOURNAL))?,
            head: keep(HEAD, private::open_in_place(audit, HEAD))?,
            left: Cell::new(None),
        })
    }

    /// Whether all three are still what their names stand for.
    pub(super) fn are_in_place(&self, audit: &Dir) -> bool {
        [&self.lock, &self.journal, &self.head].iter().all(|file| file.is_in_place(audit))
    }

    /// Acquires the lock between processes, blocking until no other process appends.
    pub(super) fn lock(&self) -> Result<LockGuard<'_>, JournalError> {
        lock::exclusive(&self.lock.file).map_err(at(LOCK))
    }
}
