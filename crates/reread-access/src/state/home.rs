//! The state directory, and its one database once a call needed it.

use std::sync::{Arc, OnceLock};

use reread_store::{Database, DatabaseError, StateDir};

/// What callers share with background threads. There is one database for all of them: two of one process
/// would wait for each other.
#[derive(Debug)]
pub(super) struct Home {
    directory: StateDir,
    database: OnceLock<Arc<Database>>,
}

impl Home {
    pub(super) fn new(directory: StateDir) -> Self {
        Self { directory, database: OnceLock::new() }
    }

    pub(super) fn directory(&self) -> &StateDir {
        &self.directory
    }

    pub(super) fn database(&self) -> Result<&Arc<Database>, DatabaseError> {
        if let Some(database) = self.database.get() {
            return Ok(database);
        }
        let database = Arc::new(self.directory.database()?);
        Ok(self.database.get_or_init(|| database))
    }

    /// Notes where the journal ends, where there is a database. What cannot be noted now is noted the next time: it only
    /// tells how long the journal was at the least.
    pub(super) fn note_journal_head(&self) {
        let note = || {
            let head = self.directory.journal().ok()?.head()?;
            self.database().ok()?.note_journal_head(&head).ok()
        };
        if self.directory.has_database() {
            let _ = note();
        }
    }
}
