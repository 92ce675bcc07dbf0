//! The directory that holds everything `reread` keeps for itself.
//!
//! It is made for the user alone and refused when it may not be: a link, another owner, a directory that others can
//! write, files that are not ours, a newer format, no key of the user that made it. It does not choose where it lies,
//! and it does not know the workspace.

mod ownership;
mod session_notes;
mod tree_totals;

use std::cell::LazyCell;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use reread_text::Digest;

use crate::database::{self, Database, DatabaseError, WordIndex};
use crate::journal::Journal;
use crate::key_folder::{KeyPlace, OWNER};
use crate::lock::{FileLocks, Lock};
use crate::own_directory::{GITIGNORE, TEMPS, enter, split, write_fixed, write_gitignore};
use crate::private;
use crate::seal::SealKey;
use crate::secret_file::{SecretError, SecretFile};
use crate::seen_index::SeenIndex;
use crate::snapshot_cache::{Pruned, SnapshotCache};
use crate::state_error::{FORMAT, StateError, at};
use crate::temp_file::{PREFIX, Scratch, TempFile};

use ownership::StateLocation;

pub use ownership::{FoundMaker, FoundState, UnownedState};
pub use session_notes::{AuthoredNotes, SessionNotes};
pub use tree_totals::TreeTotals;

/// An open state directory.
#[derive(Debug)]
pub struct StateDir {
    path: PathBuf,
    dir: Dir,
    identity: private::FileIdentity,
    key_place: KeyPlace,
    /// The key that the user's folder has; `None` if it lies beside the state.
    key: Option<[u8; 32]>,
}

const VERSION: &str = "version";
const KEY: &str = "key";
const TOKEN: &str = "token";
const EPOCH: &str = "epoch";
const CACHE: &str = "cache";
const TIDIED: &str = "tidied";

/// A command is a session of its own; looking through the cache at each would cost more than it frees.
const BETWEEN_TIDYINGS: Duration = Duration::from_secs(60 * 60);

impl StateDir {
    /// Opens the directory, creating it when its parent exists. One that the key at this place did not make is
    /// [`StateError::NotOurs`], and is left as it is.
    pub fn open(path: &Path, key_place: &KeyPlace) -> Result<Self, StateError> {
        let (parent, name) = split(path)?;
        let parent_dir = Dir::open_ambient_dir(parent, ambient_authority()).map_err(at(parent))?;
        let key = match key_place {
            KeyPlace::Beside => None,
            KeyPlace::UserFolder(keys) => Some(ownership::key(
                &StateLocation::of(path, parent_dir.try_clone().map_err(at(parent))?)?,
                keys,
            )?),
            KeyPlace::Nowhere => return Err(StateError::NoHome(path.to_path_buf())),
        };
        let dir = enter(&parent_dir, name, path)?;
        take_into_use(&dir, path)?;
        write_gitignore(&dir).map_err(at(&path.join(GITIGNORE)))?;
        let identity = private::identity(&dir).map_err(at(path))?;
        Ok(Self { path: path.to_path_buf(), identity, dir, key_place: key_place.clone(), key })
    }

    /// Makes the folders above a directory that will lie in a folder of the user.
    pub fn make_parent(path: &Path) -> Result<(), StateError> {
        let (parent, _) = split(path)?;
        Dir::create_ambient_dir_all(parent, ambient_authority()).map_err(at(parent))
    }

    /// Where its key lies.
    pub fn key_place(&self) -> &KeyPlace {
        &self.key_place
    }

    /// The path it was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Which directory this is, so that agents can be kept out of it under every name.
    pub fn identity(&self) -> private::FileIdentity {
        self.identity
    }

    /// The secret behind the tags, made on first use; all processes get the same one.
    pub fn tag_key(&self) -> Result<[u8; 32], StateError> {
        if let Some(key) = self.key {
            return Ok(key);
        }
        if let Some(key) = self.read_key()? {
            return Ok(key);
        }
        let _held = Lock::of_key(&self.dir).map_err(at(&self.path))?;
        if let Some(key) = self.read_key()? {
            return Ok(key);
        }
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(|error| self.at(KEY)(error.into()))?;
        self.seal_anew(key)?;
        self.replace(KEY, &key)?;
        Ok(key)
    }

