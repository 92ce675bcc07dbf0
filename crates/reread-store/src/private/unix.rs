//! What the owner's privacy means on Unix: modes, owners, and flags that `cap-std` has no door for.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use cap_std::fs::{Dir, MetadataExt as _, Permissions, PermissionsExt as _};
use rustix::fs::{AtFlags, Mode, OFlags, Stat, Timespec, Timestamps, UTIME_NOW};

use super::{EnterError, UnsafeDirectory, WriteAt};

const DIRECTORY: Mode = Mode::RWXU;
const FILE: Mode = Mode::RUSR.union(Mode::WUSR);
const CAREFUL: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// Which file an open handle stands for, whatever names lead to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileIdentity {
    /// The device.
    pub dev: u64,
    /// The inode on that device.
    pub ino: u64,
}

pub(crate) fn identity(dir: &Dir) -> io::Result<FileIdentity> {
    let metadata = dir.dir_metadata()?;
    Ok(FileIdentity { dev: metadata.dev(), ino: metadata.ino() })
}

pub(crate) fn file_identity(file: &File) -> io::Result<FileIdentity> {
    let metadata = file.metadata()?;
    Ok(FileIdentity { dev: metadata.dev(), ino: metadata.ino() })
}

/// What a name stands for at this moment, a link for itself, and its length.
pub(crate) fn what_is(dir: &Dir, name: &str) -> io::Result<(FileIdentity, u64)> {
    let found = rustix::fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok((told_apart(&found), u64::try_from(found.st_size).unwrap_or_default()))
}

/// What a path leads to at this moment.
pub(crate) fn identity_at(path: &Path) -> io::Result<FileIdentity> {
    Ok(told_apart(&rustix::fs::stat(path)?))
}

// The types differ between systems.
#[allow(clippy::useless_conversion, clippy::unnecessary_cast, reason = "no conversion on some systems")]
fn told_apart(found: &Stat) -> FileIdentity {
    FileIdentity { dev: found.st_dev as u64, ino: found.st_ino as u64 }
}

/// Whether another user could have read the file, or could have put it there.
pub(crate) fn is_exposed(file: &File) -> io::Result<bool> {
    let metadata = file.metadata()?;
    Ok(metadata.mode() & 0o077 != 0 || metadata.uid() != rustix::process::geteuid().as_raw())
}

/// What speaks against a file, found without opening it; a missing file is nothing to object to.
pub(crate) fn objection(dir: &Dir, name: &str) -> io::Result<Option<&'static str>> {
    let metadata = match dir.symlink_metadata(name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        metadata => metadata?,
    };
    Ok(if metadata.is_symlink() {
        Some("is a symbolic link")
    } else if !metadata.is_file() {
        Some("is not a regular file")
    } else if metadata.uid() != rustix::process::geteuid().as_raw() {
        Some("belongs to another user")
    } else if metadata.mode() & 0o077 != 0 {
        Some("is open to others")
    } else if metadata.nlink() > 1 {
        Some("has a second name")
    } else {
        None
    })
}

pub(super) fn open_dir(parent: &Dir, name: &OsStr) -> io::Result<Dir> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let handle = rustix::fs::openat(parent, name, flags, Mode::empty())?;
    Ok(Dir::from_std_file(File::from(handle)))
}

pub(super) fn create_dir(parent: &Dir, name: &OsStr) -> io::Result<Dir> {
    rustix::fs::mkdirat(parent, name, DIRECTORY)?;
    let dir = match open_dir(parent, name) {
        // A umask may hide a new directory even from its owner.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            parent.set_permissions(name, Permissions::from_mode(0o700))?;
            open_dir(parent, name)?
        }
        opened => opened?,
    };
    rustix::fs::fchmod(&dir, DIRECTORY)?;
    Ok(dir)
}

pub(super) fn keep_private(dir: &Dir) -> Result<(), EnterError> {
    let metadata = dir.dir_metadata()?;
    let mode = metadata.mode() & 0o7777;
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err(EnterError::Refused(UnsafeDirectory::Foreign(metadata.uid())));
    }
    if mode & 0o022 != 0 {
        return Err(EnterError::Refused(UnsafeDirectory::Writable(mode)));
    }
    if mode & 0o077 != 0 {
        rustix::fs::fchmod(dir, DIRECTORY).map_err(io::Error::from)?;
    }
    Ok(())
}

pub(crate) fn create_file(dir: &Dir, name: &str) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | CAREFUL;
    let file = File::from(rustix::fs::openat(dir, name, flags, FILE)?);
    if let Err(error) = rustix::fs::fchmod(&file, FILE) {
        let _ = rustix::fs::unlinkat(dir, name, AtFlags::empty());
        return Err(error.into());
    }
    Ok(file)
}

pub(super) fn open_file(dir: &Dir, name: &str) -> io::Result<File> {
    Ok(File::from(rustix::fs::openat(dir, name, OFlags::RDONLY | CAREFUL, Mode::empty())?))
}

pub(super) fn open_writable(dir: &Dir, name: &str, write: WriteAt) -> io::Result<File> {
    let flags = match write {
        WriteAt::InPlace => OFlags::RDWR,
        WriteAt::AtTheEnd => OFlags::RDWR | OFlags::APPEND,
    };
    Ok(File::from(rustix::fs::openat(dir, name, flags | CAREFUL, Mode::empty())?))
}

/// Lets only its owner read and write a file.
pub(crate) fn close_to_others(file: &File) -> io::Result<()> {
    Ok(rustix::fs::fchmod(file, FILE)?)
}

/// How many bytes the disk of a directory has left for its user.
pub(crate) fn free_bytes(dir: &Dir) -> io::Result<u64> {
    let disk = rustix::fs::fstatvfs(dir)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Sets the file's times to the present, by the kernel's clock and not ours.
pub(crate) fn touch(file: &File) -> io::Result<()> {
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    Ok(rustix::fs::futimens(file, &Timestamps { last_access: now, last_modification: now })?)
}

/// Moves a file to a name that is free; `false` when it is taken.
pub(crate) fn rename_new(from: &Dir, old: &str, to: &Dir, new: &str) -> io::Result<bool> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::RenameFlags;
        use rustix::io::Errno;

        match rustix::fs::renameat_with(from, old, to, new, RenameFlags::NOREPLACE) {
            Ok(()) => return Ok(true),
            Err(Errno::EXIST) => return Ok(false),
            // Not every file system knows the flag.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            Err(error) => return Err(error.into()),
        }
    }
    if rustix::fs::statat(to, new, AtFlags::SYMLINK_NOFOLLOW).is_ok() {
        return Ok(false);
    }
    rustix::fs::renameat(from, old, to, new)?;
    Ok(true)
}
