//! What the registry knows of a root, to be held against the disk by several threads.
//!
//! Names are known by a keyed hash of 64 bits, and stay in the database: a server would keep the room for them long after
//! they were last needed. Two names of one hash cannot be searched for without the key, which is made anew each time; and if
//! two met by chance, one row would be read again or kept for too long, since a stamp tells files apart as well.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};

use reread_disk::FileFacts;
use reread_store::{Database, DatabaseError, FileStamp};

/// The files of one root.
#[derive(Debug, Default)]
pub(super) struct Known {
    key: RandomState,
    /// In the order of the hashes of their names.
    files: Vec<KnownFile>,
    /// Where the files begin whose hashes have the same upper bits, one for all of these, and the end.
    begins: Vec<u32>,
}

/// What the registry compares of a file.
pub(super) fn file_stamp(facts: &FileFacts) -> FileStamp {
    let nanos = |(seconds, nanos): (i64, i64)| seconds.saturating_mul(1_000_000_000).saturating_add(nanos);
    FileStamp {
        size: facts.size,
        modified_ns: nanos(facts.stamp.modified),
        changed_ns: nanos(facts.stamp.changed),
        device: facts.identity.device,
        inode: facts.identity.inode,
    }
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
        database.registry(root, maker).each_stamp(|path, stamp, is_settled| {
            let name = key.hash_one(path);
            files.push(KnownFile { name, stamp, is_settled, is_there: AtomicBool::new(false) });
        })?;
        files.sort_unstable_by_key(|file| file.name);
        let mut begins = vec![0; GROUPS + 1];
        files.iter().for_each(|file| begins[group(file.name) + 1] += 1);
        for next in 1..begins.len() {
            begins[next] += begins[next - 1];
        }
        Ok(Self { key, files, begins })
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether a file is as it is known, so that it need not be read. If it is, it is recorded as present.
    pub(super) fn is_current(&self, path: &[u8], stamp: FileStamp) -> bool {
        let known = self.find(path).filter(|known| known.is_settled && known.stamp == stamp);
        known.inspect(|known| known.is_there.store(true, Ordering::Relaxed)).is_some()
    }

    /// Records a file as present, whatever it holds by now.
    pub(super) fn record(&self, path: &[u8]) {
        if let Some(known) = self.find(path) {
            known.is_there.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a known file was not recorded as present.
    pub(super) fn misses_any(&self) -> bool {
        self.files.iter().any(KnownFile::is_missing)
    }

    /// Whether this file is known and was not recorded as present.
    pub(super) fn misses(&self, path: &[u8]) -> bool {
        self.find(path).is_some_and(KnownFile::is_missing)
    }

    fn find(&self, path: &[u8]) -> Option<&KnownFile> {
        let name = self.key.hash_one(path);
        // Nothing begins anywhere if nothing was loaded.
        let &[begin, end] = self.begins.get(group(name)..)?.first_chunk()?;
        self.files[begin as usize..end as usize].iter().find(|file| file.name == name)
    }
}

/// As many as there are files in a large tree, so that hardly more than one has to be looked at.
const GROUPS: usize = 1 << 16;

fn group(name: u64) -> usize {
    (name >> 48) as usize
}

impl KnownFile {
    fn is_missing(&self) -> bool {
        !self.is_there.load(Ordering::Relaxed)
    }
}
