//! Whose a state directory in a workspace is, and how the user takes over one that is not.
//!
//! Ours is a directory that the user's key for its path made, as its file `owner` shows. Everything else is foreign:
//! nothing in it is read but the two files that tell so, and nothing in it is changed, until the user looks at it and
//! adopts it.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use super::{KEY, StateDir, TOKEN, holds_anything_else, take_into_use};
use crate::database::{self, AdoptedRows, Database, DatabaseError, FoundHistory, Operation, OperationResult};
use crate::journal::UnixMillis;
use crate::key_folder::{KeyFolder, KeyPlace, is_owner, read_owner, write_owner};
use crate::own_directory::{GITIGNORE, enter, look_into, split};
use crate::private;
use crate::state_error::{StateError, at};
use crate::temp_file::{Scratch, TempFile};

/// A path that a state directory has or will have.
#[derive(Debug)]
pub(super) struct StateLocation {
    path: PathBuf,
    /// The same without links, which its key goes by.
    resolved: PathBuf,
    parent: Dir,
    name: OsString,
}

impl StateLocation {
    #[expect(clippy::disallowed_methods, reason = "the key goes by the path that the directory really has")]
    pub(super) fn of(path: &Path, parent: Dir) -> Result<Self, StateError> {
        let (folder, name) = split(path)?;
        let resolved = std::fs::canonicalize(folder).map_err(at(folder))?.join(name);
        Ok(Self { path: path.to_path_buf(), resolved, parent, name: name.to_owned() })
    }

    /// The directory, if it holds anything that could be acted on.
    fn in_use(&self) -> Result<Option<Dir>, StateError> {
        let Some(dir) = look_into(&self.parent, &self.name, &self.path)? else { return Ok(None) };
        let is_in_use = holds_anything_else(&dir).map_err(at(&self.path))?;
        Ok(is_in_use.then_some(dir))
    }

    /// The user's key for this place, if it made the directory.
    fn key_of(&self, dir: &Dir, keys: &KeyFolder) -> Result<Option<[u8; 32]>, StateError> {
        let Some(owner) = read_owner(dir) else { return Ok(None) };
        let key = keys.key_of(&self.resolved)?;
        Ok(key.filter(|key| is_owner(&owner, key, self.resolved.as_os_str().as_encoded_bytes())))
    }

    /// Makes the directory and its key. The caller holds the lock of the keys.
    fn make(&self, keys: &KeyFolder) -> Result<[u8; 32], StateError> {
        let dir = enter(&self.parent, &self.name, &self.path)?;
        take_into_use(&dir, &self.path)?;
        // One that came along may say that all of this is to be committed.
        let ignore_all = || TempFile::write(&dir, b"*\n")?.sync()?.replace(&dir, GITIGNORE);
        ignore_all().map_err(at(&self.path.join(GITIGNORE)))?;
        let key = keys.new_key(&self.resolved)?;
        write_owner(&dir, &key, &self.resolved).map_err(at(&self.path))?;
        Ok(key)
    }
}

/// The key of the directory at a place, which is made if there is nothing yet.
pub(super) fn key(place: &StateLocation, keys: &Path) -> Result<[u8; 32], StateError> {
    let foreign = || StateError::NotOurs(place.path.clone());
    let keys = match place.in_use()? {
        None => KeyFolder::make(keys)?,
        Some(dir) => {
            take_into_use(&dir, &place.path)?;
            let keys = KeyFolder::open(keys)?.ok_or_else(foreign)?;
            if let Some(key) = place.key_of(&dir, &keys)? {
                return Ok(key);
            }
            keys
        }
    };
    // Another process may have been about to make it.
    let _held = keys.lock()?;
    match place.in_use()? {
        None => match look_into(&place.parent, &place.name, &place.path)? {
            // It was made a moment ago, and holds nothing yet.
            Some(dir) => match place.key_of(&dir, &keys)? {
                Some(key) => Ok(key),
                None => place.make(&keys),
            },
            None => place.make(&keys),
        },
        Some(dir) => place.key_of(&dir, &keys)?.ok_or_else(foreign),
    }
}

/// A state directory that no key of the user for its path made.
#[derive(Debug)]
pub struct UnownedState {
    place: StateLocation,
    dir: Dir,
    keys: PathBuf,
}

/// What a state directory says that it holds. None of it is proven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundState {
    /// Who made it.
    pub maker: FoundMaker,
    /// What its database says; `None` if there is none.
    pub history: Option<FoundHistory>,
    /// How long all files of its journal are together.
    pub journal_bytes: u64,
    /// How many snapshots are in its cache.
    pub snapshots: u64,
}

/// Who made a state directory, as far as the user's keys tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundMaker {
    /// A key of the user, while the directory lay at this path.
    User(PathBuf),
    /// An earlier release, which kept the key in the directory itself, or a program that made it look like that.
    KeyInside,
    /// No key that is known.
    Unknown,
}

/// More of a database is not copied to be looked at.
const MOST_COPIED: u64 = 4 << 30;

/// More entries of a folder are not counted.
const MOST_ENTRIES: usize = 1_000_000;

