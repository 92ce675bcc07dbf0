//! A version as a row of the database.
//!
//! The row has a checksum and a seal over all that it says, the name of its file included: one that was altered, or that
//! was written without the key, is an error and never a version. The checksum alone is what a row is known by when the
//! key is lost, and the user adopts the directory.

use std::borrow::Cow;

use reread_path::{RootedPath, TempName};
use rusqlite::{Row, ToSql};

use super::operation::{OperationId, OperationState};
use super::version::{Version, VersionContent, VersionId, VersionOrigin};
use super::{Fault, digest_in, natural, put_row, read_rows, saturated};
use crate::journal::UnixMillis;
use crate::seal::{SealKey, SealedTransaction, checksum};

/// What the rows of versions are read from, with everything that [`Entry::read`] wants.
pub(super) const VERSION_ROWS: &str = "
    SELECT v.history, h.root, h.path, v.number, v.parent, v.time, v.author, v.change, v.other, v.digest, v.size, v.mode,
           v.is_kept, v.operation, v.temp, v.checksum, v.seal, o.state
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
    pub(super) temp: Option<TempName>,
}

impl VersionRow {
    /// Writes the row, over one with the same number.
    pub(super) fn put(&self, transaction: &SealedTransaction<'_>) -> Result<(), Fault> {
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
                ("temp", &self.temp.as_ref().map(TempName::as_bytes)),
                ("checksum", &checksum(PURPOSE, &self.fields())),
                ("seal", &transaction.key.hash(PURPOSE, &self.fields())),
            ],
        )
    }

    /// Records that no operation is known to have made it.
    pub(super) fn alone(mut self, transaction: &SealedTransaction<'_>) -> Result<(), Fault> {
        self.version.operation = None;
        self.put(transaction)
    }

    /// Records whether the bytes are kept from now on.
    pub(super) fn set_kept(
        mut self,
        is_kept: bool,
        transaction: &SealedTransaction<'_>,
    ) -> Result<(), Fault> {
        match &mut self.version.content {
            Some(content) if content.is_kept != is_kept => content.is_kept = is_kept,
            Some(_) | None => return Ok(()),
        }
        self.put(transaction)
    }

    /// Reads a row that has its checksum and the seal of this key.
    pub(super) fn read(row: &Row<'_>, key: &SealKey) -> Result<Self, Fault> {
        let read = Self::read_unsealed(row)?;
        let has_seal = row.get::<_, Option<[u8; 32]>>("seal")? == Some(key.hash(PURPOSE, &read.fields()));
        if has_seal { Ok(read) } else { Err(ALTERED) }
    }

    /// Reads a row that has its checksum, which any program can make.
    pub(super) fn read_unsealed(row: &Row<'_>) -> Result<Self, Fault> {
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
        let temp: Option<Vec<u8>> = row.get("temp")?;
        let read = Self {
            history: row.get("history")?,
            root: row.get("root")?,
            path: row.get("path")?,
            version,
            temp: temp.map(|temp| TempName::from_bytes(&temp).map_err(|_| ALTERED)).transpose()?,
        };
        if !is_name(&read.path) || !read.version.change.other().is_none_or(is_name) {
            return Err(ALTERED);
        }
        let sum = checksum(PURPOSE, &read.fields());
        if row.get::<_, [u8; 32]>("checksum")? == sum { Ok(read) } else { Err(ALTERED) }
    }

    /// Everything that the row says, in an order that is part of the format.
    fn fields(&self) -> [Cow<'_, [u8]>; 11] {
        let Version { id, parent, time, author, change, content, operation, is_open: _ } = &self.version;
        let number = |number: Option<u64>| Cow::Owned(number.unwrap_or(0).to_be_bytes().to_vec());
        let content = content.map(|content| {
            let VersionContent { digest, size, mode, is_kept } = content;
            [digest.as_bytes(), &size.to_be_bytes()[..], &mode.to_be_bytes(), &[u8::from(is_kept)]].concat()
        });
        [
            Cow::Borrowed(&*self.root),
            Cow::Borrowed(&*self.path),
            number(Some(id.number())),
            number(parent.map(VersionId::number)),
            number(Some(time.0)),
            Cow::Borrowed(author.as_bytes()),
            Cow::Owned(change.number().to_be_bytes().to_vec()),
            Cow::Borrowed(change.other().unwrap_or_default()),
            Cow::Owned(content.unwrap_or_default()),
            number(operation.map(OperationId::number)),
            // A name is never empty.
            Cow::Borrowed(self.temp.as_ref().map_or(&[], TempName::as_bytes)),
        ]
    }
}

/// What the fields are hashed for.
const PURPOSE: &str = "version";

/// Whether bytes name a file beneath a root. Any others were not written by us.
pub(super) fn is_name(path: &[u8]) -> bool {
    RootedPath::from_bytes(path).is_ok_and(|path| !path.is_root())
}

const ALTERED: Fault = Fault::Damaged("holds a version that was altered");

pub(super) fn version_rows(
    transaction: &SealedTransaction<'_>,
    query: &str,
    parameters: &[&dyn ToSql],
) -> Result<Vec<VersionRow>, Fault> {
    read_rows(transaction, query, parameters, |row| VersionRow::read(row, transaction.key))
}
