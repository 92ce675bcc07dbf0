//! The registry: which files the workspace has, and what each held when it was last looked at.
//!
//! It is an index of the disk, kept in the state directory, and never evidence of what a caller holds. Names come from a
//! walk ([`reread_access`]), so it knows exactly the regular files that listing may name and searching may read. What the
//! rules deny, and what needs approval, is not in it; of a file whose name says that it holds secrets, and of one that is
//! too large to be hashed, there is no digest.
//!
//! Bringing it up to date takes a walk and a look at each file's size, times and number. Only what differs is read, and
//! what was read too soon after it was written to tell ([`survey`]). A store through a shared mapping may change bytes and
//! none of these, so a digest of the registry never answers for the file: certainty takes a read.

mod known;
mod survey;
mod totals;
mod written;

use std::collections::{HashMap, HashSet};
use std::time::{SystemTime, UNIX_EPOCH};

use reread_access::{Access, FileTag, PassedOver, Starts, Watch, short_version};
use reread_code::Language;
use reread_config::Settings;
use reread_disk::{FolderWatch, Root};
use reread_path::{RootedPath, Rules};
use reread_store::{Database, DatabaseError, FileChanges, FileRow, VersionId};
use reread_text::{Digest, DigestBuilder};

use self::known::Known;
use self::survey::Survey;
pub use self::totals::tree_totals;
pub use self::written::note_written;
use crate::searcher::SearchMemory;

/// More files than this are not kept: they would not fit the memory that an index may take.
const MOST_FILES: u64 = 500_000;

/// Keeps the registry up to date, and answers from it.
#[derive(Clone, Copy, Debug)]
pub struct Registry<'a> {
    pub(crate) access: &'a Access,
    pub(crate) memory: &'a SearchMemory,
}

impl<'a> Registry<'a> {
    /// The registry of what may be read.
    pub fn new(access: &'a Access, memory: &'a SearchMemory) -> Self {
        Self { access, memory }
    }
}

/// What bringing the registry up to date came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexReply {
    /// Files that are in it now.
    pub files: u64,
    /// Their sizes together.
    pub bytes: u64,
    /// Files that were read, being new or changed, or perhaps changed.
    pub read: u64,
    /// Files that are there no more.
    pub forgotten: u64,
    /// Files with names that this workspace does not know, which may be secrets.
    pub several_names: u64,
    /// What the walk passed over.
    pub passed_over: PassedOver,
}

/// A file of the registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedFile {
    /// Index of its root among the roots of the workspace.
    pub root: usize,
    /// The name beneath it.
    pub path: RootedPath,
    /// Its length.
    pub size: u64,
    /// The time of its last change, in milliseconds since 1970.
    pub modified_unix_ms: i64,
    /// What it held; `None` if that may not be kept, or it is too large.
    pub digest: Option<Digest>,
    /// Its language, if that is known.
    pub language: Option<Language>,
    /// What it is for.
    pub tags: Vec<FileTag>,
    /// Whether its name says that it holds secrets.
    pub is_sensitive: bool,
    /// The newest version in its history, if it was looked up and there is one.
    pub version: Option<VersionId>,
}

impl IndexedFile {
    /// The beginning of its digest, as summaries name it.
    pub fn short_digest(&self) -> Option<String> {
        self.digest.as_ref().map(short_version)
    }
}

/// Why the registry was not brought up to date. What was read until then may be in it.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum IndexError {
    #[error("there is no usable state directory")]
    NoState,
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("there are more than {MOST_FILES} files, which is more than the registry keeps")]
    TooMany,
    #[error("the indexing was cancelled")]
    Cancelled,
}

