//! Locks of directories and of files, between threads and between processes.
//!
//! Each is an advisory lock on a file of its own, held by an open handle: the kernel releases it however its holder
//! ends, so that a stale lock never needs a human.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;

use cap_std::fs::Dir;
use reread_text::Digest;

use crate::private;

/// Held until dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

const NAME: &str = "lock";
const KEY_LOCK: &str = "key-lock";

impl Lock {
    /// Acquires an exclusive lock, blocking until it is available.
    pub(crate) fn exclusive(dir: &Dir) -> io::Result<Self> {
        Self::named(dir, NAME)
    }

    /// The same for the lock under which a key is made: meanwhile the database may be opened, under its own.
    pub(crate) fn of_key(dir: &Dir) -> io::Result<Self> {
        Self::named(dir, KEY_LOCK)
    }

    /// The same for a lock file of its own name.
    fn named(dir: &Dir, name: &str) -> io::Result<Self> {
        // Each holder opens the file anew: locks belong to the open handle, and two threads must not share one.
        let file = private::open_in_place(dir, name)?;
        wait(|| file.lock())?;
        Ok(Self { _file: file })
    }

    /// Acquires a shared lock, blocking until no process holds it exclusively; `None` if the lock file does not exist.
    pub(crate) fn shared(dir: &Dir) -> io::Result<Option<Self>> {
        let Some(file) = private::open_existing(dir, NAME)? else { return Ok(None) };
        wait(|| file.lock_shared())?;
        Ok(Some(Self { _file: file }))
    }
}

/// Acquires an exclusive lock on an open lock file, blocking until it is available. Threads that share the handle must take turns by other
/// means: to the kernel they are one holder.
pub(crate) fn exclusive(file: &File) -> io::Result<LockGuard<'_>> {
    wait(|| file.lock())?;
    Ok(LockGuard { file })
}

/// A lock whose file stays open when it is released.
#[derive(Debug)]
pub(crate) struct LockGuard<'f> {
    file: &'f File,
}

impl Drop for LockGuard<'_> {
    fn drop(&mut self) {
        // If it cannot be released now, the end of the process releases it.
        let _ = self.file.unlock();
    }
}

/// How many locks there are for files.
const FILE_LOCKS: u8 = 64;

/// The locks of the files of a workspace, in `locks/` of the state directory.
///
/// A writer holds the locks of all files that it changes, from the last look at them until they are replaced. There is a
/// fixed number of locks, and a file has the one that its key falls on: two files that share one wait for each other, which
/// costs a moment, and nothing has to be cleared away. They are taken in one order, so that there is no deadlock. They do
/// not bind programs that do not ask for them.
#[derive(Debug)]
pub struct FileLocks {
    dir: Dir,
}

/// Locks that are held until this is dropped.
#[derive(Debug)]
pub struct LockedFiles {
    _held: Vec<Lock>,
}

impl FileLocks {
    pub(crate) fn within(dir: Dir) -> Self {
        Self { dir }
    }

    /// Acquires the locks of all of these files, blocking until they are available.
    pub fn hold<'k>(&self, keys: impl IntoIterator<Item = &'k Digest>) -> io::Result<LockedFiles> {
        let locks: BTreeSet<u8> = keys.into_iter().map(|key| key.as_bytes()[0] % FILE_LOCKS).collect();
        let hold = |lock: u8| Lock::named(&self.dir, &format!("{lock:02x}"));
        Ok(LockedFiles { _held: locks.into_iter().map(hold).collect::<io::Result<_>>()? })
    }
}

fn wait(lock: impl Fn() -> io::Result<()>) -> io::Result<()> {
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
