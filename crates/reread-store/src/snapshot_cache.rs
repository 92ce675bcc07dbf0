//! Texts that were shown, by digest: what a diff starts from.
//!
//! An object is hashed again before it is handed out, so that what [`SnapshotCache::get`] finds is exactly what was
//! stored. Nothing here proves that a model still sees a text: losing the cache costs tokens and nothing else. There
//! is no lock: a name says what must be under it, and the first to put it there wins.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, DirEntry};
use reread_codes::Code;
use reread_text::Digest;

use crate::own_directory::{TEMPS, enter, split, write_gitignore};
use crate::private;
use crate::remove_tree::remove_tree;
use crate::state_error::{StateError, at};
use crate::temp_file::{self, TempFile};

/// A directory of snapshots: `objects/sha256-<64 hex>.txt`, with `tmp/` beside it.
#[derive(Debug)]
pub struct SnapshotCache {
    root: Dir,
    objects: Dir,
    temps: Dir,
}

/// What became of a snapshot that was to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreResult {
    /// It was written.
    New,
    /// An object of that name and length was there, and counts as used now.
    AlreadyThere,
}

/// What is stored under a digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// Bytes with exactly that digest; an empty snapshot is one too.
    Found(Vec<u8>),
    /// Nothing, or nothing that can be opened.
    Absent,
    /// Something else. It was moved to `quarantine/`, so that the next put heals the cache.
    Damaged,
}

/// What was removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pruned {
    /// How many snapshots were removed.
    pub objects: u64,
    /// Their size on disk.
    pub bytes: u64,
    /// Stray temporary files and damaged objects.
    pub temps: u64,
    /// Snapshots that stay because the journal cites them.
    pub pinned: u64,
}

/// What is stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheStats {
    /// How many snapshots are stored.
    pub objects: u64,
    /// Their size on disk.
    pub bytes: u64,
}

/// Why a snapshot was not stored.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// A snapshot this long is never a base.
    #[error("a snapshot of {0} bytes is longer than the {LONGEST_OBJECT} that are kept")]
    TooLong(u64),
    /// The system refused.
    #[error("cannot store snapshot {0}")]
    Io(Digest, #[source] io::Error),
}

impl CacheError {
    /// The stable word callers branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::TooLong(_) => Code::TooLong,
            Self::Io(_, source) => Code::of_io(source),
        }
    }
}

const OBJECTS: &str = "objects";
const QUARANTINE: &str = "quarantine";
const LONGEST_OBJECT: u64 = 64 << 20;

/// A put takes moments; a temporary file this old has lost its writer.
const STRAY: Duration = Duration::from_secs(60 * 60);

impl SnapshotCache {
    /// Opens the cache in this directory, creating it and its missing parents for the user alone.
    pub fn at(path: &Path) -> Result<Self, StateError> {
        let root = create_all(path)?;
        write_gitignore(&root).map_err(at(path))?;
        Self::within(root, path)
    }

    pub(crate) fn within(root: Dir, path: &Path) -> Result<Self, StateError> {
        Ok(Self {
            objects: enter(&root, OBJECTS.as_ref(), &path.join(OBJECTS))?,
            temps: enter(&root, TEMPS.as_ref(), &path.join(TEMPS))?,
            root,
        })
    }

    /// Stores the bytes under their digest.
    ///
    /// An object that is there is not written again. A wrong digest does no harm: the object is found damaged.
    pub fn put(&self, digest: &Digest, bytes: &[u8]) -> Result<StoreResult, CacheError> {
        if bytes.len() as u64 > LONGEST_OBJECT {
            return Err(CacheError::TooLong(bytes.len() as u64));
        }
        self.put_object(&object_name(digest), bytes).map_err(|source| CacheError::Io(*digest, source))
    }

    /// The bytes with this digest.
    pub fn get(&self, digest: &Digest) -> Lookup {
        let name = object_name(digest);
        match self.read_object(&name) {
            Ok(bytes) if Digest::of(&bytes) == *digest => Lookup::Found(bytes),
            Err(Lookup::Absent) => Lookup::Absent,
            Ok(_) | Err(_) => {
                // What stays in place is found damaged again and does no harm.
                let _ = self.quarantine(&name);
                Lookup::Damaged
            }
        }
    }

    /// Whether something is stored under this digest; only [`SnapshotCache::get`] tells whether it is whole.
    pub fn has(&self, digest: &Digest) -> bool {
        self.objects.symlink_metadata(object_name(digest)).is_ok_and(|metadata| metadata.is_file())
    }

    /// Removes what was not used for that long and is not pinned, and temporary files whose writers are gone.
    ///
    /// Only names that the cache itself gives are touched. What cannot be removed stays for the next time.
    pub fn prune(
        &self,
        unused_for: Duration,
        now: SystemTime,
        is_pinned: impl Fn(&Digest) -> bool,
    ) -> Pruned {
        let mut pruned = Pruned::default();
        let unused = |age: Option<Duration>| age.is_some_and(|age| age >= unused_for);
        let stray = |age: Option<Duration>| age.is_some_and(|age| age >= STRAY);
        self.remove_objects(|modified| unused(now.duration_since(modified).ok()), is_pinned, &mut pruned);
        self.remove_leftovers(|modified| stray(now.duration_since(modified).ok()), &mut pruned);
        pruned
    }

    /// Removes everything. A put under way at that moment fails.
    pub fn clear(&self) -> Pruned {
        let mut pruned = Pruned::default();
        self.remove_objects(|_| true, |_| false, &mut pruned);
        self.remove_leftovers(|_| true, &mut pruned);
        pruned
    }

