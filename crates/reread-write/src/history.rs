//! What a file held before: its versions, and what they differ in.
//!
//! Rules are those of today, whatever they were when a version came about: what may not be read now has no past, either.

use reread_access::{Access, ExactFile, FileName, OpenError, text_digits};
use reread_codes::Code;
use reread_context::TagDigits;
use reread_path::RootedPath;
use reread_store::{DatabaseError, DigestBeginning, JournalError, Version, VersionError, VersionId};
use reread_text::{Diff, DiffLimits, DiffNames, Digest, unified_diff};

use crate::history_name::history_key;

/// Versions of files, and what they differ in.
#[derive(Clone, Copy, Debug)]
pub struct History<'a> {
    pub(crate) access: &'a Access,
}

impl<'a> History<'a> {
    /// Over files that may be reached by this access.
    pub fn new(access: &'a Access) -> Self {
        Self { access }
    }
}

/// The versions of a file.
#[derive(Clone, Debug)]
pub struct HistoryReply {
    /// Which file.
    pub name: FileName,
    /// Newest first.
    pub versions: Vec<Version>,
    /// Whether there are older ones.
    pub has_more: bool,
    /// What the disk holds; `None` if there is no file.
    pub current: Option<Digest>,
}

/// What two versions differ in.
#[derive(Clone, Debug)]
pub struct VersionDiffReply {
    /// Which file.
    pub name: FileName,
    /// What it is called on either side.
    pub sides: (String, String),
    /// What each holds; `None` if there was no file.
    pub digests: (Option<Digest>, Option<Digest>),
    /// From one to the other.
    pub diff: Diff,
    /// The keyed digits that close it.
    pub frame: TagDigits,
}

/// What a version holds, byte for byte.
#[derive(Clone, Debug)]
pub struct VersionReply {
    /// Which file.
    pub name: FileName,
    /// Which version, by its number.
    pub version: String,
    /// What it holds.
    pub digest: Digest,
    /// The whole content of the version.
    pub bytes: Vec<u8>,
}

/// Why a past cannot be shown.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "names are as the caller wrote them; the messages say the rest")]
pub enum HistoryError {
    /// The name could not be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("there is no usable state directory, so there is no history")]
    NoState,
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// It is unknown what the records need.
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("`{version}` is no known version of {name}")]
    UnknownVersion {
        name: String,
        version: String,
        /// The newest that there is.
        newest: Option<VersionId>,
    },
    #[error("`{version}` is the beginning of several digests of {name}")]
    Ambiguous { name: String, version: String },
    #[error("the bytes of {version} of {name} are not kept")]
    NotKept {
        name: String,
        /// Its number in the history, such as `v3`.
        version: String,
    },
    #[error("there was no {name} in {version}")]
    NoFile {
        name: String,
        /// Its number in the history, such as `v3`.
        version: String,
    },
    #[error("{0} has no history: nothing was written to it through reread")]
    NoHistory(String),
    #[error("the versions of {0} are too long to be compared")]
    TooLong(String),
}

impl HistoryError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            HistoryError::Open(error) => error.code(),
            HistoryError::NoState => Code::NoState,
            HistoryError::Database(error) => error.code(),
            HistoryError::Journal(error) => error.code(),
            HistoryError::UnknownVersion { .. } => Code::UnknownVersion,
            HistoryError::Ambiguous { .. } => Code::AmbiguousVersion,
            HistoryError::NotKept { .. } => Code::ContentNotKept,
            HistoryError::NoFile { .. } => Code::Missing,
            HistoryError::NoHistory(_) => Code::NoHistory,
            HistoryError::TooLong(_) => Code::TooLarge,
        }
    }
}

/// What stands for what is there now, in place of a version.
pub const ON_DISK: &str = "disk";

/// One side of a comparison.
struct VersionText {
    called: String,
    digest: Option<Digest>,
    bytes: Vec<u8>,
}