    /// A lost key must not lose the history: its rows get the seals of the new one before that is in place. The key lies
    /// beside them, so that one who could have altered the rows could have read it, too.
    fn seal_anew(&self, key: [u8; 32]) -> Result<(), StateError> {
        if !self.has_database() {
            return Ok(());
        }
        let dir = self.dir.try_clone().map_err(at(&self.path))?;
        match database::adopt_rows(dir, &self.path, key, None, None, |_| None) {
            Err(DatabaseError::State(error)) => Err(error),
            // The first call that needs the database reports what is wrong with it.
            Ok(_) | Err(DatabaseError::File { .. }) => Ok(()),
        }
    }

    /// How often the contexts behind all tags were declared lost; 0 where no file says otherwise.
    ///
    /// A file that cannot be read or understood counts as `u64::MAX`, which no healthy directory reaches: with an
    /// older number, tags that were given up would be honoured again.
    pub fn epoch(&self) -> u64 {
        self.read_epoch().unwrap_or(u64::MAX)
    }

    /// Where the bearer token of servers over HTTP is, and what it is: made on first use, and taken only if our key made it.
    pub fn token(&self) -> Result<(PathBuf, SecretFile), SecretError> {
        let path = self.path.join(TOKEN);
        SecretFile::of_key(&path, &SealKey(self.tag_key()?)).map(|secret| (path, secret))
    }

    /// The snapshots diffs start from, in `cache/`.
    pub fn cache(&self) -> Result<SnapshotCache, StateError> {
        let path = self.path.join(CACHE);
        SnapshotCache::within(enter(&self.dir, CACHE.as_ref(), &path)?, &path)
    }

    /// Which snapshots were shown for a file, in `cache/shown`.
    pub fn seen(&self) -> Result<SeenIndex, StateError> {
        let path = self.path.join(CACHE);
        SeenIndex::within(enter(&self.dir, CACHE.as_ref(), &path)?, &path)
    }

    /// A folder for files that are needed for a moment, beneath `cache/tmp`.
    pub fn scratch(&self) -> Result<Scratch, StateError> {
        let cache = enter(&self.dir, CACHE.as_ref(), &self.path.join(CACHE))?;
        let path = self.path.join(CACHE).join(TEMPS);
        Scratch::within(enter(&cache, TEMPS.as_ref(), &path)?).map_err(at(&path))
    }

    /// The record of every call, in `audit/`.
    pub fn journal(&self) -> Result<Journal, StateError> {
        const AUDIT: &str = "audit";
        Ok(Journal::within(enter(&self.dir, AUDIT.as_ref(), &self.path.join(AUDIT))?))
    }

    /// The locks of files that are being changed, in `locks/`.
    pub fn file_locks(&self) -> Result<FileLocks, StateError> {
        const LOCKS: &str = "locks";
        Ok(FileLocks::within(enter(&self.dir, LOCKS.as_ref(), &self.path.join(LOCKS))?))
    }

    /// Whether there is a database already: a caller that only reads need not make one.
    pub fn has_database(&self) -> bool {
        self.dir.symlink_metadata("reread.db").is_ok()
    }

    /// Approvals and what sessions cost, in `reread.db`, which is made when it is first asked for.
    pub fn database(&self) -> Result<Database, DatabaseError> {
        let dir = self.dir.try_clone().map_err(at(&self.path))?;
        match self.key {
            Some(key) => Database::within(dir, &self.path, key),
            None => Database::within_or_sealed(dir, &self.path, self.tag_key()?),
        }
    }

    /// Which files have which words, in `words/`, which may be removed at any time.
    pub fn words(&self) -> Result<WordIndex, DatabaseError> {
        const WORDS: &str = "words";
        let path = self.path.join(WORDS);
        WordIndex::within(enter(&self.dir, WORDS.as_ref(), &path)?, &path)
    }

    /// Removes what was not used for that long from the cache, but for what the journal cites, once an hour at the most.
    ///
    /// `None` means that it was not due. Whatever fails is tried again the next time: tidying is never a reason
    /// to refuse a read.
    pub fn tidy(&self, unused_for: Duration, now: SystemTime) -> Option<Pruned> {
        if !self.tidying_is_due(now) {
            return None;
        }
        let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        self.replace(TIDIED, format!("{}\n", since.as_secs()).as_bytes()).ok()?;
        let cited = LazyCell::new(|| self.journal().ok()?.cited().ok());
        // Where the journal cannot be read, everything may be cited.
        let is_cited = |digest: &Digest| cited.as_ref().is_none_or(|cited| cited.contains(digest));
        Some(self.cache().ok()?.prune(unused_for, now, is_cited))
    }

