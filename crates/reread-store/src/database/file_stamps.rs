//! The database and its log as they stand on the disk, to be recognised at the next call.

use std::io;
use std::time::SystemTime;

use cap_std::fs::{Dir, MetadataExt as _};

/// Both files after a call. This process writes to them during calls alone, so a difference at the next call comes from
/// another program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileStamps {
    database: Option<Stamp>,
    log: Option<Stamp>,
}

/// What changes when a program writes a file, or puts another in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Device and number, and when anything about it was last changed.
    identity: (u64, u64, i64, i64),
}

impl FileStamps {
    pub(super) fn of(dir: &Dir, database: &str, log: &str) -> io::Result<Self> {
        Ok(Self { database: stamp(dir, database)?, log: stamp(dir, log)? })
    }

    /// A log that is not there has no length.
    pub(super) fn log_length(&self) -> u64 {
        self.log.map_or(0, |log| log.length)
    }
}

fn stamp(dir: &Dir, name: &str) -> io::Result<Option<Stamp>> {
    match dir.symlink_metadata(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
        Ok(metadata) => Ok(Some(Stamp {
            length: metadata.len(),
            modified: metadata.modified().ok().map(cap_std::time::SystemTime::into_std),
            identity: (metadata.dev(), metadata.ino(), metadata.ctime(), metadata.ctime_nsec()),
        })),
    }
}