    /// Counts what is stored.
    pub fn stats(&self) -> CacheStats {
        stats(&self.objects)
    }

    fn put_object(&self, name: &str, bytes: &[u8]) -> io::Result<StoreResult> {
        match private::open_file(&self.objects, name) {
            Ok(file) if file.metadata()?.len() == bytes.len() as u64 => {
                refresh(&file);
                return Ok(StoreResult::AlreadyThere);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Ok(_) | Err(_) => self.quarantine(name)?,
        }
        // Not synced: what a power cut leaves of it is found damaged, and costs a diff.
        let temp = TempFile::write(&self.temps, bytes)?;
        if temp.place_new(&self.objects, name)? {
            Ok(StoreResult::New)
        } else {
            Ok(StoreResult::AlreadyThere)
        }
    }

    /// The bytes under a name, whatever their digest is.
    fn read_object(&self, name: &str) -> Result<Vec<u8>, Lookup> {
        let file = private::open_file(&self.objects, name).map_err(|_| self.why_unreadable(name))?;
        let length = file.metadata().map_err(|_| Lookup::Absent)?.len();
        if length > LONGEST_OBJECT {
            return Err(Lookup::Damaged);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(length).map_err(|_| Lookup::Damaged)?);
        (&file).take(LONGEST_OBJECT + 1).read_to_end(&mut bytes).map_err(|_| Lookup::Absent)?;
        refresh(&file);
        Ok(bytes)
    }

    fn why_unreadable(&self, name: &str) -> Lookup {
        match self.objects.symlink_metadata(name) {
            Ok(metadata) if !metadata.is_file() => Lookup::Damaged,
            Ok(_) | Err(_) => Lookup::Absent,
        }
    }

    /// Moves a damaged object aside. A newer one of the same name takes the place of an older one there.
    fn quarantine(&self, name: &str) -> io::Result<()> {
        let quarantine = private::enter(&self.root, QUARANTINE.as_ref())?;
        remove(&quarantine, name);
        match self.objects.rename(name, &quarantine, name) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn remove_objects(
        &self,
        doomed: impl Fn(SystemTime) -> bool,
        is_pinned: impl Fn(&Digest) -> bool,
        pruned: &mut Pruned,
    ) {
        for (name, metadata) in entries(&self.objects, is_object_name) {
            if !modified(&metadata).is_some_and(&doomed) {
                continue;
            }
            if digest_in(&name).is_some_and(|digest| is_pinned(&digest)) {
                pruned.pinned += 1;
            } else if remove(&self.objects, &name) {
                pruned.objects += 1;
                pruned.bytes += metadata.len();
            }
        }
    }

    fn remove_leftovers(&self, doomed: impl Fn(SystemTime) -> bool, pruned: &mut Pruned) {
        let is_temp_name = |name: &str| name.starts_with(temp_file::PREFIX);
        for (name, metadata) in entries(&self.temps, is_temp_name) {
            pruned.temps += u64::from(modified(&metadata).is_some_and(&doomed) && remove(&self.temps, &name));
        }
        let Ok(quarantine) = self.root.open_dir(QUARANTINE) else {
            return;
        };
        for (name, metadata) in entries(&quarantine, is_object_name) {
            pruned.temps += u64::from(modified(&metadata).is_some_and(&doomed) && remove(&quarantine, &name));
        }
    }
}

/// Snapshots in a cache that is not ours to change: a directory with `objects/sha256-<64 hex>.txt` in it.
///
/// Nothing is created, touched or moved aside, and nothing is verified: the caller compares the digest. The original
/// extension, for one, stored files without their byte order mark.
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

fn create_all(path: &Path) -> Result<Dir, StateError> {
    let (parent, name) = split(path)?;
    let parent_dir = match Dir::open_ambient_dir(parent, ambient_authority()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => create_all(parent)?,
        opened => opened.map_err(at(parent))?,
    };
    enter(&parent_dir, name, path)
}

fn object_name(digest: &Digest) -> String {
    format!("sha256-{digest}.txt")
}

/// Counts the snapshots in a directory.
fn stats(objects: &Dir) -> CacheStats {
    let mut stats = CacheStats::default();
    for (_, metadata) in entries(objects, is_object_name) {
        stats.objects += 1;
        stats.bytes += metadata.len();
    }
    stats
}

fn is_object_name(name: &str) -> bool {
    digest_in(name).is_some()
}

/// The digest that the name of an object has in it.
fn digest_in(name: &str) -> Option<Digest> {
    name.strip_prefix("sha256-")?.strip_suffix(".txt")?.parse().ok()
}

/// A use that cannot be recorded is still a use: at worst the object is pruned early.
fn refresh(file: &File) {
    let _ = private::touch(file);
}

fn entries(dir: &Dir, ours: impl Fn(&str) -> bool) -> impl Iterator<Item = (String, cap_std::fs::Metadata)> {
    let named = move |entry: DirEntry| {
        let name = entry.file_name().into_string().ok().filter(|name| ours(name))?;
        Some((name, entry.metadata().ok()?))
    };
    dir.entries().into_iter().flatten().filter_map(move |entry| named(entry.ok()?))
}

fn modified(metadata: &cap_std::fs::Metadata) -> Option<SystemTime> {
    Some(metadata.modified().ok()?.into_std())
}

fn remove(dir: &Dir, name: &str) -> bool {
    dir.remove_file(name).is_ok() || remove_tree(dir, name).is_ok()
}