impl History<'_> {
    /// The versions of a file, newest first, beginning before one of them.
    pub fn file_history(
        &self,
        name: &str,
        before: Option<VersionId>,
        limit: usize,
    ) -> Result<HistoryReply, HistoryError> {
        let (name, disk) = self.with_past(name)?;
        let database = self.access.state().ok_or(HistoryError::NoState)?.database()?;
        let (root, path) = history_key(self.access, &name);
        let mut versions = database.versions(root, path).list(before, limit.saturating_add(1))?;
        let has_more = versions.len() > limit;
        versions.truncate(limit);
        Ok(HistoryReply { versions, has_more, current: disk.as_deref().map(Digest::of), name })
    }

    /// What two versions of a file differ in. Without the second it is what is there now; without the first it is the
    /// version that was written last.
    pub fn version_diff(
        &self,
        name: &str,
        first: Option<&str>,
        second: Option<&str>,
        context_lines: u64,
    ) -> Result<VersionDiffReply, HistoryError> {
        let (name, disk) = self.with_past(name)?;
        let old = match first {
            Some(first) => self.version_text(&name, first, disk.as_deref())?,
            None => match self.last_written(&name)? {
                Some(version) => self.text_of(&name, &version)?,
                None => return Err(HistoryError::NoHistory(name.requested)),
            },
        };
        let new = self.version_text(&name, second.unwrap_or(ON_DISK), disk.as_deref())?;
        if !DiffLimits::default().affordable(&old.bytes, &new.bytes) {
            return Err(HistoryError::TooLong(name.requested));
        }
        let path = name.path.to_string();
        let side = |text: &VersionText, letter: &str| match text.digest {
            Some(_) => format!("{letter}/{path}"),
            None => "/dev/null".to_owned(),
        };
        let names = DiffNames { old: &side(&old, "a"), new: &side(&new, "b") };
        let diff = unified_diff(&old.bytes, &new.bytes, names, context_lines);
        Ok(VersionDiffReply {
            frame: text_digits(self.access, &name, &diff.text),
            name,
            sides: (old.called, new.called),
            digests: (old.digest, new.digest),
            diff,
        })
    }

    /// What a version of a file holds. It is the past of a file, and no evidence of what is there.
    pub fn version_bytes(&self, name: &str, version: &str) -> Result<VersionReply, HistoryError> {
        let (name, disk) = self.with_past(name)?;
        let text = self.version_text(&name, version, disk.as_deref())?;
        let Some(digest) = text.digest else {
            return Err(HistoryError::NoFile { name: name.requested, version: text.called });
        };
        Ok(VersionReply { name, version: text.called, digest, bytes: text.bytes })
    }

    /// A file that may be read, with what it holds; or a name that could be one, since a file that is gone has a past.
    fn with_past(&self, name: &str) -> Result<(FileName, Option<Vec<u8>>), OpenError> {
        match self.access.locate(name, true) {
            Ok(located) => {
                let most = self.access.settings().limits.digest_bytes;
                if located.facts.size > most {
                    let source = std::io::Error::other(format!("it has more than {most} bytes"));
                    return Err(located.io_error(source));
                }
                let taken = located.snapshot()?;
                Ok((located.name, Some(taken.value.bytes.to_vec())))
            }
            Err(missing @ OpenError::Missing { .. }) => {
                let Some(ExactFile { root, path, .. }) = self.place_of_absent(name) else {
                    return Err(missing);
                };
                let requested = reread_path::spell(name.as_bytes()).into_owned();
                Ok((FileName { requested, path, root, readings: Vec::new() }, None))
            }
            Err(error) => Err(error),
        }
    }

    fn version_text(
        &self,
        name: &FileName,
        version: &str,
        disk: Option<&[u8]>,
    ) -> Result<VersionText, HistoryError> {
        if version == ON_DISK {
            let (called, digest) = (ON_DISK.to_owned(), disk.map(Digest::of));
            return Ok(VersionText { called, digest, bytes: disk.unwrap_or_default().to_vec() });
        }
        let found = self.find_version(name, version)?;
        self.text_of(name, &found)
    }

    /// The last version of a file that was written here; an external change since then is none.
    pub(crate) fn last_written(&self, name: &FileName) -> Result<Option<Version>, HistoryError> {
        let database = self.access.state().ok_or(HistoryError::NoState)?.database()?;
        let (root, path) = history_key(self.access, name);
        let mut before = None;
        // External changes may be many; the last one of ours is below them.
        loop {
            let page = database.versions(root, path).list(before, 64)?;
            let Some(oldest) = page.last().map(|version| version.id) else { return Ok(None) };
            if let Some(version) = page.into_iter().find(|version| version.operation.is_some()) {
                return Ok(Some(version));
            }
            before = Some(oldest);
        }
    }

    /// A version by its number, or by the beginning of its digest.
    pub(crate) fn find_version(&self, name: &FileName, version: &str) -> Result<Version, HistoryError> {
        let database = self.access.state().ok_or(HistoryError::NoState)?.database()?;
        let (root, path) = history_key(self.access, name);
        let named = || (name.requested.clone(), reread_text::visible_line(version).into_owned());
        let found = match (version.parse::<VersionId>(), version.parse::<DigestBeginning>()) {
            (Ok(id), _) => database.versions(root, path).get(id)?,
            (_, Ok(beginning)) => match database.versions(root, path).with_digest(&beginning) {
                Err(VersionError::Ambiguous { .. }) => {
                    let (name, version) = named();
                    return Err(HistoryError::Ambiguous { name, version });
                }
                Err(VersionError::Database(error)) => return Err(error.into()),
                Ok(found) => found,
            },
            _ => None,
        };
        if let Some(found) = found {
            return Ok(found);
        }
        let newest = database.versions(root, path).list(None, 1)?.first().map(|version| version.id);
        let (name, version) = named();
        Err(HistoryError::UnknownVersion { name, version, newest })
    }

    /// The bytes of a version; none if there was no file.
    pub(crate) fn bytes_of_past(
        &self,
        name: &FileName,
        version: &Version,
    ) -> Result<Option<Vec<u8>>, HistoryError> {
        let Some(content) = version.content else { return Ok(None) };
        let database = self.access.state().ok_or(HistoryError::NoState)?.database()?;
        match database.kept_bytes(&content.digest)? {
            Some(bytes) => Ok(Some(bytes)),
            None => {
                Err(HistoryError::NotKept { name: name.requested.clone(), version: version.id.to_string() })
            }
        }
    }

    fn text_of(&self, name: &FileName, version: &Version) -> Result<VersionText, HistoryError> {
        let bytes = self.bytes_of_past(name, version)?;
        let digest = version.content.map(|content| content.digest);
        Ok(VersionText { called: version.id.to_string(), digest, bytes: bytes.unwrap_or_default() })
    }

    /// Where a file would be that is not there, if it may be read.
    fn place_of_absent(&self, name: &str) -> Option<ExactFile> {
        let first = self.access.candidates(name, true).ok()?.into_iter().next()?;
        let path: RootedPath = self.access.would_be(&first).ok()??;
        self.access.judge("", &[&first.path, &path], first.root).ok()?;
        Some(ExactFile { root: first.root, path, digest: None })
    }
}
