//! Writing an operation down before it touches a file, and saying what became of it.
//!
//! Once [`OperationLog::begin`] returns, a power cut loses neither the bytes that are about to be replaced nor those
//! that are to take their place, nor which is which. Recovery can finish the operation or roll it back.

use std::borrow::Cow;
use std::collections::HashSet;

use reread_text::Digest;
use rusqlite::{Row, params};

use super::approvals::LONGEST_NAME;
use super::history::{Circumstances, FileHistory, keep};
use super::operation::{
    BeginError, NewOperation, NewVersion, Operation, OperationFile, OperationId, OperationResult,
    OperationState, StartedOperation,
};
use super::packing::LONGEST_CONTENT;
use super::version::VersionId;
use super::version_row::{VERSION_ROWS, VersionRow, version_rows};
use super::{
    Database, DatabaseError, Durable, Fault, natural, next_number, put_row, read_rows, saturated, storable,
};
use crate::cut::clean;
use crate::journal::UnixMillis;
use crate::seal::{SealKey, SealedTransaction, checksum};

/// Every operation: what it is about to do to which file, and what became of it.
#[derive(Debug, Clone, Copy)]
pub struct OperationLog<'d> {
    pub(super) database: &'d Database,
}

impl OperationLog<'_> {
    /// Writes down what is about to be done, in one step that is on the disk before the call returns.
    ///
    /// That is, for each file: a version by others if the disk differs from the newest one, the bytes before and after,
    /// and the version that it will be. As long as an operation is open, no other begins on its files.
    pub fn begin(&self, new: &NewOperation<'_>) -> Result<StartedOperation, BeginError> {
        let mut named = HashSet::new();
        for file in &new.files {
            let path = || file.path.to_vec();
            if !named.insert((file.root, file.path)) {
                return Err(BeginError::Twice(path()));
            }
            let longest =
                [file.before, file.after].iter().flatten().map(|state| state.bytes.len() as u64).max();
            if let Some(size) = longest.filter(|&size| size > LONGEST_CONTENT && !file.is_sensitive) {
                return Err(BeginError::TooLong { path: path(), size });
            }
        }
        let states =
            new.files.iter().filter(|file| !file.is_sensitive).flat_map(|file| [file.before, file.after]);
        self.database.file.require_room_for(states.flatten().map(|state| state.bytes.len() as u64).sum())?;
        self.database.change(Durable::Now, |transaction| {
            for file in &new.files {
                let history = FileHistory::find(transaction, file.root, file.path)?;
                if let Some(operation) = history.map_or(Ok(None), |history| history.open_operation())? {
                    return Ok(Err(BeginError::Unsettled { path: file.path.to_vec(), operation }));
                }
            }
            let row = OperationRow {
                id: OperationId::read(next_number(transaction, "operations")?)?,
                state: OperationState::Open,
                began: storable(new.at),
                author: clean(new.author, LONGEST_NAME),
                undoes: new.undoes,
                files: new.files.len() as u64,
            };
            row.put(transaction)?;
            let versions = new.files.iter().map(|file| begin_file(transaction, new, row.id, file));
            Ok(Ok(StartedOperation { id: row.id, versions: versions.collect::<Result<_, _>>()? }))
        })?
    }

    /// Says what became of an operation. `false`, and nothing changes, if it is not open.
    pub fn settle(&self, id: OperationId, settled: OperationResult) -> Result<bool, DatabaseError> {
        self.settle_by(Durable::Later, id, settled)
    }

    /// The same, on the disk before the call returns.
    pub fn settle_now(&self, id: OperationId, settled: OperationResult) -> Result<bool, DatabaseError> {
        self.settle_by(Durable::Now, id, settled)
    }

    fn settle_by(
        &self,
        durable: Durable,
        id: OperationId,
        settled: OperationResult,
    ) -> Result<bool, DatabaseError> {
        self.database.change(durable, |transaction| settle_row(transaction, id, settled))
    }

    /// The operations that are still open, oldest first, with all that it takes to finish them or roll them back.
    ///
    /// One may be under way in another process: who holds the locks of its files knows that it is not.
    pub fn open(&self) -> Result<Vec<Operation>, DatabaseError> {
        self.database.look(|transaction| {
            let unsettled = "SELECT * FROM operations WHERE state NOT IN (3, 12) ORDER BY id";
            let rows =
                read_rows(transaction, unsettled, &[], |row| OperationRow::read(row, transaction.key))?;
            let whole = |row: OperationRow| match row.with_files(transaction)? {
                operation if operation.is_whole => Ok(operation),
                _ => Err(Fault::Damaged("has lost part of an operation that is still open")),
            };
            rows.into_iter().map(whole).collect()
        })
    }

    /// An operation by its number; `None` if there is none, or all of it was pruned.
    pub fn get(&self, id: OperationId) -> Result<Option<Operation>, DatabaseError> {
        self.database.look(|transaction| {
            let row = OperationRow::find(transaction, id)?;
            row.map(|row| row.with_files(transaction)).transpose()
        })
    }

    /// The newest operation that was done, still stands, and does not itself take back another: what to undo next.
    pub fn last(&self) -> Result<Option<Operation>, DatabaseError> {
        self.database.look(|transaction| {
            let done = "SELECT * FROM operations WHERE state = 3 ORDER BY id DESC";
            let mut statement = transaction.prepare_cached(done)?;
            let mut rows = statement.query([])?;
            // Who takes an operation back comes after it, so that whether that still stands is known by then.
            let mut taken_back = HashSet::new();
            while let Some(row) = rows.next()? {
                let row = OperationRow::read(row, transaction.key)?;
                match row.undoes {
                    _ if taken_back.contains(&row.id) => {}
                    Some(earlier) => drop(taken_back.insert(earlier)),
                    None => return row.with_files(transaction).map(Some),
                }
            }
            Ok(None)
        })
    }
}