    /// A stamp that cannot be read, or that lies in the future, is no reason to wait.
    fn tidying_is_due(&self, now: SystemTime) -> bool {
        let stamp = private::read_small(&self.dir, TIDIED, 21).ok().flatten();
        let text = stamp.and_then(|bytes| String::from_utf8(bytes).ok());
        let seconds = text.and_then(|text| text.trim_end().parse::<u64>().ok());
        let tidied = seconds.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
        tidied.and_then(|tidied| now.duration_since(tidied).ok()).is_none_or(|age| age >= BETWEEN_TIDYINGS)
    }

    fn read_key(&self) -> Result<Option<[u8; 32]>, StateError> {
        let file = private::open_existing(&self.dir, KEY).map_err(self.at(KEY))?;
        let Some(file) = file else { return Ok(None) };
        if private::is_exposed(&file).map_err(self.at(KEY))? {
            return Err(
                self.damaged(KEY, "is not secret: delete it, and tags given out so far become unknown")
            );
        }
        let mut bytes = Vec::new();
        file.take(33).read_to_end(&mut bytes).map_err(self.at(KEY))?;
        match bytes.try_into() {
            Ok(key) => Ok(Some(key)),
            Err(_) => Err(self
                .damaged(KEY, "does not hold 32 bytes: delete it, and tags given out so far become unknown")),
        }
    }

    /// `None` stands for a file that cannot be trusted.
    fn read_epoch(&self) -> Option<u64> {
        let Some(bytes) = private::read_small(&self.dir, EPOCH, 21).ok()? else {
            return Some(0);
        };
        let digits = std::str::from_utf8(&bytes).ok()?.strip_suffix('\n')?;
        let epoch = digits.parse::<u64>().ok()?;
        (epoch.to_string() == digits).then_some(epoch)
    }

    fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StateError> {
        let cache = enter(&self.dir, CACHE.as_ref(), &self.path.join(CACHE))?;
        let temps = enter(&cache, TEMPS.as_ref(), &self.path.join(CACHE).join(TEMPS))?;
        let temp = TempFile::write(&temps, bytes).and_then(TempFile::sync).map_err(self.at(name))?;
        temp.replace(&self.dir, name).map_err(self.at(name))
    }

    fn at(&self, name: &str) -> impl FnOnce(io::Error) -> StateError {
        at(&self.path.join(name))
    }

    fn damaged(&self, name: &str, what: &'static str) -> StateError {
        StateError::Damaged(self.path.join(name), what)
    }
}

/// Takes a directory into use: a new one gets its version, a used one must have ours.
fn take_into_use(dir: &Dir, path: &Path) -> Result<(), StateError> {
    // The listing comes before the version: a process that sets the directory up in between writes the version first.
    let in_use = holds_anything_else(dir).map_err(at(path))?;
    let file = path.join(VERSION);
    let version = private::read_small(dir, VERSION, 64).map_err(at(&file))?;
    match version.as_deref() {
        None if in_use => Err(StateError::NotState(path.to_path_buf())),
        Some([]) if in_use => Err(unreadable_version(file)),
        None | Some([]) => write_fixed(dir, VERSION, &format!("reread state {FORMAT}\n")).map_err(at(&file)),
        Some(bytes) => match parse_version(bytes) {
            Some(FORMAT) => Ok(()),
            Some(found) if found > FORMAT => Err(StateError::Newer(file, found)),
            Some(_) | None => Err(unreadable_version(file)),
        },
    }
}

fn unreadable_version(file: PathBuf) -> StateError {
    StateError::Damaged(file, "names no format: move the directory away to start anew")
}

fn parse_version(bytes: &[u8]) -> Option<u64> {
    let number = std::str::from_utf8(bytes).ok()?.strip_prefix("reread state ")?.strip_suffix('\n')?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())?
}

/// Whether there is more than what an interrupted first start leaves behind.
fn holds_anything_else(dir: &Dir) -> io::Result<bool> {
    for entry in dir.entries()? {
        let name = entry?.file_name();
        let is_temp = name.to_str().is_some_and(|name| name.starts_with(PREFIX));
        if name != VERSION && name != GITIGNORE && name != OWNER && !is_temp {
            return Ok(true);
        }
    }
    Ok(false)
}