impl Registry<'_> {
    /// Brings the registry up to date with the disk, or makes it. `now` is the time of day, by the clock that stamps the
    /// files.
    pub fn index(&self, now: SystemTime, watch: &Watch<'_>) -> Result<IndexReply, IndexError> {
        self.index_watching(now, watch, None)
    }

    pub(crate) fn index_watching(
        &self,
        now: SystemTime,
        watch: &Watch<'_>,
        folder_watch: Option<&FolderWatch>,
    ) -> Result<IndexReply, IndexError> {
        let database = self.registry_database()?;
        let (starts, maker) = (Starts::everywhere(self.access), maker(self.access.settings()));
        let mut known: Vec<Known> = self.access.roots().iter().map(|_| Known::default()).collect();
        for folder in &starts.folders {
            known[folder.root] = Known::load(database, root_key(self.access.root(folder.root)), &maker)?;
        }
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        let survey = Survey {
            access: self.access,
            known: &known,
            secrets: secrets_that_may_be_read(self.access.settings()),
            now: i64::try_from(now.as_nanos()).unwrap_or(i64::MAX),
            folder_watch,
            database,
            maker: &maker,
        };
        let mut reply = survey.run(&starts, watch)?;
        for folder in &starts.folders {
            let (known, root) = (&known[folder.root], root_key(self.access.root(folder.root)));
            if known.misses_any() {
                reply.forgotten += forget_missing(database, root, &maker, known)?;
            }
        }
        self.keep_totals(database, &reply)?;
        Ok(reply)
    }

    /// The files of the registry as it stands, root by root in the byte order of their names.
    pub fn indexed_files(&self) -> Result<Vec<IndexedFile>, IndexError> {
        let (database, maker) = (self.registry_database()?, maker(self.access.settings()));
        let mut files = Vec::new();
        for folder in &Starts::everywhere(self.access).folders {
            let root = folder.root;
            database.registry(root_key(self.access.root(root)), &maker).each_file(|row| {
                files.extend(indexed(root, row));
            })?;
        }
        Ok(files)
    }

    /// The newest version of each file that has a history, by root.
    pub(crate) fn newest_versions(&self) -> Result<Vec<HashMap<Vec<u8>, VersionId>>, IndexError> {
        let database = self.registry_database()?;
        let roots = self.access.roots().iter();
        Ok(roots.map(|root| database.newest_versions(root_key(root))).collect::<Result<_, _>>()?)
    }

    fn registry_database(&self) -> Result<&Database, IndexError> {
        Ok(self.access.state().ok_or(IndexError::NoState)?.database()?)
    }
}

/// Takes files that are gone out of the registry. Rows that another process added since it was loaded stay.
fn forget_missing(
    database: &Database,
    root: &[u8],
    maker: &str,
    known: &Known,
) -> Result<u64, DatabaseError> {
    let mut missing: Vec<Box<[u8]>> = Vec::new();
    database.registry(root, maker).each_file(|row| {
        if known.misses(row.path) {
            missing.push(row.path.into());
        }
    })?;
    let changes =
        FileChanges { recorded: Vec::new(), forgotten: missing.iter().map(|path| &**path).collect() };
    database.registry(root, maker).keep(&changes)?;
    Ok(missing.len() as u64)
}

/// The name under which rows are kept: another release may see other tags and languages in the same files, and under other settings other
/// files have a digest.
pub(crate) fn maker(settings: &Settings) -> String {
    let mut rules = DigestBuilder::default();
    for rule in settings.not_cached.guarding() {
        rules.update(rule.as_bytes());
        rules.update(&[0]);
    }
    format!("{} {} {}", env!("CARGO_PKG_VERSION"), settings.limits.digest_bytes, rules.finish())
}

/// The rules for secrets, if something that they name may be read at all: what needs approval for its name is never met.
pub(crate) fn secrets_that_may_be_read(settings: &Settings) -> Option<&Rules> {
    let guarded: HashSet<&str> = settings.read.guarding().collect();
    let mut secrets = settings.not_cached.guarding();
    secrets.any(|rule| !guarded.contains(rule)).then_some(&settings.not_cached)
}

/// A row as callers see it; what cannot be a path is none of ours.
fn indexed(root: usize, row: &FileRow<'_>) -> Option<IndexedFile> {
    let path = RootedPath::from_bytes(row.path).ok()?;
    Some(IndexedFile {
        root,
        path,
        size: row.stamp.size,
        modified_unix_ms: row.stamp.modified_ns.div_euclid(1_000_000),
        digest: row.digest,
        language: row.language.and_then(|word| Language::ALL.into_iter().find(|one| one.word() == word)),
        tags: FileTag::ALL.into_iter().filter(|tag| row.tags & bit(*tag) != 0).collect(),
        is_sensitive: row.is_sensitive,
        version: None,
    })
}

fn bit(tag: FileTag) -> u8 {
    1 << tag as u8
}

pub(crate) fn root_key(root: &Root) -> &[u8] {
    root.path().as_os_str().as_encoded_bytes()
}

#[cfg(test)]
mod tests;
