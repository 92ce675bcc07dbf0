//! A Unix of which nothing else is known: names are resolved by cap-std, and no change is noticed.

use std::fs::File;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::time::Duration;

use cap_std::fs::Dir;
use reread_path::RootedPath;
use rustix::fs::OFlags;
use rustix::io::Errno;

use super::{Platform, Resolution};

/// The mask that nearly every user has; the call that tells it also changes it.
const USUAL_UMASK: u32 = 0o022;

/// This system.
#[derive(Clone, Copy, Debug)]
pub struct PortableUnix;

impl Platform for PortableUnix {
    fn examine_flags() -> OFlags {
        OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::RDONLY
    }

    fn open_beneath(_: &Dir, _: &RootedPath, _: OFlags, _: Resolution) -> Result<File, Errno> {
        Err(Errno::NOSYS)
    }

    fn path_of(_: BorrowedFd<'_>) -> Option<PathBuf> {
        None
    }

    fn mount_of(_: BorrowedFd<'_>) -> Option<u64> {
        None
    }

    /// What cannot be told is taken for one: a name less is counted.
    fn is_mount_point(folder: BorrowedFd<'_>, name: &[u8]) -> bool {
        let (Ok(folder), Ok(file)) = (
            rustix::fs::fstat(folder),
            rustix::fs::statat(folder, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW),
        ) else {
            return true;
        };
        folder.st_dev != file.st_dev
    }

    fn is_local(_: BorrowedFd<'_>) -> bool {
        false
    }

    fn umask() -> u32 {
        USUAL_UMASK
    }

    /// The whole process would pay.
    fn lower_priority() {}
}

/// No change is noticed here.
#[derive(Debug)]
pub enum NoFolderWatch {}

impl NoFolderWatch {
    /// There is none.
    pub fn new() -> Option<Self> {
        None
    }

    /// Forgets what happened so far.
    pub fn begin(&self) {
        match *self {}
    }

    /// Whether nothing has happened in the folders since it began.
    pub fn is_quiet(&self) -> bool {
        match *self {}
    }

    /// Watches a folder from now on.
    pub fn add(&self, _: BorrowedFd<'_>) {
        match *self {}
    }

    /// From now on it is not quiet.
    pub fn doubt(&self) {
        match *self {}
    }

    /// Waits until something happens.
    pub fn wait(&self, _: Duration) -> bool {
        match *self {}
    }
}
