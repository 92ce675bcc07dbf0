//! Snapshots in a cache that is not ours to change: they are looked at and nothing else.
//!
//! Nothing is created, touched or moved aside, and nothing is verified: the caller compares the digest. The original
//! extension, for one, stored files without their byte order mark.

use std::io::{self, Read as _};
use std::path::Path;

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use reread_text::Digest;

use crate::private;
use crate::snapshot_cache::{CacheStats, LONGEST_OBJECT, OBJECTS, object_name, stats};

/// A directory with `objects/sha256-<64 hex>.txt` in it.
#[derive(Debug)]
pub struct SnapshotFolder {
    objects: Dir,
}

impl SnapshotFolder {
    /// Opens the objects of a cache that another process may be writing.
    pub fn open(path: &Path) -> io::Result<Self> {
        let objects = Dir::open_ambient_dir(path.join(OBJECTS), ambient_authority())?;
        Ok(Self { objects })
    }

    /// What is stored under the digest, whatever it is; `None` if there is no such file, or it is too long.
    pub fn bytes(&self, digest: &Digest) -> Option<Vec<u8>> {
        let file = private::open_file(&self.objects, &object_name(digest)).ok()?;
        let mut bytes = Vec::new();
        file.take(LONGEST_OBJECT + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() as u64 <= LONGEST_OBJECT).then_some(bytes)
    }

    /// Counts what is stored.
    pub fn stats(&self) -> CacheStats {
        stats(&self.objects)
    }
}
