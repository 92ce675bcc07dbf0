//! The lock of a directory, between threads and between processes.
//!
//! It is an advisory lock on a file of its own, held by an open handle: the kernel releases it however its holder
//! ends, so that a stale lock never needs a human.
//!
//! Whoever has to wait asks for it, with a shared lock on a second file for as long as it takes. So a holder who has no
//! use for the lock at the moment may keep it, as long as it looks now and then whether somebody asks
//! ([`Lock::is_wanted`]).

use std::fs::{File, TryLockError};
use std::io;

use cap_std::fs::Dir;

use crate::private;

/// Held until dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
    was_awaited: bool,
}

const NAME: &str = "lock";
const WANTED: &str = "lock.wanted";

impl Lock {
    /// Waits until nobody else holds the lock.
    pub(crate) fn exclusive(dir: &Dir) -> io::Result<Self> {
        // Each holder opens the file anew: locks belong to the open handle, and two threads must not share one.
        let file = private::open_in_place(dir, NAME)?;
        let was_awaited = !at_once(|| file.try_lock())?;
        if was_awaited {
            // On a full disk there may be no file to ask with; then it takes a little longer.
            let asking = private::open_in_place(dir, WANTED);
            let _asked = asking.as_ref().map(|asking| wait(|| asking.lock_shared()));
            wait(|| file.lock())?;
        }
        Ok(Self { _file: file, was_awaited })
    }

    /// Whether somebody else held it when it was asked for, and so may want it again.
    pub(crate) fn was_awaited(&self) -> bool {
        self.was_awaited
    }

    /// Whether somebody waits for a lock of this directory. Where that cannot be told, somebody may.
    pub(crate) fn is_wanted(dir: &Dir) -> bool {
        match private::open_file(dir, WANTED) {
            Ok(asking) => !at_once(|| asking.try_lock()).unwrap_or(false),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        }
    }

    /// Waits until nobody holds the lock exclusively; `None` where nobody ever has.
    pub(crate) fn shared(dir: &Dir) -> io::Result<Option<Self>> {
        let file = match private::open_file(dir, NAME) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        wait(|| file.lock_shared())?;
        Ok(Some(Self { _file: file, was_awaited: false }))
    }
}

/// Waits until nobody else holds the lock of an open lock file. Threads that share the handle must take turns by other
/// means: to the kernel they are one holder.
pub(crate) fn exclusive(file: &File) -> io::Result<Held<'_>> {
    wait(|| file.lock())?;
    Ok(Held { file })
}

/// A lock whose file stays open when it is let go.
#[derive(Debug)]
pub(crate) struct Held<'f> {
    file: &'f File,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // If it cannot be let go now, the end of the process does it.
        let _ = self.file.unlock();
    }
}

/// Whether a lock is to be had at once.
fn at_once(lock: impl Fn() -> Result<(), TryLockError>) -> io::Result<bool> {
    loop {
        match lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => return Ok(false),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
}

pub(crate) fn wait(lock: impl Fn() -> io::Result<()>) -> io::Result<()> {
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
