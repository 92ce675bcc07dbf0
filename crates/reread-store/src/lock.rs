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
    /// Waits until nobody else holds the lock.
    pub(crate) fn exclusive(dir: &Dir) -> io::Result<Self> {
        // Each holder opens the file anew: locks belong to the open handle, and two threads must not share one.
        let file = private::open_in_place(dir, NAME)?;
        wait(|| file.lock())?;
        Ok(Self { _file: file })
    }

    /// Waits until nobody holds the lock exclusively; `None` where nobody ever has.
    pub(crate) fn shared(dir: &Dir) -> io::Result<Option<Self>> {
        let file = match private::open_file(dir, NAME) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        wait(|| file.lock_shared())?;
        Ok(Some(Self { _file: file }))
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

pub(crate) fn wait(lock: impl Fn() -> io::Result<()>) -> io::Result<()> {
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}