/// Says what became of an operation; `false` if it is not open.
pub(super) fn settle_row(
    transaction: &SealedTransaction<'_>,
    id: OperationId,
    settled: OperationResult,
) -> Result<bool, Fault> {
    let Some(mut row) = OperationRow::find(transaction, id)? else { return Ok(false) };
    if row.state != OperationState::Open {
        return Ok(false);
    }
    row.state = settled.state();
    row.put(transaction)?;
    Ok(true)
}

/// The open operations that have all of their files, and none that cannot be read.
pub(super) fn whole_open_operations(transaction: &SealedTransaction<'_>) -> Result<Vec<Operation>, Fault> {
    let unsettled = "SELECT * FROM operations WHERE state NOT IN (3, 12) ORDER BY id";
    let rows =
        read_rows(transaction, unsettled, &[], |row| Ok(OperationRow::read(row, transaction.key).ok()))?;
    let operations = rows.into_iter().flatten().filter_map(|row| row.with_files(transaction).ok());
    Ok(operations.filter(|operation| operation.is_whole).collect())
}

fn begin_file(
    transaction: &SealedTransaction<'_>,
    new: &NewOperation<'_>,
    operation: OperationId,
    file: &NewVersion<'_>,
) -> Result<VersionId, Fault> {
    let history = FileHistory::find_or_begin(transaction, file.root, file.path)?;
    let newest = history.newest()?;
    let seen = history.see(newest.as_ref(), file.before, file.is_sensitive, new.at)?;
    let parent = seen.or(newest.as_ref().map(|row| row.version.id));
    let mut base: Option<(Digest, &[u8])> = None;
    if let Some(state) = file.before {
        let content = keep(transaction, state, file.is_sensitive, None)?;
        base = Some((content.digest, state.bytes));
        if seen.is_none() && content.is_kept {
            newest.map(|row| row.set_kept(true, transaction)).transpose()?;
        }
    }
    let base = base.as_ref().map(|(digest, bytes)| (digest, *bytes));
    let content = file.after.map(|state| keep(transaction, state, file.is_sensitive, base)).transpose()?;
    let circumstances = Circumstances {
        at: new.at,
        author: new.author,
        change: &file.change,
        operation: Some(operation),
        temp: file.temp,
    };
    history.add(parent, content, &circumstances)
}

/// Whether an operation says what it did and, if it is open, has all that it takes to settle it.
pub(super) fn is_sound(transaction: &SealedTransaction<'_>, row: &Row<'_>) -> bool {
    let Ok(row) = OperationRow::read(row, transaction.key) else { return false };
    row.state != OperationState::Open || row.with_files(transaction).is_ok_and(|operation| operation.is_whole)
}

