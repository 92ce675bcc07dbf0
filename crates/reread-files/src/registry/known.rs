//! What the registry knows of a root, to be held against the disk by several threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use reread_store::{Database, DatabaseError, FileStamp};

/// The files of one root.
#[derive(Debug, Default)]
pub(super) struct Known {
    files: HashMap<Box<[u8]>, KnownFile>,
}

#[derive(Debug)]
struct KnownFile {
    stamp: FileStamp,
    is_settled: bool,
    is_there: AtomicBool,
}

impl Known {
    pub(super) fn load(database: &Database, root: &[u8], maker: &str) -> Result<Self, DatabaseError> {
        let mut files = HashMap::new();
        database.each_file(root, maker, |row| {
            let known =
                KnownFile { stamp: row.stamp, is_settled: row.is_settled, is_there: AtomicBool::new(false) };
            files.insert(row.path.into(), known);
        })?;
        Ok(Self { files })
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether a file is as it is known, so that nobody has to read it. If it is, it is noted as being there.
    pub(super) fn is_current(&self, path: &[u8], stamp: FileStamp) -> bool {
        let Some(known) = self.files.get(path) else { return false };
        let is_current = known.is_settled && known.stamp == stamp;
        if is_current {
            known.is_there.store(true, Ordering::Relaxed);
        }
        is_current
    }

    /// Notes a file as being there, whatever it is by now.
    pub(super) fn note(&self, path: &[u8]) {
        if let Some(known) = self.files.get(path) {
            known.is_there.store(true, Ordering::Relaxed);
        }
    }

    /// The names of the files that nobody noted, in order.
    pub(super) fn missing(&self) -> Vec<&[u8]> {
        let is_missing = |(_, known): &(_, &KnownFile)| !known.is_there.load(Ordering::Relaxed);
        let mut missing: Vec<&[u8]> = self.files.iter().filter(is_missing).map(|(path, _)| &**path).collect();
        missing.sort_unstable();
        missing
    }
}
