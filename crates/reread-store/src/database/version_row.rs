//! A version as a row of the database.
//!
//! The row has a checksum over all that it says, the name of its file included: one that was altered is an error, and
//! never a version.

use rusqlite::{Row, ToSql, Transaction};

use super::operation::{OperationId, OperationState};
use super::seal::checksum;
use super::version::{Version, VersionContent, VersionId, VersionOrigin};
use super::{Fault, digest_in, natural, put_row, read_rows, saturated};
use crate::journal::UnixMillis;

/// What the rows of versions are read from, with everything that [`Entry::read`] wants.
pub(super) const VERSION_ROWS: &str = "
    SELECT v.history, h.root, h.path, v.number, v.parent, v.time, v.author, v.change, v.other, v.digest, v.size, v.mode,
           v.is_kept, v.operation, v.temp, v.checksum, o.state
    FROM versions v JOIN histories h ON h.id = v.history LEFT JOIN operations o ON o.id = v.operation";

/// What became of an operation that was undone is no version of anything.
pub(super) const COUNTS: &str = "o.state IS NOT 12";

/// A row of the table, with what it is joined to.
#[derive(Debug)]
pub(super) struct VersionRow {
    pub(super) history: i64,
    pub(super) root: Vec<u8>,
    pub(super) path: Vec<u8>,
    pub(super) version: Version,
    pub(super) temp: Option<Vec<u8>>,
}

impl VersionRow {
    /// Writes the row, over one with the same number.
    pub(super) fn put(&self, transaction: &Transaction<'_>) -> Result<(), Fault> {
        let Version { id, parent, time, author, change, content, operation, is_open: _ } = &self.version;
        put_row(
            transaction,
            "versions",
            &[
                ("history", &self.history),
                ("number", id),
                ("parent", parent),
                ("time", &saturated(time.0)),
                ("author", author),
                ("change", &change.number()),
                ("other", &change.other()),
                ("digest", &content.as_ref().map(|content| content.digest.as_bytes())),
                ("size", &content.map(|content| saturated(content.size))),
                ("mode", &content.map(|content| content.mode)),
                ("is_kept", &content.is_some_and(|content| content.is_kept)),
                ("operation", operation),
                ("temp", &self.temp),
                ("checksum", &self.checksum()),
            ],
        )
    }

    /// Records that no operation is known to have made it.
    pub(super) fn alone(mut self, transaction: &Transaction<'_>) -> Result<(), Fault> {
        self.version.operation = None;
        self.put(transaction)
    }

    /// Records whether the bytes are kept from now on.
    pub(super) fn set_kept(mut self, is_kept: bool, transaction: &Transaction<'_>) -> Result<(), Fault> {
        match &mut self.version.content {
            Some(content) if content.is_kept != is_kept => content.is_kept = is_kept,
            Some(_) | None => return Ok(()),
        }
        self.put(transaction)
    }

    pub(super) fn read(row: &Row<'_>) -> Result<Self, Fault> {
        let content = match (digest_in(row, "digest")?, row.get::<_, Option<i64>>("size")?, row.get("mode")?)
        {
            (None, None, None) => None,
            (Some(digest), Some(size), Some(mode)) => {
                Some(VersionContent { digest, size: natural(size)?, mode, is_kept: row.get("is_kept")? })
            }
            _ => return Err(ALTERED),
        };
        let state = row.get::<_, Option<i64>>("state")?;
        let state = state.map(|state| OperationState::of(state).ok_or(ALTERED)).transpose()?;
        let version = Version {
            id: VersionId::read(row.get("number")?)?,
            parent: row.get::<_, Option<i64>>("parent")?.map(VersionId::read).transpose()?,
            time: UnixMillis(natural(row.get("time")?)?),
            author: row.get("author")?,
            change: VersionOrigin::of(row.get("change")?, row.get("other")?).ok_or(ALTERED)?,
            content,
            operation: row.get::<_, Option<i64>>("operation")?.map(OperationId::read).transpose()?,
            is_open: state == Some(OperationState::Open),
        };
        let read = Self {
            history: row.get("history")?,
            root: row.get("root")?,
            path: row.get("path")?,
            version,
            temp: row.get("temp")?,
        };
        if row.get::<_, [u8; 32]>("checksum")? == read.checksum() { Ok(read) } else { Err(ALTERED) }
    }

    fn checksum(&self) -> [u8; 32] {
        let Version { id, parent, time, author, change, content, operation, is_open: _ } = &self.version;
        let number = |number: Option<u64>| number.map_or([0; 8], u64::to_be_bytes);
        let temp = self.temp.as_deref();
        let content = content.map(|content| {
            let VersionContent { digest, size, mode, is_kept } = content;
            [digest.as_bytes(), &size.to_be_bytes()[..], &mode.to_be_bytes(), &[u8::from(is_kept)]].concat()
        });
        let fields: [&[u8]; 11] = [
            &self.root,
            &self.path,
            &number(Some(id.number())),
            &number(parent.map(VersionId::number)),
            &number(Some(time.0)),
            author.as_bytes(),
            &change.number().to_be_bytes(),
            change.other().unwrap_or_default(),
            content.as_deref().unwrap_or_default(),
            &number(operation.map(OperationId::number)),
            // A name is never empty.
            temp.unwrap_or_default(),
        ];
        checksum("version", &fields)
    }
}

const ALTERED: Fault = Fault::Damaged("holds a version that was altered");

pub(super) fn version_rows(
    transaction: &Transaction<'_>,
    query: &str,
    parameters: &[&dyn ToSql],
) -> Result<Vec<VersionRow>, Fault> {
    read_rows(transaction, query, parameters, VersionRow::read)
}