/// What the fields of a row are hashed for.
const PURPOSE: &str = "operation";

const ALTERED: Fault = Fault::Damaged("holds an operation that was altered");

/// A row of the table, without its checksum and its seal.
pub(super) struct OperationRow {
    id: OperationId,
    state: OperationState,
    began: UnixMillis,
    author: String,
    undoes: Option<OperationId>,
    files: u64,
}

impl OperationRow {
    fn find(transaction: &SealedTransaction<'_>, id: OperationId) -> Result<Option<Self>, Fault> {
        let one = "SELECT * FROM operations WHERE id = ?1";
        Ok(read_rows(transaction, one, params![id], |row| Self::read(row, transaction.key))?.pop())
    }

    pub(super) fn put(&self, transaction: &SealedTransaction<'_>) -> Result<(), Fault> {
        put_row(
            transaction,
            "operations",
            &[
                ("id", &self.id),
                ("state", &self.state.number()),
                ("began", &saturated(self.began.0)),
                ("author", &self.author),
                ("undoes", &self.undoes),
                ("files", &saturated(self.files)),
                ("checksum", &checksum(PURPOSE, &self.fields())),
                ("seal", &transaction.key.hash(PURPOSE, &self.fields())),
            ],
        )
    }

    /// Reads a row that has its checksum and the seal of this key.
    fn read(row: &Row<'_>, key: &SealKey) -> Result<Self, Fault> {
        let read = Self::read_unsealed(row)?;
        let has_seal = row.get::<_, Option<[u8; 32]>>("seal")? == Some(key.hash(PURPOSE, &read.fields()));
        if has_seal { Ok(read) } else { Err(ALTERED) }
    }

    /// Reads a row that has its checksum, which any program can make.
    pub(super) fn read_unsealed(row: &Row<'_>) -> Result<Self, Fault> {
        let read = Self {
            id: OperationId::read(row.get("id")?)?,
            state: OperationState::of(row.get("state")?).ok_or(ALTERED)?,
            began: UnixMillis(natural(row.get("began")?)?),
            author: row.get("author")?,
            undoes: row.get::<_, Option<i64>>("undoes")?.map(OperationId::read).transpose()?,
            files: natural(row.get("files")?)?,
        };
        let sum = checksum(PURPOSE, &read.fields());
        if row.get::<_, [u8; 32]>("checksum")? == sum { Ok(read) } else { Err(ALTERED) }
    }

    /// Everything that the row says, in an order that is part of the format.
    fn fields(&self) -> [Cow<'_, [u8]>; 6] {
        let number = |number: [u8; 8]| Cow::Owned(number.to_vec());
        [
            number(self.id.number().to_be_bytes()),
            number(self.state.number().to_be_bytes()),
            number(self.began.0.to_be_bytes()),
            Cow::Borrowed(self.author.as_bytes()),
            number(self.undoes.map_or(0, OperationId::number).to_be_bytes()),
            number(self.files.to_be_bytes()),
        ]
    }

    fn with_files(self, transaction: &SealedTransaction<'_>) -> Result<Operation, Fault> {
        let of_operation = format!("{VERSION_ROWS} WHERE v.operation = ?1 ORDER BY h.root, h.path");
        let parent = format!("{VERSION_ROWS} WHERE v.history = ?1 AND v.number = ?2");
        let mut files = Vec::new();
        for VersionRow { history, root, path, version: after, temp } in
            version_rows(transaction, &of_operation, params![self.id])?
        {
            let before = match after.parent {
                Some(id) => {
                    version_rows(transaction, &parent, params![history, id])?.pop().map(|row| row.version)
                }
                None => None,
            };
            files.push(OperationFile { root, path, before, after, temp });
        }
        let has_parent = |file: &OperationFile| file.before.is_some() || file.after.parent.is_none();
        let is_whole = files.len() as u64 == self.files && files.iter().all(has_parent);
        let Self { id, state, began, author, undoes, files: _ } = self;
        Ok(Operation { id, began, author, undoes, state, files, is_whole })
    }
}
