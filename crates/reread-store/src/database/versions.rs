//! Looking up the versions of a file, and noting what others made of it.

use std::collections::HashMap;

use reread_codes::Code;
use reread_text::Digest;
use rusqlite::params;

use super::history::FileHistory;
use super::operation::FileState;
use super::version::{DigestBeginning, Version, VersionId};
use super::version_row::{COUNTS, VERSION_ROWS, version_rows};
use super::{Database, DatabaseError, Durable, Fault, read_rows, saturated};
use crate::journal::UnixMillis;

impl Database {
    /// The newest version of each file of a root that has a history, by the name of the file.
    pub fn newest_versions(&self, root: &[u8]) -> Result<HashMap<Vec<u8>, VersionId>, DatabaseError> {
        let newest = format!(
            "SELECT h.path, max(v.number) AS number FROM versions v JOIN histories h ON h.id = v.history
             LEFT JOIN operations o ON o.id = v.operation
             WHERE h.root = ?1 AND {COUNTS} GROUP BY h.id"
        );
        let numbers = self.look(|transaction| {
            read_rows(transaction, &newest, params![root], |row| {
                Ok((row.get("path")?, VersionId::read(row.get("number")?)?))
            })
        })?;
        Ok(numbers.into_iter().collect())
    }
}

/// Why a version was not looked up.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum VersionError {
    #[error("{beginning} is the beginning of several digests: {one} and {another}")]
    Ambiguous { beginning: DigestBeginning, one: Digest, another: Digest },
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl VersionError {
    /// The stable word callers branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::Ambiguous { .. } => Code::AmbiguousVersion,
            Self::Database(error) => error.code(),
        }
    }
}

/// The history of one file: finding versions, and recording what the disk holds.
#[derive(Debug, Clone, Copy)]
pub struct FileVersions<'d> {
    pub(super) database: &'d Database,
    pub(super) root: &'d [u8],
    pub(super) path: &'d [u8],
}

impl FileVersions<'_> {
    /// The versions of a file, newest first: at most so many, and only those before this one.
    pub fn list(&self, before: Option<VersionId>, limit: usize) -> Result<Vec<Version>, DatabaseError> {
        let before = before.map_or(i64::MAX, |id| saturated(id.number()));
        self.database.look(|transaction| {
            let page = format!(
                "{VERSION_ROWS} WHERE h.root = ?1 AND h.path = ?2 AND v.number < ?3 AND {COUNTS}
                 ORDER BY v.number DESC LIMIT ?4"
            );
            let page = version_rows(
                transaction,
                &page,
                params![self.root, self.path, before, saturated(limit as u64)],
            )?;
            Ok(page.into_iter().map(|row| row.version).collect())
        })
    }

    /// The version of a file with this number.
    pub fn get(&self, id: VersionId) -> Result<Option<Version>, DatabaseError> {
        let one = format!("{VERSION_ROWS} WHERE h.root = ?1 AND h.path = ?2 AND v.number = ?3 AND {COUNTS}");
        let found = self
            .database
            .look(|transaction| version_rows(transaction, &one, params![self.root, self.path, id]))?;
        Ok(found.into_iter().next().map(|row| row.version))
    }

    /// The newest version of a file whose content has a digest that begins like this.
    pub fn with_digest(&self, beginning: &DigestBeginning) -> Result<Option<Version>, VersionError> {
        let alike = format!(
            "{VERSION_ROWS} WHERE h.root = ?1 AND h.path = ?2 AND {COUNTS}
                 AND substr(lower(hex(v.digest)), 1, length(?3)) = ?3 AND v.digest IS NOT ?4
             ORDER BY v.number DESC LIMIT 1"
        );
        let digits = beginning.to_string();
        let (newest, other) = self.database.look(|transaction| {
            let find = |except: Option<&Digest>| {
                let parameters = params![self.root, self.path, digits, except.map(Digest::as_bytes)];
                Ok::<_, Fault>(version_rows(transaction, &alike, parameters)?.pop().map(|row| row.version))
            };
            let newest = find(None)?;
            let digest = newest.as_ref().and_then(|version| version.content).map(|content| content.digest);
            let other = digest.map(|digest| find(Some(&digest))).transpose()?.flatten();
            Ok((newest, other))
        })?;
        let [one, another] = [&newest, &other].map(|version| Some(version.as_ref()?.content?.digest));
        match (one, another) {
            (Some(one), Some(another)) => {
                Err(VersionError::Ambiguous { beginning: beginning.clone(), one, another })
            }
            _ => Ok(newest),
        }
    }

    /// Notes what the disk holds: a new version if others changed the file since its newest one.
    ///
    /// A file without history gets none: there is nothing that it differs from. Nor is anything noted while an operation
    /// on the file is open, since it is not known yet whose change that is. A power cut may take the note back; the bytes
    /// are on the disk. Bytes too long to be kept are noted by their digest.
    pub fn note_seen(
        &self,
        state: Option<FileState<'_>>,
        is_sensitive: bool,
        at: UnixMillis,
    ) -> Result<Option<VersionId>, DatabaseError> {
        self.database.change(Durable::Later, |transaction| {
            let Some(history) = FileHistory::find(transaction, self.root, self.path)? else {
                return Ok(None);
            };
            history.see_unless_open(state, is_sensitive, at)
        })
    }

    /// Notes what was on the disk when it was shown, which may be a while ago: as [`FileVersions::note_seen`], but what came to
    /// the history since then is not followed by something older. `at` is when the file came to hold it.
    ///
    /// So nothing is noted that any version holds already, be it one that was taken back, or that is no newer than the newest.
    pub fn note_shown(
        &self,
        state: FileState<'_>,
        at: UnixMillis,
    ) -> Result<Option<VersionId>, DatabaseError> {
        self.database.change(Durable::Later, |transaction| {
            let Some(history) = FileHistory::find(transaction, self.root, self.path)? else {
                return Ok(None);
            };
            let newest = history.newest()?;
            let is_late = newest.is_some_and(|newest| newest.version.time >= at);
            if is_late || history.holds(&Digest::of(state.bytes))? {
                return Ok(None);
            }
            history.see_unless_open(Some(state), false, at)
        })
    }

    /// Keeps what others wrote and an operation took the name from, as a version that is on the disk when the call returns.
    ///
    /// That comes before the operation is settled: if the process dies before that, recovery finds the bytes
    /// again, and what is kept twice is one version.
    pub fn keep_displaced(
        &self,
        state: FileState<'_>,
        is_sensitive: bool,
        at: UnixMillis,
    ) -> Result<(), DatabaseError> {
        self.database.change(Durable::Now, |transaction| {
            let history = FileHistory::find_or_begin(transaction, self.root, self.path)?;
            let newest = history.newest_settled()?;
            history.see(newest.as_ref(), Some(state), is_sensitive, at).map(drop)
        })
    }

    /// Notes a change of others that was seen from its beginning to its end: as [`FileVersions::note_seen`], but a file without
    /// history gets one, of both versions. It is durable.
    pub fn note_change(
        &self,
        before: Option<FileState<'_>>,
        after: Option<FileState<'_>>,
        is_sensitive: bool,
        at: UnixMillis,
    ) -> Result<Option<VersionId>, DatabaseError> {
        self.database.change(Durable::Now, |transaction| {
            let history = match FileHistory::find(transaction, self.root, self.path)? {
                Some(history) => history,
                None => {
                    let history = FileHistory::find_or_begin(transaction, self.root, self.path)?;
                    history.see(None, before, is_sensitive, at)?;
                    history
                }
            };
            history.see_unless_open(after, is_sensitive, at)
        })
    }
}
