//! What the user approved, what sessions cost, which files there are and what they held, in one `SQLite` file that several
//! processes change: `reread.db`.
//!
//! Each call opens the file under the lock of the directory and closes it again, unless the caller says that the next
//! call follows at once ([`Database::stay`]). `SQLite`'s own locks would not do: they belong to the process and are gone
//! as soon as it closes any handle to the file, be it one that a read opened through a link only to be refused. It also
//! means that a file which is removed or replaced under a running server is noticed at the next call. Another program may read
//! the file at any time, `SQLite`'s own shell for instance: it keeps its view, and does not hinder a change. Only then is
//! something memory-mapped, the index of `SQLite`'s log.
//!
//! What is asked and decided, and what is about to be done to a file, is on the disk when a call returns; of metrics and
//! files a power cut may take the latest. A newer format, a damaged file and one that is not ours are refused as they
//! are: nothing is mended or removed unless the user asks for it. The database does not know the time, the workspace, nor
//! what an approved operation means.

mod approval;
mod approvals;
mod database_file;
mod error;
mod metrics;
mod numbered;
mod registry;
mod schema;
mod words;

mod blobs;
mod check;
mod history;
mod history_defect;
mod journal_head;
mod operation;
mod operations;
mod packing;
mod proposal;
mod proposals;
mod prune;
mod repair;
mod reseal;
mod version;
mod version_row;
mod versions;
mod writes;

use std::path::Path;

use cap_std::fs::Dir;
use reread_text::Digest;
use rusqlite::{OptionalExtension as _, Params, Row, ToSql, Transaction, params_from_iter};

use crate::journal::UnixMillis;
use crate::seal::{SealKey, SealedTransaction};
use crate::state_error::at;
use database_file::{DatabaseFile, SqliteFormat};
use error::Fault;

pub use approval::{Approval, ApprovalId, ApprovalState, ApprovalSubject, Decision};
pub use approvals::ApprovalRequests;
pub use error::DatabaseError;
pub use history_defect::HistoryDefect;
pub use metrics::SessionMetrics;
pub use numbered::NotAnId;
pub use operation::{
    BeginError, FileState, NewOperation, NewVersion, Operation, OperationFile, OperationId, OperationResult,
    OperationState, StartedOperation,
};
pub use operations::OperationLog;
pub use proposal::{NewProposal, Proposal, ProposalId, ProposalState, ProposeError};
pub use proposals::{KeptProposals, MOST_OPEN_PROPOSALS};
pub use prune::PrunedHistory;
pub use registry::{FileChanges, FileRegistry, FileRow, FileStamp};
pub use repair::RepairReport;
pub use reseal::{AdoptedRows, FoundFile, FoundHistory, FoundOperation};
pub(crate) use reseal::{adopt_rows, look_at_copy};
pub use version::{DigestBeginning, NotADigestBeginning, Version, VersionContent, VersionId, VersionOrigin};
pub use versions::{FileVersions, VersionError};
pub use words::{DocumentId, DocumentRow, WordHits, WordIndex, WordSegment};
pub use writes::FileWrites;

/// The database of a state directory, for any number of threads.
#[derive(Debug)]
pub struct Database {
    file: DatabaseFile,
    key: SealKey,
}

const FORMAT: SqliteFormat = SqliteFormat {
    database: "reread.db",
    wal: "reread.db-wal",
    journal: "reread.db-journal",
    index: "reread.db-shm",
    adopt: schema::adopt,
};

/// When a change is on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Durable {
    /// Before the call returns.
    Now,
    /// Some changes later; until then a power cut loses it.
    Later,
}

impl Database {
    pub(crate) fn within(dir: Dir, path: &Path, key: [u8; 32]) -> Result<Self, DatabaseError> {
        let database = Self { file: DatabaseFile::new(dir, path, &FORMAT)?, key: SealKey(key) };
        database.look(|_| Ok(()))?;
        Ok(database)
    }

    /// The same for a directory that the user named and that has its key beside it: rows of an earlier format are sealed.
    pub(crate) fn within_or_sealed(dir: Dir, path: &Path, key: [u8; 32]) -> Result<Self, DatabaseError> {
        match Self::within(dir.try_clone().map_err(at(path))?, path, key) {
            Err(DatabaseError::File { fault: Fault::Unsealed, .. }) => {
                reseal::seal_earlier_format(dir.try_clone().map_err(at(path))?, path, key)?;
                Self::within(dir, path, key)
            }
            opened => opened,
        }
    }

