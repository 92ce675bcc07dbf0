//! The versions of one file, and how one more is added.

use reread_path::TempName;
use reread_text::Digest;
use rusqlite::{OptionalExtension as _, params};

use super::approvals::LONGEST_NAME;
use super::operation::{FileState, OperationId, OperationState};
use super::packing::LONGEST_CONTENT;
use super::version::{Version, VersionContent, VersionId, VersionOrigin};
use super::version_row::{COUNTS, VERSION_ROWS, VersionRow, version_rows};
use super::{Fault, blobs, execute, query_row, storable};
use crate::cut::clean;
use crate::journal::UnixMillis;
use crate::seal::SealedTransaction;

/// Who made what we did not.
const OTHERS: &str = "external";

/// The versions of one file.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileHistory<'f> {
    transaction: &'f SealedTransaction<'f>,
    id: i64,
    root: &'f [u8],
    path: &'f [u8],
}

impl<'f> FileHistory<'f> {
    pub(super) fn find(
        transaction: &'f SealedTransaction<'_>,
        root: &'f [u8],
        path: &'f [u8],
    ) -> Result<Option<Self>, Fault> {
        let found = "SELECT id FROM histories WHERE root = ?1 AND path = ?2";
        let id = query_row(transaction, found, [root, path], |row| row.get(0)).optional()?;
        Ok(id.map(|id| Self { transaction, id, root, path }))
    }

    pub(super) fn find_or_begin(
        transaction: &'f SealedTransaction<'_>,
        root: &'f [u8],
        path: &'f [u8],
    ) -> Result<Self, Fault> {
        if let Some(history) = Self::find(transaction, root, path)? {
            return Ok(history);
        }
        let begin = "INSERT INTO histories (root, path, last, pruned) VALUES (?1, ?2, 0, 0)";
        execute(transaction, begin, [root, path])?;
        Ok(Self { transaction, id: transaction.last_insert_rowid(), root, path })
    }

    /// The newest version that counts.
    pub(super) fn newest(&self) -> Result<Option<VersionRow>, Fault> {
        self.newest_where(COUNTS)
    }

    /// The newest version that counts, whatever an open operation is about to make of the file.
    pub(super) fn newest_settled(&self) -> Result<Option<VersionRow>, Fault> {
        self.newest_where(&format!("{COUNTS} AND o.state IS NOT {}", OperationState::Open.number()))
    }

    fn newest_where(&self, condition: &str) -> Result<Option<VersionRow>, Fault> {
        let newest =
            format!("{VERSION_ROWS} WHERE v.history = ?1 AND {condition} ORDER BY v.number DESC LIMIT 1");
        Ok(version_rows(self.transaction, &newest, params![self.id])?.pop())
    }

    /// The open operation that the file is part of. Bytes that others lost to it may have become versions since it began.
    pub(super) fn open_operation(&self) -> Result<Option<OperationId>, Fault> {
        let open = "SELECT o.id FROM operations o JOIN versions v ON v.operation = o.id
                    WHERE o.state NOT IN (3, 12) AND v.history = ?1";
        let id = query_row(self.transaction, open, [self.id], |row| row.get(0)).optional()?;
        id.map(OperationId::read).transpose()
    }

    /// Whether any version has these bytes, whatever became of it.
    pub(super) fn holds(&self, digest: &Digest) -> Result<bool, Fault> {
        let holding = "SELECT EXISTS (SELECT 1 FROM versions WHERE history = ?1 AND digest = ?2)";
        Ok(query_row(self.transaction, holding, params![self.id, digest.as_bytes()], |row| row.get(0))?)
    }

    /// Adds what the disk holds unless the newest version says the same.
    pub(super) fn see(
        &self,
        newest: Option<&VersionRow>,
        state: Option<FileState<'_>>,
        is_sensitive: bool,
        at: UnixMillis,
    ) -> Result<Option<VersionId>, Fault> {
        let of_newest = newest.and_then(|row| row.version.content);
        let is_known = match (&of_newest, state) {
            (None, None) => true,
            (Some(content), Some(state)) => content.mode == state.mode && content.digest == state.digest,
            (None, Some(_)) | (Some(_), None) => false,
        };
        if is_known {
            return Ok(None);
        }
        let content = match state {
            None => None,
            Some(state) => {
                let known = of_newest.filter(|content| content.is_kept).map(|content| content.digest);
                let load = |digest| Ok(blobs::load(self.transaction, &digest)?.map(|bytes| (digest, bytes)));
                let base = blobs::readable(known.map_or(Ok(None), load))?;
                let base = base.as_ref().map(|(digest, bytes)| (digest, bytes.as_slice()));
                Some(keep(self.transaction, state, is_sensitive, base)?)
            }
        };
        let new =
            Circumstances { at, author: OTHERS, change: &VersionOrigin::Seen, operation: None, temp: None };
        self.add(newest.map(|row| row.version.id), content, &new).map(Some)
    }

    /// The same, unless an operation on the file is open: then it is not known yet whose change that is.
    pub(super) fn see_unless_open(
        &self,
        state: Option<FileState<'_>>,
        is_sensitive: bool,
        at: UnixMillis,
    ) -> Result<Option<VersionId>, Fault> {
        if self.open_operation()?.is_some() {
            return Ok(None);
        }
        let newest = self.newest()?;
        self.see(newest.as_ref(), state, is_sensitive, at)
    }

    /// Adds a version under the next number.
    pub(super) fn add(
        &self,
        parent: Option<VersionId>,
        content: Option<VersionContent>,
        new: &Circumstances<'_>,
    ) -> Result<VersionId, Fault> {
        // The counter has no seal. One that was set back must not let a new version take the place of another.
        let newest = "SELECT coalesce(max(number), 0) FROM versions WHERE history = ?1";
        let next =
            &format!("UPDATE histories SET last = max(last, ({newest})) + 1 WHERE id = ?1 RETURNING last");
        let id = VersionId::read(query_row(self.transaction, next, [self.id], |row| row.get(0))?)?;
        let version = Version {
            id,
            parent,
            time: storable(new.at),
            author: clean(new.author, LONGEST_NAME),
            change: new.change.clone(),
            content,
            operation: new.operation,
            is_open: false,
        };
        let row = VersionRow {
            history: self.id,
            root: self.root.to_vec(),
            path: self.path.to_vec(),
            version,
            temp: new.temp,
        };
        row.put(self.transaction)?;
        Ok(id)
    }
}

/// What a new version is told besides its content.
pub(super) struct Circumstances<'a> {
    pub(super) at: UnixMillis,
    pub(super) author: &'a str,
    pub(super) change: &'a VersionOrigin,
    pub(super) operation: Option<OperationId>,
    pub(super) temp: Option<TempName>,
}

/// Keeps the bytes of a file that may be kept.
pub(super) fn keep(
    transaction: &SealedTransaction<'_>,
    state: FileState<'_>,
    is_sensitive: bool,
    base: Option<(&Digest, &[u8])>,
) -> Result<VersionContent, Fault> {
    let (digest, size) = (state.digest, state.bytes.len() as u64);
    let is_kept = !is_sensitive && size <= LONGEST_CONTENT;
    if is_kept {
        blobs::keep(transaction, &digest, state.bytes, base)?;
    }
    Ok(VersionContent { digest, size, mode: state.mode, is_kept })
}