impl UnownedState {
    /// The directory at a path, if it is there and not ours.
    pub fn find(path: &Path, keys: &Path) -> Result<Option<Self>, StateError> {
        let (parent, _) = split(path)?;
        let parent = Dir::open_ambient_dir(parent, ambient_authority()).map_err(at(parent))?;
        let place = StateLocation::of(path, parent)?;
        let Some(dir) = place.in_use()? else { return Ok(None) };
        take_into_use(&dir, path)?;
        let key = match KeyFolder::open(keys)? {
            Some(keys) => place.key_of(&dir, &keys)?,
            None => None,
        };
        Ok(key.is_none().then(|| Self { place, dir, keys: keys.to_path_buf() }))
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    /// What it says that it holds. Nothing in it is changed: a copy of its database is opened.
    pub fn look(&self) -> Result<FoundState, DatabaseError> {
        let (maker, _) = self.earlier_key()?;
        let sum = |folder: Option<Dir>| folder.map_or(0, |folder| sizes(&folder).iter().sum());
        Ok(FoundState {
            maker,
            history: self.look_at_database()?,
            journal_bytes: sum(self.folder(&["audit"])),
            snapshots: self.folder(&["cache", "objects"]).map_or(0, |folder| sizes(&folder).len() as u64),
        })
    }

    /// Takes the directory over: a new key of the user, its rows sealed with it, and no approval, token or key that came along.
    ///
    /// Open operations are settled as the caller says, in the same step, so that no recovery ever acts on them. Files beneath
    /// the first root of `moved` count as files beneath the second from now on. Rows that cannot be proven are removed.
    pub fn adopt(
        self,
        moved: Option<(&[u8], &[u8])>,
        at_time: UnixMillis,
        mut settle: impl FnMut(&Operation) -> OperationResult,
    ) -> Result<(StateDir, AdoptedRows), DatabaseError> {
        let Self { place, keys, .. } = &self;
        let folder = KeyFolder::make(keys)?;
        let held = folder.lock()?;
        let dir = enter(&place.parent, &place.name, &place.path)?;
        let (_, earlier) = self.earlier_key()?;
        let key = folder.new_key(&place.resolved)?;
        let mut rows = AdoptedRows::default();
        if dir.symlink_metadata(DATABASE[0]).is_ok() {
            for name in DATABASE {
                close_to_others(&dir, name).map_err(at(&place.path.join(name)))?;
            }
            let within = dir.try_clone().map_err(at(&place.path))?;
            rows = database::adopt_rows(within, &place.path, key, earlier, moved, |open| Some(settle(open)))?;
            let within = dir.try_clone().map_err(at(&place.path))?;
            Database::within(within, &place.path, key)?.repair(at_time)?;
        }
        for secret in [KEY, TOKEN] {
            match dir.remove_file(secret) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(at(&place.path.join(secret))(error).into());
                }
                Ok(()) | Err(_) => {}
            }
        }
        write_owner(&dir, &key, &place.resolved).map_err(at(&place.path))?;
        drop(held);
        Ok((StateDir::open(&place.path, &KeyPlace::UserFolder(keys.clone()))?, rows))
    }

    /// Who made it, and with which key.
    fn earlier_key(&self) -> Result<(FoundMaker, Option<[u8; 32]>), StateError> {
        let keys = KeyFolder::open(&self.keys)?;
        let owner = read_owner(&self.dir);
        if let Some(stored) = keys.zip(owner).and_then(|(keys, owner)| keys.maker(&owner)) {
            let path = PathBuf::from(String::from_utf8_lossy(&stored.state).into_owned());
            return Ok((FoundMaker::User(path), Some(stored.key)));
        }
        let inside = private::read_small(&self.dir, KEY, 32).ok().flatten();
        let inside: Option<[u8; 32]> = inside.and_then(|bytes| bytes.try_into().ok());
        Ok((inside.map_or(FoundMaker::Unknown, |_| FoundMaker::KeyInside), inside))
    }

    fn look_at_database(&self) -> Result<Option<FoundHistory>, DatabaseError> {
        if self.dir.symlink_metadata(DATABASE[0]).is_err() {
            return Ok(None);
        }
        let temps = std::env::temp_dir();
        let folder = Dir::open_ambient_dir(&temps, ambient_authority()).map_err(at(&temps))?;
        let scratch = Scratch::within(folder).map_err(at(&temps))?;
        let copy = scratch.folder("state").map_err(at(&temps))?;
        // The log belongs to the database; the other two are made anew from these.
        for name in &DATABASE[..2] {
            self.copy(name, &copy).map_err(at(&self.place.path.join(name)))?;
        }
        let path = temps.join(scratch.name()).join("state");
        database::look_at_copy(copy, &path).map(Some)
    }

    fn copy(&self, name: &str, to: &Dir) -> io::Result<()> {
        let Some(file) = private::open_existing(&self.dir, name)? else { return Ok(()) };
        if file.metadata()?.len() > MOST_COPIED {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut copy = private::create_file(to, name)?;
        io::copy(&mut io::Read::take(file, MOST_COPIED), &mut copy).map(drop)
    }

    fn folder(&self, names: &[&str]) -> Option<Dir> {
        let first = self.dir.try_clone().ok()?;
        names.iter().try_fold(first, |dir, name| private::look_into(&dir, name.as_ref()).ok()?)
    }
}

/// The files of the database, and what lies beside it.
const DATABASE: [&str; 4] = ["reread.db", "reread.db-wal", "reread.db-journal", "reread.db-shm"];

fn close_to_others(dir: &Dir, name: &str) -> io::Result<()> {
    match private::open_existing(dir, name)? {
        Some(file) => private::close_to_others(&file),
        None => Ok(()),
    }
}

/// The sizes of the files in a folder.
fn sizes(folder: &Dir) -> Vec<u64> {
    let entries = folder.entries().into_iter().flatten().take(MOST_ENTRIES);
    let size = |entry: io::Result<cap_std::fs::DirEntry>| {
        let facts = folder.symlink_metadata(entry.ok()?.file_name()).ok()?;
        facts.is_file().then_some(facts.len())
    };
    entries.filter_map(size).collect()
}
