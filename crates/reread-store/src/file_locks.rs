//! Locks of files, between threads and between processes, in `locks/`.
//!
//! A writer holds the locks of all files that it changes, from the last look at them until they are replaced. There is a
//! fixed number of locks, and a file has the one that its key falls on: two files that share one wait for each other, which
//! costs a moment, and nothing has to be cleared away. They are taken in one order, so that there is no deadlock, and
//! the kernel releases them however their holder ends. They do not bind programs that do not ask for them.

use std::collections::BTreeSet;
use std::io;

use cap_std::fs::Dir;
use reread_text::Digest;

use crate::lock::Lock;

/// How many locks there are.
const LOCKS: u8 = 64;

/// The locks of a state directory.
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
        let locks: BTreeSet<u8> = keys.into_iter().map(|key| key.as_bytes()[0] % LOCKS).collect();
        let hold = |lock: u8| Lock::named(&self.dir, &format!("{lock:02x}"));
        Ok(LockedFiles { _held: locks.into_iter().map(hold).collect::<io::Result<_>>()? })
    }
}
