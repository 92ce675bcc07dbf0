//! How often each file was written, by whom, and how often that led to a conflict, as far as the history goes back.

use rusqlite::{Row, params};

use super::operation::OperationState;
use super::version_row::COUNTS;
use super::{Database, DatabaseError, Fault, natural, read_rows};

/// What the history says about the changes of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileWrites {
    /// The root, as the absolute name it resolved to.
    pub root: Vec<u8>,
    /// The file's resolved name beneath that root.
    pub path: Vec<u8>,
    /// How many versions were written through us.
    pub writes: u64,
    /// How many versions of others were found, besides the one that was there first.
    pub by_others: u64,
    /// How many edits could not be merged, decided by now or not.
    pub conflicts: u64,
}

impl Database {
    /// The changes of each file, in the order of their names.
    pub fn file_writes(&self) -> Result<Vec<FileWrites>, DatabaseError> {
        let of_each = format!(
            "SELECT root, path, sum(writes) AS writes, sum(by_others) AS by_others, sum(conflicts) AS conflicts FROM (
                 SELECT h.root, h.path, o.state IS ?1 AS writes, 0 AS conflicts,
                     v.operation IS NULL AND v.parent IS NOT NULL AS by_others
                 FROM versions v JOIN histories h ON h.id = v.history LEFT JOIN operations o ON o.id = v.operation
                 WHERE {COUNTS}
                 UNION ALL
                 SELECT root, path, 0, 1, 0 FROM proposals)
             GROUP BY root, path ORDER BY root, path"
        );
        self.look(|transaction| {
            read_rows(transaction, &of_each, params![OperationState::Done.number()], file_writes)
        })
    }
}

fn file_writes(row: &Row<'_>) -> Result<FileWrites, Fault> {
    let number = |name: &str| natural(row.get(name)?);
    Ok(FileWrites {
        root: row.get("root")?,
        path: row.get("path")?,
        writes: number("writes")?,
        by_others: number("by_others")?,
        conflicts: number("conflicts")?,
    })
}
