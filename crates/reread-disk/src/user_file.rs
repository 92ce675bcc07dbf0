//! A file that the user names by its path: read or made, whatever workspace it lies in.
//!
//! No rule applies to it, because no agent asked for it. It is opened once and examined through its handle, so that a
//! pipe does not block.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{CWD, Mode, OFlags};

/// Makes a new file that only the user can read. An existing file is not overwritten.
pub fn create_user_file(path: &Path) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::openat(CWD, path, flags, Mode::RUSR | Mode::WUSR)?))
}

/// Opens whatever has that path for reading, without waiting. Links are followed: the name is the user's own.
pub fn open_user_file(path: &Path) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::openat(CWD, path, flags, Mode::empty())?))
}
