//! Directories and files that belong to the user alone.
//!
//! Every name is one component beneath a directory handle. Links are not followed, a pipe does not block, what is
//! created has mode 0700 or 0600 whatever the umask, and what another user owns or may write is refused, not
//! mended. It does not know what the files are for.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};

use cap_std::fs::Dir;

mod unix;

pub use unix::FileIdentity;
pub(crate) use unix::{
    close_to_others, create_file, file_identity, free_bytes, identity, identity_at, is_exposed, objection,
    rename_new, touch, what_is,
};

/// Why a directory is not used as ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnsafeDirectory {
    /// It is a symbolic link, which can be pointed elsewhere.
    #[error("is a symbolic link")]
    Symlink,
    /// It is a file or something stranger.
    #[error("is not a directory")]
    NotADirectory,
    /// Another user owns it, by the numeric id.
    #[error("belongs to user {0}")]
    Foreign(u32),
    /// Group or world may write to it, by its permission bits.
    #[error("can be written by others (mode {0:04o})")]
    Writable(u32),
}

/// Where an open file is written.
#[derive(Debug, Clone, Copy)]
enum WriteAt {
    /// At the position of the handle.
    InPlace,
    /// Always at the end, whatever another process appends meanwhile.
    AtTheEnd,
}

/// How entering a directory fails.
#[derive(Debug)]
pub(crate) enum EnterError {
    Refused(UnsafeDirectory),
    Io(io::Error),
}

impl From<EnterError> for io::Error {
    fn from(error: EnterError) -> Self {
        match error {
            EnterError::Refused(refusal) => Self::other(refusal),
            EnterError::Io(source) => source,
        }
    }
}

impl From<io::Error> for EnterError {
    fn from(source: io::Error) -> Self {
        Self::Io(source)
    }
}

/// Opens the directory, created when missing, after checking that it is ours alone.
///
/// A directory of ours that others may read is closed to them; one they may write is refused, since what it holds
/// may be theirs.
pub(crate) fn enter(parent: &Dir, name: &OsStr) -> Result<Dir, EnterError> {
    let dir = match unix::open_dir(parent, name) {
        Ok(dir) => dir,
        Err(error) if error.kind() == io::ErrorKind::NotFound => match unix::create_dir(parent, name) {
            Ok(dir) => dir,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => unix::open_dir(parent, name)?,
            Err(error) => return Err(error.into()),
        },
        Err(error) => return Err(blame(parent, name, error)),
    };
    unix::keep_private(&dir)?;
    Ok(dir)
}

/// Opens a directory as it is, to be looked at; `None` if there is none. Nothing about it is checked or changed.
pub(crate) fn look_into(parent: &Dir, name: &OsStr) -> Result<Option<Dir>, EnterError> {
    match unix::open_dir(parent, name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(blame(parent, name, error)),
        Ok(dir) => Ok(Some(dir)),
    }
}

/// Opens a file for reading, refusing what is not a regular file.
pub(crate) fn open_file(dir: &Dir, name: &str) -> io::Result<File> {
    regular(unix::open_file(dir, name)?)
}

/// The same; `None` if there is no such file.
pub(crate) fn open_existing(dir: &Dir, name: &str) -> io::Result<Option<File>> {
    match open_file(dir, name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        opened => opened.map(Some),
    }
}

/// Opens a file for reading and for appending, created when missing.
pub(crate) fn open_append(dir: &Dir, name: &str) -> io::Result<File> {
    open_or_create(dir, name, WriteAt::AtTheEnd)
}

/// Opens a file for reading and writing in place, created when missing.
pub(crate) fn open_in_place(dir: &Dir, name: &str) -> io::Result<File> {
    open_or_create(dir, name, WriteAt::InPlace)
}

/// The bytes of a small file, one more than `cap` at most, so that a longer file shows as too long.
///
/// A missing file is `None`.
pub(crate) fn read_small(dir: &Dir, name: &str, cap: u64) -> io::Result<Option<Vec<u8>>> {
    let Some(file) = open_existing(dir, name)? else { return Ok(None) };
    let mut bytes = Vec::new();
    file.take(cap.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

fn open_or_create(dir: &Dir, name: &str, write: WriteAt) -> io::Result<File> {
    for _ in 0..LOST_RACES {
        match unix::open_writable(dir, name, write) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            opened => return regular(opened?),
        }
        match create_file(dir, name) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            Ok(_) | Err(_) => {}
        }
    }
    regular(unix::open_writable(dir, name, write)?)
}

/// How often another process may make or rename a file just when it is to be opened.
const LOST_RACES: usize = 100;

fn regular(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
}

/// Says what stands under the name when the system's own words depend on the platform.
fn blame(parent: &Dir, name: &OsStr, error: io::Error) -> EnterError {
    match parent.symlink_metadata(name) {
        Ok(metadata) if metadata.is_symlink() => EnterError::Refused(UnsafeDirectory::Symlink),
        Ok(metadata) if !metadata.is_dir() => EnterError::Refused(UnsafeDirectory::NotADirectory),
        Ok(_) | Err(_) => EnterError::Io(error),
    }
}
