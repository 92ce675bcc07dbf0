//! The disk of this machine.

use std::ffi::{CStr, OsStr};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;

use rustix::fs::{Access, AtFlags, Gid, Mode, OFlags, RenameFlags, Uid, XattrFlags};
use rustix::io::Errno;

use super::{AttributesLost, Disk};
use crate::facts::FileFacts;

/// What every open has: no link is followed, no pipe waited for, no terminal taken over.
const CAREFUL: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// The longest list of attributes, and the longest attribute, that Linux knows.
const LONGEST_ATTRIBUTE: usize = 64 * 1024;

/// The system's own calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl RealDisk {
    /// Makes a folder unless the name is taken; whether it was made. Its mode is what the user's mask leaves.
    pub fn create_folder(&self, folder: &File, name: &[u8]) -> io::Result<bool> {
        match rustix::fs::mkdirat(folder, component(name)?, Mode::from_raw_mode(0o777)) {
            Ok(()) => Ok(true),
            Err(Errno::EXIST) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes a folder with nothing in it.
    pub fn remove_folder(&self, folder: &File, name: &[u8]) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(folder, name, AtFlags::REMOVEDIR)?)
    }

    /// The length of a name that is too long for the file system of a folder; `None` if it takes the name.
    pub fn too_long_for(&self, folder: &File, name: &[u8]) -> Option<usize> {
        let found = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW);
        matches!(found, Err(Errno::NAMETOOLONG)).then_some(name.len())
    }

    /// Whether this process may write what has that name.
    pub fn may_write(&self, folder: &File, name: &[u8]) -> bool {
        let may = |name| rustix::fs::accessat(folder, name, Access::WRITE_OK, AtFlags::EACCESS).is_ok();
        component(name).is_ok_and(may)
    }
}

/// Refuses a name that would lead out of its folder: every name here is one component.
fn component(name: &[u8]) -> io::Result<&[u8]> {
    match name {
        b"" | b"." | b".." => Err(io::ErrorKind::InvalidFilename.into()),
        name if name.contains(&b'/') => Err(io::ErrorKind::InvalidFilename.into()),
        name => Ok(name),
    }
}

impl Disk for RealDisk {
    type Folder = File;
    type File = File;

    fn open(&self, folder: &File, name: &[u8]) -> io::Result<File> {
        Ok(File::from(rustix::fs::openat(folder, component(name)?, OFlags::RDONLY | CAREFUL, Mode::empty())?))
    }

    fn create(&self, folder: &File, name: &[u8], mode: u32) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | CAREFUL;
        Ok(File::from(rustix::fs::openat(folder, component(name)?, flags, Mode::from_raw_mode(mode))?))
    }

    fn about(&self, file: &File) -> io::Result<FileFacts> {
        FileFacts::of(file)
    }

    fn read(&self, file: &File, most: u64) -> io::Result<Vec<u8>> {
        // With the room for all of it, and one byte more that shows the end, it is read in one piece.
        let size = rustix::fs::fstat(file)?.st_size.cast_unsigned().min(most);
        let mut bytes = Vec::with_capacity(usize::try_from(size).map_err(io::Error::other)? + 1);
        file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn copy_attributes(&self, file: &File, like: &File) -> Result<(), AttributesLost> {
        let (own, other) = (stat(file)?, stat(like)?);
        // The owner comes first: changing it may clear bits of the mode.
        if (own.st_uid, own.st_gid) != (other.st_uid, other.st_gid) {
            let (owner, group) = (Uid::from_raw(other.st_uid), Gid::from_raw(other.st_gid));
            match rustix::fs::fchown(file, Some(owner), Some(group)) {
                Err(Errno::PERM) => return Err(AttributesLost::NotOurs("owner")),
                done => done.map_err(io::Error::from)?,
            }
        }
        rustix::fs::fchmod(file, Mode::from_raw_mode(other.st_mode)).map_err(io::Error::from)?;
        copy_extended_attributes(like, file)
    }

    fn set_mode(&self, file: &File, mode: u32) -> io::Result<()> {
        Ok(rustix::fs::fchmod(file, Mode::from_raw_mode(mode))?)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn move_new(&self, folder: &File, from: &[u8], to: &[u8]) -> io::Result<()> {
        let (from, to) = (component(from)?, component(to)?);
        match rustix::fs::renameat_with(folder, from, folder, to, RenameFlags::NOREPLACE) {
            // Not every file system knows the flag. A link to the bytes takes no name from another file, either.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {
                rustix::fs::linkat(folder, from, folder, to, AtFlags::empty())?;
                Ok(rustix::fs::unlinkat(folder, from, AtFlags::empty())?)
            }
            done => Ok(done?),
        }
    }

    fn move_over(&self, folder: &File, from: &[u8], to: &[u8]) -> io::Result<()> {
        Ok(rustix::fs::renameat(folder, component(from)?, folder, component(to)?)?)
    }

    fn exchange(&self, folder: &File, one: &[u8], other: &[u8]) -> io::Result<()> {
        let (one, other) = (component(one)?, component(other)?);
        match rustix::fs::renameat_with(folder, one, folder, other, RenameFlags::EXCHANGE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Err(io::ErrorKind::Unsupported.into()),
            done => Ok(done?),
        }
    }

    fn remove(&self, folder: &File, name: &[u8]) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(folder, component(name)?, AtFlags::empty())?)
    }

    fn sync_folder(&self, folder: &File) -> io::Result<()> {
        Ok(rustix::fs::fsync(folder)?)
    }
}

fn stat(file: &File) -> io::Result<rustix::fs::Stat> {
    Ok(rustix::fs::fstat(file)?)
}

/// Gives `to` every attribute of `from`: the user's own, lists of who may do what, capabilities.
fn copy_extended_attributes(from: &File, to: &File) -> Result<(), AttributesLost> {
    let mut names = vec![0; LONGEST_ATTRIBUTE];
    let length = match rustix::fs::flistxattr(from, &mut names[..]) {
        Err(Errno::NOTSUP | Errno::NOSYS) => return Ok(()),
        length => length.map_err(io::Error::from)?,
    };
    let mut value = vec![0; if length == 0 { 0 } else { LONGEST_ATTRIBUTE }];
    for name in names[..length].split_inclusive(|byte| *byte == 0) {
        let Ok(name) = CStr::from_bytes_with_nul(name) else { continue };
        let Some(loss) = loss_of(name) else { continue };
        let size = rustix::fs::fgetxattr(from, name, &mut value[..]).map_err(io::Error::from)?;
        match rustix::fs::fsetxattr(to, name, &value[..size], XattrFlags::empty()) {
            Err(Errno::PERM | Errno::ACCESS | Errno::NOTSUP) => return Err(AttributesLost::NotOurs(loss)),
            done => done.map_err(io::Error::from)?,
        }
    }
    Ok(())
}

/// What would be lost with an attribute; nothing with a label that the system gives every file by itself.
fn loss_of(name: &CStr) -> Option<&'static str> {
    match OsStr::from_bytes(name.to_bytes()).to_str()? {
        "security.capability" => Some("capabilities"),
        name if name.starts_with("user.") => Some("extended attributes"),
        name if name.starts_with("system.posix_acl_") => Some("access control list"),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
