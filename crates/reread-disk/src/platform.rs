//! What differs between Unix systems.
//!
//! A port to another Unix adds one file beside [`linux`](self) that implements [`Platform`] and has a `FolderWatch`, and
//! selects it below. [`portable`](self) shows the least that is enough: every answer may be "unknown", and the crate then
//! takes the slower way with cap-std. Windows has no file descriptors: a port to it begins with the types of this trait.

use std::fs::File;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;

use cap_std::fs::Dir;
use reread_path::RootedPath;
use rustix::fs::OFlags;
use rustix::io::Errno;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
pub use self::linux::{InotifyWatch as FolderWatch, Linux as System};

#[cfg(not(target_os = "linux"))]
mod portable;
#[cfg(not(target_os = "linux"))]
pub use self::portable::{NoFolderWatch as FolderWatch, PortableUnix as System};

/// What the crate asks of a system beyond POSIX.
pub trait Platform {
    /// Flags that open a handle for type, size and times, if possible without the right to read.
    fn examine_flags() -> OFlags;

    /// Opens a name beneath a directory so that no rename meanwhile can lead outside; `NOSYS` if the kernel has no such
    /// call, or a sandbox forbids it.
    fn open_beneath(
        dir: &Dir,
        path: &RootedPath,
        flags: OFlags,
        resolution: Resolution,
    ) -> Result<File, Errno>;

    /// The absolute name of an open file as the kernel knows it; `None` if it cannot say.
    fn path_of(file: BorrowedFd<'_>) -> Option<PathBuf>;

    /// The mount that an open file was reached through; `None` if the system cannot say.
    fn mount_of(file: BorrowedFd<'_>) -> Option<u64>;

    /// Whether something is mounted on a name in a folder, so that the name leads to what has its name elsewhere.
    fn is_mount_point(folder: BorrowedFd<'_>, name: &[u8]) -> bool;

    /// Whether a folder lies on a filesystem that is known to be local. Any other one may keep a reader waiting, and may
    /// change without this kernel noticing.
    fn is_local(folder: BorrowedFd<'_>) -> bool;

    /// The mask that takes permission bits from new files.
    fn umask() -> u32;

    /// Gives every other thread precedence over this one and those that it starts.
    fn lower_priority();
}

/// How a name is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// Whether links that stay beneath the directory are followed.
    pub follows_links: bool,
    /// Whether another filesystem may be entered.
    pub crosses_mounts: bool,
}