    /// Keeps the file open, and its lock held, from the next call until this is dropped. It is for calls that follow each
    /// other at once, from any thread.
    ///
    /// Other processes wait meanwhile. So the caller must not wait for another process or thread, and must not use another
    /// [`Database`] of the same directory.
    pub fn stay(&self) -> impl Drop + '_ {
        self.file.stay()
    }

    /// Approval requests and the decisions about them.
    pub fn approvals(&self) -> ApprovalRequests<'_> {
        ApprovalRequests { database: self }
    }

    /// Edits that could not be merged.
    pub fn proposals(&self) -> KeptProposals<'_> {
        KeptProposals { database: self }
    }

    /// Every change of the workspace, recorded before it touches a file.
    pub fn operations(&self) -> OperationLog<'_> {
        OperationLog { database: self }
    }

    /// The history of one file, which is named by the absolute name of its root and its resolved name beneath that root.
    pub fn versions<'a>(&'a self, root: &'a [u8], path: &'a [u8]) -> FileVersions<'a> {
        FileVersions { database: self, root, path }
    }

    /// The files of a root as this maker found them.
    pub fn registry<'a>(&'a self, root: &'a [u8], maker: &'a str) -> FileRegistry<'a> {
        FileRegistry { database: self, root, maker }
    }

    /// The bytes with this digest, whichever file they are of; `None` if they are not kept.
    ///
    /// A digest is no permission: it must have been found in a version of a file that may be read.
    pub fn kept_bytes(&self, digest: &Digest) -> Result<Option<Vec<u8>>, DatabaseError> {
        self.look(|transaction| blobs::load(transaction, digest))
    }

    /// Does work that changes nothing, so that there is nothing to make durable.
    fn look<T>(
        &self,
        work: impl FnOnce(&SealedTransaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, DatabaseError> {
        self.file.transact(None, |transaction| work(&SealedTransaction { transaction, key: &self.key }))
    }

    /// Does all of the work or none of it, under the lock.
    fn change<T>(
        &self,
        durable: Durable,
        work: impl FnOnce(&SealedTransaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, DatabaseError> {
        let sealed = |transaction: &Transaction<'_>| work(&SealedTransaction { transaction, key: &self.key });
        self.file.transact(Some(durable), sealed)
    }

    /// Does work to see its result, and rolls all of it back.
    fn try_out<T>(
        &self,
        work: impl FnOnce(&SealedTransaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, DatabaseError> {
        self.file.visit(None, |connection| {
            let transaction = connection.transaction()?;
            let result = work(&SealedTransaction { transaction: &transaction, key: &self.key })?;
            transaction.rollback()?;
            Ok(result)
        })
    }

    /// Makes the file shorter by what is no longer used.
    fn give_space_back(&self) -> Result<(), DatabaseError> {
        self.file.visit(Some(Durable::Now), |connection| {
            let mut statement = connection.prepare("PRAGMA incremental_vacuum")?;
            let mut pages = statement.query([])?;
            while pages.next()?.is_some() {}
            Ok(())
        })
    }
}

/// Runs a statement, which is parsed once as long as the file stays open. How many rows it changed.
fn execute(
    transaction: &Transaction<'_>,
    statement: &str,
    parameters: impl Params,
) -> rusqlite::Result<usize> {
    transaction.prepare_cached(statement)?.execute(parameters)
}

/// The first row that a query finds, which is parsed once likewise.
fn query_row<T>(
    transaction: &Transaction<'_>,
    query: &str,
    parameters: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    transaction.prepare_cached(query)?.query_row(parameters, read)
}

/// Writes a row, over one with the same key.
fn put_row(transaction: &Transaction<'_>, table: &str, columns: &[(&str, &dyn ToSql)]) -> Result<(), Fault> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    let marks = vec!["?"; columns.len()].join(", ");
    let put = format!("INSERT OR REPLACE INTO {table} ({}) VALUES ({marks})", names.join(", "));
    execute(transaction, &put, params_from_iter(columns.iter().map(|(_, value)| value)))?;
    Ok(())
}

/// The digest in a column, if there is one.
fn digest_in(row: &Row<'_>, column: &str) -> Result<Option<Digest>, Fault> {
    Ok(row.get::<_, Option<[u8; 32]>>(column)?.map(Digest::from))
}

/// Everything that a query finds, read by one function.
fn read_rows<T>(
    transaction: &Transaction<'_>,
    query: &str,
    parameters: &[&dyn ToSql],
    mut read: impl FnMut(&Row<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let mut statement = transaction.prepare_cached(query)?;
    let mut rows = statement.query(parameters)?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(read(row)?);
    }
    Ok(all)
}

/// As much of a number as `SQLite` can hold.
fn saturated(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A number that cannot be below zero.
fn natural(number: i64) -> Result<u64, Fault> {
    u64::try_from(number).map_err(|_| Fault::Damaged("holds a number below zero"))
}

/// One more than was ever given out in this table.
fn next_number(transaction: &Transaction<'_>, table: &str) -> Result<i64, Fault> {
    let last = "SELECT seq FROM sqlite_sequence WHERE name = ?1";
    let last: i64 = query_row(transaction, last, [table], |row| row.get(0)).optional()?.unwrap_or(0);
    last.checked_add(1).ok_or(Fault::Damaged("has no numbers left"))
}

/// The latest time that can be stored is as good as any beyond it.
fn storable(time: UnixMillis) -> UnixMillis {
    UnixMillis(time.0.min(i64::MAX as u64))
}

#[cfg(test)]
mod tests;
