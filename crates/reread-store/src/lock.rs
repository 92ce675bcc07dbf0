//! The lock of a directory, between threads and between processes.
//!
//! It is an advisory lock on a file of its own, held by an open handle: the kernel releases it however its holder
//! ends, so that a stale lock never needs a human.

use std::fs::File;
use std::io;

use cap_std::fs::Dir;

use crate::private;

/// Held until dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

const NAME: &str = "lock";

impl Lock {
    /// Acquires an exclusive lock, blocking until it is available.
    pub(crate) fn exclusive(dir: &Dir) -> io::Result<Self> {
        Self::named(dir, NAME)
    }

    /// The same for a lock file of its own name.
    pub(crate) fn named(dir: &Dir, name: &str) -> io::Result<Self> {
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

fn wait(lock: impl Fn() -> io::Result<()>) -> io::Result<()> {
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
