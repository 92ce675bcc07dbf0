//! What people approved, what sessions cost and which files there are, in one `SQLite` file that several processes
//! change: `reread.db`.
//!
//! Each call opens the file under the lock of the directory and closes it again. `SQLite`'s own locks would not do:
//! they belong to the process and are gone as soon as it closes any handle to the file, be it one that a read opened
//! through a link only to be refused. It also means that a file which is taken away or replaced under a running
//! server is noticed at the next call, and that nothing is memory-mapped.
//!
//! What is asked and decided is on the disk when a call returns; of metrics and files a power cut may take the latest.
//! A newer format, a damaged file and one that is not ours are refused as they are: nothing is mended or removed. The
//! database does not know the time, nor what an operation means.

mod approval;
mod approvals;
mod error;
mod metrics;
mod place;
mod registry;
mod schema;
mod seal;
mod words;

use std::path::Path;

use cap_std::fs::Dir;
use rusqlite::{Transaction, TransactionBehavior};

use place::{Format, Place};
use seal::SealKey;

pub use approval::{Approval, ApprovalId, Decision, Matter, NotAnApprovalId, Standing};
pub use error::DatabaseError;
pub use metrics::SessionMetrics;
pub use registry::{FileChanges, FileRow, FileStamp};
pub use words::{DocumentId, DocumentRow, WordHits, WordIndex, WordSegment};

/// The database of a state directory, for any number of threads.
#[derive(Debug)]
pub struct Database {
    place: Place,
    key: SealKey,
}

const FORMAT: Format = Format {
    database: "reread.db",
    wal: "reread.db-wal",
    journal: "reread.db-journal",
    adopt: schema::adopt,
};

/// When a change is on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Durable {
    /// Before the call returns.
    Now,
    /// Some changes later; until then a power cut takes it back.
    Later,
}

impl Database {
    pub(crate) fn within(dir: Dir, path: &Path, key: [u8; 32]) -> Result<Self, DatabaseError> {
        let database = Self { place: Place::new(dir, path, &FORMAT)?, key: SealKey::new(key) };
        database.look(|_| Ok(()))?;
        Ok(database)
    }

    /// Does work that changes nothing, so that there is nothing to make durable.
    fn look<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>) -> Result<T, DatabaseError> {
        self.change(Durable::Now, work)
    }

    /// Does all of the work or none of it, with nobody else at the file.
    fn change<T>(
        &self,
        durable: Durable,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, DatabaseError> {
        self.place.visit(durable, |connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        })
    }
}

/// What goes wrong inside the file, before it is known which file that is.
#[derive(Debug)]
enum Fault {
    Sqlite(rusqlite::Error),
    Newer(i64),
    Foreign,
    Damaged(&'static str),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// As much of a number as `SQLite` can hold.
fn saturated(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
