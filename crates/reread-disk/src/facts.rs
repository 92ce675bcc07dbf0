//! What the handle of an open file says about it.

use std::fs::File;
use std::io;
use std::os::fd::BorrowedFd;

use rustix::fs::{AtFlags, FileType, Stat};

/// What kind of thing a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// An ordinary file: the only kind that is read.
    File,
    /// A folder; it is walked and never read.
    Directory,
    /// A symbolic link that leads nowhere.
    Link,
    /// A named pipe.
    Fifo,
    /// A Unix socket; it is never opened.
    Socket,
    /// A block or character device, or something the system has no word for.
    Device,
}

impl FileKind {
    /// The word for replies.
    pub fn word(self) -> &'static str {
        match self {
            FileKind::File => "file",
            FileKind::Directory => "directory",
            FileKind::Link => "symlink",
            FileKind::Fifo => "fifo",
            FileKind::Socket => "socket",
            FileKind::Device => "device",
        }
    }

    /// What to say of something that should have been a file.
    pub fn instead_of_a_file(self) -> String {
        match self {
            FileKind::Link => "a link that leads nowhere".to_owned(),
            kind => format!("a {}, not a regular file", kind.word()),
        }
    }
}

/// Type, size, times and identity, taken from an open handle and never from a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFacts {
    /// What it is.
    pub kind: FileKind,
    /// Its length as a reader sees it.
    pub size: u64,
    /// What it takes on disk; less than `size` for a sparse file. `None` where the system does not say.
    pub allocated: Option<u64>,
    /// How many names it has.
    pub links: u64,
    /// The time of its last change, in milliseconds since 1970; negative before.
    pub modified_unix_ms: i64,
    /// The permission bits, and those above them.
    pub mode: u32,
    /// Which file it is, whatever its name.
    pub identity: Identity,
    /// Everything that changes with a write.
    pub stamp: Stamp,
}

/// Device and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The device number.
    pub device: u64,
    /// The number of the file on that device.
    pub inode: u64,
}

/// Size and times: equal stamps do not prove equal bytes, but unequal ones prove a writer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    size: u64,
    /// Seconds since 1970 and nanoseconds of the last write; a program can set it.
    pub modified: (i64, i64),
    /// The same of the last change of bytes, name or rights; no program can set it.
    pub changed: (i64, i64),
}

impl FileFacts {
    /// Asks the handle.
    pub fn of(file: &File) -> io::Result<Self> {
        Ok(Self::from_stat(&rustix::fs::fstat(file)?))
    }

    /// Asks about a name in an open folder, without following a link.
    pub fn of_name(folder: BorrowedFd<'_>, name: &[u8]) -> io::Result<Self> {
        Ok(Self::from_stat(&rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    #[expect(clippy::unnecessary_cast, reason = "the types of the fields differ from system to system")]
    fn from_stat(stat: &Stat) -> Self {
        let size = u64::try_from(stat.st_size).unwrap_or_default();
        let modified = (stat.st_mtime as i64, stat.st_mtime_nsec as i64);
        Self {
            kind: kind_of(FileType::from_raw_mode(stat.st_mode)),
            size,
            allocated: u64::try_from(stat.st_blocks).ok().map(|blocks| blocks.saturating_mul(512)),
            links: stat.st_nlink as u64,
            modified_unix_ms: modified.0.saturating_mul(1_000).saturating_add(modified.1 / 1_000_000),
            mode: stat.st_mode as u32 & 0o7777,
            identity: Identity { device: stat.st_dev as u64, inode: stat.st_ino as u64 },
            stamp: Stamp { size, modified, changed: (stat.st_ctime as i64, stat.st_ctime_nsec as i64) },
        }
    }

    /// When it came to be as it is, in milliseconds since 1970: a writer can set the other time, and not this one.
    pub fn changed_unix_ms(&self) -> u64 {
        let (seconds, nanos) = self.stamp.changed;
        u64::try_from(seconds.saturating_mul(1_000).saturating_add(nanos / 1_000_000)).unwrap_or_default()
    }
}

/// The device that holds an open file.
pub fn device(file: &File) -> io::Result<u64> {
    FileFacts::of(file).map(|facts| facts.identity.device)
}

pub(crate) fn kind_of(kind: FileType) -> FileKind {
    match kind {
        FileType::RegularFile => FileKind::File,
        FileType::Directory => FileKind::Directory,
        FileType::Symlink => FileKind::Link,
        FileType::Fifo => FileKind::Fifo,
        FileType::Socket => FileKind::Socket,
        _ => FileKind::Device,
    }
}
