//! The same calls where there are no modes: a directory is as private as the profile it lies in.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::time::SystemTime;

use cap_std::fs::{Dir, OpenOptions};

use super::{EnterError, WriteAt};

/// What speaks against a file, found without opening it; a missing file is nothing to object to.
pub(crate) fn objection(dir: &Dir, name: &str) -> io::Result<Option<&'static str>> {
    match dir.symlink_metadata(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        metadata => Ok((!metadata?.is_file()).then_some("is not a regular file")),
    }
}

pub(super) fn open_dir(parent: &Dir, name: &OsStr) -> io::Result<Dir> {
    if !parent.symlink_metadata(name)?.is_dir() {
        return Err(io::ErrorKind::NotADirectory.into());
    }
    parent.open_dir(name)
}

pub(super) fn create_dir(parent: &Dir, name: &OsStr) -> io::Result<Dir> {
    parent.create_dir(name)?;
    open_dir(parent, name)
}

pub(super) fn keep_private(_: &Dir) -> Result<(), EnterError> {
    Ok(())
}

pub(crate) fn create_file(dir: &Dir, name: &str) -> io::Result<File> {
    open(dir, name, OpenOptions::new().write(true).create_new(true))
}

pub(super) fn open_file(dir: &Dir, name: &str) -> io::Result<File> {
    if !dir.symlink_metadata(name)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    open(dir, name, OpenOptions::new().read(true))
}

pub(super) fn open_writable(dir: &Dir, name: &str, write: WriteAt) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match write {
        WriteAt::InPlace => {}
        WriteAt::AtTheEnd => {
            options.append(true);
        }
    }
    open(dir, name, &options)
}

/// The free space is unknown, so the disk counts as empty.
pub(crate) fn free_bytes(_: &Dir) -> io::Result<u64> {
    Ok(u64::MAX)
}

/// Sets the file's times to the present.
#[expect(clippy::disallowed_methods, reason = "there is no way to ask the system to stamp a file itself")]
pub(crate) fn touch(file: &File) -> io::Result<()> {
    file.set_modified(SystemTime::now())
}

/// Moves a file to a name that is free; `false` when it is taken.
pub(crate) fn rename_new(from: &Dir, old: &str, to: &Dir, new: &str) -> io::Result<bool> {
    match from.hard_link(old, to, new) {
        Ok(()) => from.remove_file(old)?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
        // Not every file system has links. Here the later of two writers at once prevails.
        Err(_) => from.rename(old, to, new)?,
    }
    Ok(true)
}

fn open(dir: &Dir, name: &str, options: &OpenOptions) -> io::Result<File> {
    Ok(dir.open_with(name, options)?.into_std())
}
