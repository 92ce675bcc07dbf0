//! What the registry knows of a root, to be held against the disk by several threads.
//!
//! Names are known by a keyed hash of 64 bits, and stay in the database: a server would keep the room for them long after
//! they were last needed. Nobody can look for two names of one hash without the key, which is made anew each time; and if
//! two met by chance, one row would be read again or kept for too long, since a stamp tells files apart as well.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};

use reread_store::{Database, DatabaseError, FileStamp};

/// The files of one root.
#[derive(Debug, Default)]
pub(super) struct Known {
    key: RandomState,
    /// In the order of the hashes of their names.
    files: Vec<KnownFile>,
}

#[derive(Debug)]
struct KnownFile {
    name: u64,
    stamp: FileStamp,
    is_settled: bool,
    is_there: AtomicBool,
}

impl Known {
    pub(super) fn load(database: &Database, root: &[u8], maker: &str) -> Result<Self, DatabaseError> {
        let (key, mut files) = (RandomState::new(), Vec::new());
        database.each_file(root, maker, |row| {
            files.push(KnownFile {
                name: key.hash_one(row.path),
                stamp: row.stamp,
                is_settled: row.is_settled,
                is_there: AtomicBool::new(false),
            });
        })?;
        files.sort_unstable_by_key(|file| file.name);
        Ok(Self { key, files })
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether a file is as it is known, so that nobody has to read it. If it is, it is noted as being there.
    pub(super) fn is_current(&self, path: &[u8], stamp: FileStamp) -> bool {
        let Some(known) = self.find(path) else { return false };
        let is_current = known.is_settled && known.stamp == stamp;
        if is_current {
            known.is_there.store(true, Ordering::Relaxed);
        }
        is_current
    }

    /// Notes a file as being there, whatever it is by now.
    pub(super) fn note(&self, path: &[u8]) {
        if let Some(known) = self.find(path) {
            known.is_there.store(true, Ordering::Relaxed);
        }
    }

    /// Whether there is a file that nobody noted.
    pub(super) fn misses_any(&self) -> bool {
        self.files.iter().any(KnownFile::is_missing)
    }

    /// Whether a file was known, and nobody noted it.
    pub(super) fn misses(&self, path: &[u8]) -> bool {
        self.find(path).is_some_and(KnownFile::is_missing)
    }

    fn find(&self, path: &[u8]) -> Option<&KnownFile> {
        let name = self.key.hash_one(path);
        let place = self.files.binary_search_by_key(&name, |file| file.name).ok()?;
        Some(&self.files[place])
    }
}

impl KnownFile {
    fn is_missing(&self) -> bool {
        !self.is_there.load(Ordering::Relaxed)
    }
}
