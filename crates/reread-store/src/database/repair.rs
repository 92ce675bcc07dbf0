//! Removing what cannot be read, on request, and nothing else.
//!
//! A copy of the database is laid aside first. What is removed is named, and nothing is made up in its place: a version
//! whose bytes are gone stays and says that they are not kept, one that was altered goes, and one whose operation was
//! altered stands alone from then on. The files of the workspace are never touched.

use std::path::PathBuf;

use rusqlite::{Row, params};

use super::check::{MISCOUNTED, examine};
use super::history_defect::HistoryDefect;
use super::operation::{OperationId, OperationState};
use super::version_row::{VERSION_ROWS, VersionRow, version_rows};
use super::{Database, DatabaseError, Durable, Fault, blobs, execute, read_rows};
use crate::journal::UnixMillis;
use crate::seal::SealedTransaction;

/// What a repair did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairReport {
    /// Where the database lies as it was, with its log beside it; `None` if nothing was changed.
    pub copy: Option<PathBuf>,
    /// What was removed.
    pub removed: Vec<HistoryDefect>,
    /// What is wrong still.
    pub left: Vec<HistoryDefect>,
}

/// What is removed may leave something else incomplete, though not over and over.
const MOST_ROUNDS: usize = 5;

impl Database {
    /// Removes what [`Database::check`] finds and cannot be read, as far as that can be done.
    ///
    /// Tables that are not ours are left as they are: their rows may be in order. So are bytes that nothing cites any
    /// more, which may be all that is left of a file; they go when history is pruned. The copy is named by the time, and
    /// stays until the user removes it.
    pub fn repair(&self, at: UnixMillis) -> Result<RepairReport, DatabaseError> {
        let found = self.check(true)?;
        if !found.iter().any(is_removed) {
            return Ok(RepairReport { copy: None, removed: Vec::new(), left: found });
        }
        let copy = self.file.copy_aside(&format!("reread-{}.db", at.0))?;
        let mut removed = Vec::new();
        let left = self.change(Durable::Now, |transaction| {
            for _ in 0..MOST_ROUNDS {
                let found = examine(transaction, true);
                if !found.iter().any(is_removed) {
                    return Ok(found);
                }
                remove(transaction, &found)?;
                removed.extend(found);
            }
            Ok(examine(transaction, true))
        })?;
        removed.retain(|finding| is_removed(finding) && !left.contains(finding));
        Ok(RepairReport { copy: Some(copy), removed, left })
    }
}

fn is_removed(finding: &HistoryDefect) -> bool {
    !matches!(finding, HistoryDefect::Stray(_) | HistoryDefect::Tables | HistoryDefect::More)
}

fn remove(transaction: &SealedTransaction<'_>, findings: &[HistoryDefect]) -> Result<(), Fault> {
    if findings.iter().any(|finding| matches!(finding, HistoryDefect::Database(_))) {
        // An index says nothing that its table does not.
        transaction.execute_batch("REINDEX")?;
    }
    for finding in findings {
        match finding {
            HistoryDefect::Bytes(digest, _) => blobs::remove(transaction, digest)?,
            HistoryDefect::Operation(id) => remove_operation(transaction, *id)?,
            HistoryDefect::Proposal(id) => {
                execute(transaction, "DELETE FROM proposals WHERE id = ?1", params![id])?;
            }
            _ => {}
        }
    }
    remove_versions(transaction)
}

/// What is left of an operation that cannot be told any more are its versions, unless it says that it was undone.
fn remove_operation(transaction: &SealedTransaction<'_>, id: OperationId) -> Result<(), Fault> {
    let undone =
        "DELETE FROM versions WHERE operation IN (SELECT id FROM operations WHERE id = ?1 AND state = ?2)";
    execute(transaction, undone, params![id, OperationState::Undone.number()])?;
    execute(transaction, "DELETE FROM operations WHERE id = ?1", params![id])?;
    let left = format!("{VERSION_ROWS} WHERE v.operation = ?1");
    let left =
        read_rows(transaction, &left, params![id], |row| Ok(VersionRow::read(row, transaction.key).ok()))?;
    left.into_iter().flatten().try_for_each(|row| row.alone(transaction))
}

fn remove_versions(transaction: &SealedTransaction<'_>) -> Result<(), Fault> {
    let altered = |row: &Row<'_>| -> Result<Option<(i64, i64)>, Fault> {
        let is_altered = VersionRow::read(row, transaction.key).is_err();
        Ok(is_altered.then_some((row.get("history")?, row.get("number")?)))
    };
    for (history, number) in read_rows(transaction, VERSION_ROWS, &[], altered)?.into_iter().flatten() {
        execute(transaction, "DELETE FROM versions WHERE history = ?1 AND number = ?2", [history, number])?;
    }
    execute(transaction, "DELETE FROM versions WHERE history NOT IN (SELECT id FROM histories)", [])?;
    let lost = format!("{VERSION_ROWS} WHERE v.is_kept AND v.digest NOT IN (SELECT digest FROM blobs)");
    for row in version_rows(transaction, &lost, &[])? {
        row.set_kept(false, transaction)?;
    }
    let newest = "(SELECT coalesce(max(v.number), 0) FROM versions v WHERE v.history = histories.id)";
    execute(transaction, &format!("UPDATE histories SET last = max(last, {newest}) WHERE {MISCOUNTED}"), [])?;
    let count = "(SELECT count(*) FROM versions v WHERE v.history = histories.id)";
    execute(transaction, &format!("UPDATE histories SET pruned = last - {count} WHERE {MISCOUNTED}"), [])?;
    Ok(())
}
