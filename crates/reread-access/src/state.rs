//! What a workspace keeps for itself: the tag key, the snapshot cache, the audit journal.
//!
//! Losing it costs tokens and a record, never a wrong answer: without it every read is a first read.

mod background_queue;
mod bases;
mod home;
mod late_state;
mod own_writes;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use reread_context::{ShownSnapshot, TagKey};
use reread_disk::{FileFacts, SharedBytes};
use reread_path::RootedPath;
use reread_store::{
    Database, DatabaseError, FileState, Journal, KeyPlace, Lookup, SeenIndex, SeenSnapshot, SeenUpdate,
    SnapshotCache, StateDir, StateError, UnixMillis,
};
use reread_text::Digest;

use self::bases::DiffBases;
use self::home::Home;
use self::own_writes::OwnWrites;

pub use self::late_state::{LateState, StateOpening};

/// The open state directory of a workspace.
#[derive(Debug)]
pub struct State {
    home: Arc<Home>,
    key: TagKey,
    epoch: u64,
    bases: DiffBases,
    seen: SeenIndex,
    journal: Journal,
    /// Whether old replies are made again, so that nothing is kept or noted.
    looks_back: bool,
    /// Whether a thread is about to record where the journal ends.
    notes_head: Arc<AtomicBool>,
    /// What was written here and is in the history, so that no lookup is needed there.
    pub own: OwnWrites,
}

impl State {
    /// Opens the directory, and makes it if it is not there. One that the key at this place did not make is an error.
    pub fn open(path: &Path, key_place: &KeyPlace) -> Result<Self, StateError> {
        Self::of(StateDir::open(path, key_place)?)
    }

    fn of(directory: StateDir) -> Result<Self, StateError> {
        Ok(Self {
            key: TagKey::new(directory.tag_key()?),
            epoch: directory.epoch(),
            bases: DiffBases::new(directory.cache()?),
            seen: directory.seen()?,
            journal: directory.journal()?,
            looks_back: false,
            notes_head: Arc::default(),
            own: OwnWrites::default(),
            home: Arc::new(Home::new(directory)),
        })
    }

    /// Removes snapshots that were not used for that long and notes where the journal ends, if it is due.
    pub fn tidy(&self, unused_for: Duration, now: SystemTime) {
        if self.directory().tidy(unused_for, now).is_some() {
            self.home.note_journal_head();
        }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        self.directory().path()
    }

    /// The directory itself, with its locks and the session notes.
    pub fn directory(&self) -> &StateDir {
        self.home.directory()
    }

    /// What people approved, the counters of conversations, and the history. It is looked for when it is first needed:
    /// most servers never write.
    pub fn database(&self) -> Result<&Arc<Database>, DatabaseError> {
        self.home.database()
    }

    /// The record of every call.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Begins a new file of the journal whenever one has so many bytes.
    pub fn rotate_journal_at(&mut self, bytes: u64) {
        self.journal.rotate_at(bytes);
    }

    /// The snapshots that diffs are made from.
    pub fn cache(&self) -> &SnapshotCache {
        self.bases.cache()
    }

    /// The same state for a process that serves many calls: what may be lost is written in the background,
    /// after the reply is sent.
    #[must_use]
    pub fn writing_later(mut self) -> Self {
        self.bases.store_later();
        self
    }

    /// The same state for a replay of old replies: what is shown then is not shown now.
    #[must_use]
    pub fn looking_back(mut self) -> Self {
        self.looks_back = true;
        self
    }

    /// Opens what the first call would open, as long as no caller waits.
    pub fn prepare(&self) {
        self.journal.prepare();
        self.seen.prepare();
    }

    /// Waits until everything is written.
    pub fn settle(&self) {
        self.bases.settle();
        self.home.note_journal_head();
    }

    /// Notes in the database where the journal ends, so that it cannot be cut back unnoticed. It may be done later, and
    /// it is not done where there is no database.
    pub fn note_journal_head(&self) {
        if self.notes_head.swap(true, Ordering::AcqRel) {
            return;
        }
        let (home, notes_head) = (Arc::clone(&self.home), Arc::clone(&self.notes_head));
        self.bases.do_later(move || {
            // From here on what is recorded has to be noted again.
            notes_head.store(false, Ordering::Release);
            home.note_journal_head();
        });
    }

    /// The key that tags of this workspace are made with.
    pub fn key(&self) -> &TagKey {
        &self.key
    }

    /// Counts how often all tags were made invalid.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Keeps a snapshot as a base for later diffs. A failure costs the diff, so it is not an error.
    pub fn keep(&self, digest: &Digest, bytes: &SharedBytes) {
        if !self.looks_back {
            self.bases.keep(digest, bytes);
        }
    }

    /// Notes that a version is shown now, and says whether another one was shown before; `None` if that cannot be noted, so
    /// that no tag can stand for it.
    pub fn shown(
        &self,
        root: &Path,
        path: &RootedPath,
        digest: &Digest,
        lines: u64,
    ) -> Option<(ShownSnapshot, bool)> {
        if self.looks_back {
            let found = self.versions(root, path).into_iter().find(|version| version.digest == *digest);
            return found.map(|version| (version, false));
        }
        let SeenUpdate { seen, is_change } = self.seen.record(&file_key(root, path), digest, lines).ok()?;
        Some((version(seen), is_change))
    }

    /// Records what is shown as an external change in the history of a file, if it has one. It may be done later, and it is
    /// not done where there is no database.
    pub fn note_shown(
        &self,
        root: &Path,
        path: &RootedPath,
        (digest, bytes): (Digest, &SharedBytes),
        facts: &FileFacts,
    ) {
        if !self.directory().has_database() || self.own.wrote_last(&file_key(root, path), &digest) {
            return;
        }
        let (root, path) = (root.as_os_str().as_encoded_bytes().to_vec(), path.as_bytes().to_vec());
        let (mode, at) = (facts.mode, UnixMillis(facts.changed_unix_ms()));
        let bytes = bytes.clone();
        self.do_later(move |database| {
            let state = FileState::hashed(&bytes, digest, mode);
            // What cannot be noted is in the cache for a while, and the disk may still hold it when something is written.
            let _ = database.versions(&root, &path).note_shown(state, at);
        });
    }

    /// Does something with the database that may be lost, in the background if there is a thread for it. Where the database
    /// cannot be opened, it is not done.
    pub fn do_later(&self, task: impl FnOnce(&Database) + Send + 'static) {
        let home = Arc::clone(&self.home);
        self.bases.do_later(move || {
            if let Ok(database) = home.database() {
                task(database);
            }
        });
    }

    /// The versions that were shown of a file, newest first.
    pub fn versions(&self, root: &Path, path: &RootedPath) -> Vec<ShownSnapshot> {
        self.seen.versions(&file_key(root, path)).into_iter().map(version).collect()
    }

    /// A snapshot by its digest.
    pub fn snapshot(&self, digest: &Digest) -> Lookup {
        self.bases.get(digest)
    }
}

fn version(seen: SeenSnapshot) -> ShownSnapshot {
    ShownSnapshot { generation: seen.generation, digest: seen.digest, total_lines: seen.total_lines }
}

/// What our own files know a file of the workspace by.
pub fn file_key(root: &Path, path: &RootedPath) -> Digest {
    let root = root.as_os_str().as_encoded_bytes();
    // A NUL stands in neither, so the two cannot flow into one another.
    Digest::of(&[root, path.as_bytes()].join(&0))
}
