//! What became of each file: how often it was read, what that saved, who changed it, and how often edits collided.
//!
//! Reads are counted from the records of calls, changes from the history, each as far as it goes back. It is for people, and
//! nothing is decided by it. Rules are those of today: what may not be read now is left out.

use std::collections::BTreeMap;

use reread_access::{Access, State};
use reread_codes::Code;
use reread_path::RootedPath;
use reread_store::{DatabaseError, FileWrites, JournalError, UnixMillis};
use reread_write::name_in_history;

use crate::recorded_place::recorded_place;

/// The numbers of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileStats {
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// Resolved, beneath its root.
    pub path: RootedPath,
    /// How many reads of it were answered.
    pub reads: u64,
    /// How many bytes of its text they sent.
    pub sent_bytes: u64,
    /// By how much the replies were shorter than the texts that they stand for; below zero if they were longer.
    pub saved_bytes: i64,
    /// When it was read last.
    pub last_read: Option<UnixMillis>,
    /// How many versions were written through reread.
    pub writes: u64,
    /// How many external changes were found.
    pub by_others: u64,
    /// How many edits could not be merged.
    pub conflicts: u64,
}

/// Why it is unknown.
#[derive(Debug, thiserror::Error)]
pub enum StatsError {
    /// Nothing is kept for the workspace.
    #[error("there is no usable state directory, so nothing is counted")]
    NoState,
    /// The records cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The history cannot be read.
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl StatsError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            StatsError::NoState => Code::NoState,
            StatsError::Journal(error) => error.code(),
            StatsError::Database(error) => error.code(),
        }
    }
}

type Place = (usize, Vec<u8>);

/// Counts reads and writes file by file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileCounter<'a> {
    pub(crate) access: &'a Access,
}

impl FileCounter<'_> {
    /// The numbers of every file that was read or changed, the one that was read most first.
    pub(crate) fn file_stats(&self) -> Result<Vec<FileStats>, StatsError> {
        let state = self.access.state().ok_or(StatsError::NoState)?;
        let mut files = BTreeMap::new();
        self.count_reads(state, &mut files)?;
        if state.directory().has_database() {
            let writes = state.database()?.file_writes()?;
            writes.iter().for_each(|writes| self.count_writes(writes, &mut files));
        }
        let mut files: Vec<FileStats> = files.into_values().collect();
        // Those with as many reads stay in the order of their names.
        files.sort_by_key(|file| std::cmp::Reverse((file.reads, file.saved_bytes, file.writes)));
        Ok(files)
    }

    fn count_reads(&self, state: &State, files: &mut BTreeMap<Place, FileStats>) -> Result<(), JournalError> {
        for counted in state.journal().file_reads()? {
            let place = recorded_place(self.access, state, &counted.path, counted.digest.as_ref(), true);
            let Some(file) = place.and_then(|(root, path)| self.tally_of(files, root, path)) else {
                continue;
            };
            file.reads += counted.reads;
            file.sent_bytes += counted.sent_bytes;
            file.saved_bytes += counted.saved_bytes;
            file.last_read = Some(counted.last);
        }
        Ok(())
    }

    fn count_writes(&self, counted: &FileWrites, files: &mut BTreeMap<Place, FileStats>) {
        let Some(name) = name_in_history(self.access, &counted.root, &counted.path) else { return };
        let Some(file) = self.tally_of(files, name.root, name.path) else { return };
        file.writes += counted.writes;
        file.by_others += counted.by_others;
        file.conflicts += counted.conflicts;
    }

    /// The numbers of a file so far; `None` if nothing about it may be reported.
    fn tally_of<'f>(
        &self,
        files: &'f mut BTreeMap<Place, FileStats>,
        root: usize,
        path: RootedPath,
    ) -> Option<&'f mut FileStats> {
        self.access.judge("", &[&path], root).ok()?;
        let new = |path| FileStats { root, path, ..FileStats::default() };
        Some(files.entry((root, path.as_bytes().to_vec())).or_insert_with(|| new(path)))
    }
}
