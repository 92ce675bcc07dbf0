//! The keys of state directories, in a folder of the user.
//!
//! A workspace may come with a state directory: a clone, a copy and an archive bring along whatever their author put
//! there. So the key of a state directory lies with the user, by the path of the directory, and the directory has a file
//! `owner` that only that key can make. What has no such file is not ours.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use reread_text::Digest;

use crate::lock::Lock;
use crate::own_directory::{enter, split, write_gitignore};
use crate::private;
use crate::seal::SealKey;
use crate::state_error::{StateError, at};
use crate::temp_file::TempFile;

/// Where the key of a state directory is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyPlace {
    /// In the directory itself: the user named it, and it lies in no workspace.
    Beside,
    /// In this folder of the user, by the path of the directory.
    UserFolder(PathBuf),
    /// Nowhere: the user has no folder for keys, so that a directory in a workspace cannot be told from a foreign one.
    Nowhere,
}

/// The file of a state directory that says who made it.
pub(crate) const OWNER: &str = "owner";

/// How a key and an owner file begin, with the number of their format.
const KEY_HEADER: &str = "reread key 1";
const OWNER_HEADER: &str = "reread owner 1";

/// The longest of these files: three lines, the last of which may hold a path.
const LONGEST: u64 = 32 * 1024;

/// More keys than a user has workspaces are not searched for the maker of a directory.
const MOST_KEYS: usize = 10_000;

/// The folder, open.
#[derive(Debug)]
pub(crate) struct KeyFolder {
    dir: Dir,
    path: PathBuf,
}

/// A key, and the state directory that it was made for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredKey {
    pub(crate) key: [u8; 32],
    /// The path of the directory, without links.
    pub(crate) state: Vec<u8>,
}

impl KeyFolder {
    /// Opens the folder; `None` if it is not there.
    pub(crate) fn open(path: &Path) -> Result<Option<Self>, StateError> {
        match private::identity_at(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StateError::NoKeys(path.to_path_buf(), error)),
            Ok(_) => Self::make(path).map(Some),
        }
    }

    /// Opens the folder, made when it is missing, for the user alone.
    pub(crate) fn make(path: &Path) -> Result<Self, StateError> {
        let (parent, name) = split(path)?;
        let no_keys = |error| StateError::NoKeys(path.to_path_buf(), error);
        Dir::create_ambient_dir_all(parent, ambient_authority()).map_err(no_keys)?;
        let parent = Dir::open_ambient_dir(parent, ambient_authority()).map_err(no_keys)?;
        let dir = match enter(&parent, name, path) {
            Err(StateError::Io(path, error)) => return Err(StateError::NoKeys(path, error)),
            Err(StateError::Refused(path, refusal)) => {
                return Err(StateError::NoKeys(path, io::Error::other(refusal)));
            }
            entered => entered?,
        };
        Ok(Self { dir, path: path.to_path_buf() })
    }

    /// Acquires the lock under which state directories are made and adopted.
    pub(crate) fn lock(&self) -> Result<Lock, StateError> {
        Lock::exclusive(&self.dir).map_err(|error| StateError::NoKeys(self.path.clone(), error))
    }

    /// The key of the state directory at a path.
    pub(crate) fn key_of(&self, state: &Path) -> Result<Option<[u8; 32]>, StateError> {
        let found = self.read(&key_name(state))?;
        // The name is a hash of the path; a file that was copied to another name is another key.
        Ok(found.filter(|found| found.state == state.as_os_str().as_encoded_bytes()).map(|found| found.key))
    }

    /// Makes a key for the state directory at a path, in place of an earlier one.
    pub(crate) fn new_key(&self, state: &Path) -> Result<[u8; 32], StateError> {
        let name = key_name(state);
        let at = at(&self.path.join(&name));
        let make = || {
            write_gitignore(&self.dir)?;
            let mut key = [0; 32];
            getrandom::fill(&mut key)?;
            let state = hex(state.as_os_str().as_encoded_bytes());
            let text = format!("{KEY_HEADER}\n{}\n{state}\n", hex(&key));
            TempFile::write(&self.dir, text.as_bytes())?.sync()?.replace(&self.dir, &name)?;
            Ok(key)
        };
        make().map_err(at)
    }

    /// The key that made an owner file, wherever its directory lay then.
    pub(crate) fn maker(&self, owner: &[u8]) -> Option<StoredKey> {
        let names = self.dir.entries().ok()?.take(MOST_KEYS).filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            is_key_name(&name).then_some(name)
        });
        let keys = names.filter_map(|name| self.read(&name).ok().flatten());
        keys.into_iter().find(|stored| is_owner(owner, &stored.key, &stored.state))
    }

    fn read(&self, name: &str) -> Result<Option<StoredKey>, StateError> {
        let path = self.path.join(name);
        let Some(file) = private::open_existing(&self.dir, name).map_err(at(&path))? else { return Ok(None) };
        if private::is_exposed(&file).map_err(at(&path))? {
            return Err(StateError::Damaged(path, "is not secret: delete it, and adopt the state directory"));
        }
        let mut text = String::new();
        file.take(LONGEST).read_to_string(&mut text).map_err(at(&path))?;
        let damaged =
            || StateError::Damaged(path.clone(), "is no key: delete it, and adopt the state directory");
        let stored = || {
            let [key, state] = lines(&text, KEY_HEADER)?;
            Some(StoredKey { key: bytes(key)?.try_into().ok()?, state: bytes(state)? })
        };
        stored().map(Some).ok_or_else(damaged)
    }
}

/// Says in a directory that this key made it.
pub(crate) fn write_owner(dir: &Dir, key: &[u8; 32], state: &Path) -> io::Result<()> {
    let mut id = [0; 16];
    getrandom::fill(&mut id)?;
    let seal = owner_seal(key, &id, state.as_os_str().as_encoded_bytes());
    let text = format!("{OWNER_HEADER}\n{}\n{}\n", hex(&id), hex(&seal));
    TempFile::write(dir, text.as_bytes())?.sync()?.replace(dir, OWNER)
}

/// The owner file of a directory; `None` if there is none that could be one.
pub(crate) fn read_owner(dir: &Dir) -> Option<Vec<u8>> {
    private::read_small(dir, OWNER, LONGEST).ok().flatten()
}

/// Whether this key made the owner file of the directory at a path.
pub(crate) fn is_owner(owner: &[u8], key: &[u8; 32], state: &[u8]) -> bool {
    let judge = || {
        let [id, seal] = lines(std::str::from_utf8(owner).ok()?, OWNER_HEADER)?;
        Some(bytes(seal)? == owner_seal(key, &bytes(id)?, state))
    };
    judge().unwrap_or(false)
}

fn owner_seal(key: &[u8; 32], id: &[u8], state: &[u8]) -> [u8; 32] {
    SealKey(*key).hash("state directory", &[id, state])
}

/// The two lines below a header.
fn lines<'t>(text: &'t str, header: &str) -> Option<[&'t str; 2]> {
    let rest = text.strip_prefix(header)?.strip_prefix('\n')?.strip_suffix('\n')?;
    let (one, other) = rest.split_once('\n')?;
    Some([one, other])
}

/// The name of the key for the state directory at a path.
fn key_name(state: &Path) -> String {
    Digest::of(state.as_os_str().as_encoded_bytes()).to_string()
}

fn is_key_name(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let is_hex = hex.len().is_multiple_of(2) && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).ok();
    is_hex.then(|| (0..hex.len()).step_by(2).map(byte).collect()).flatten()
}
