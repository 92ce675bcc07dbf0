//! What the handle of an open file says about it.

use std::fs::{File, Metadata};
use std::io;

/// What kind of thing a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// An ordinary file: the only kind that is read.
    File,
    /// A directory.
    Directory,
    /// A symbolic link that leads nowhere.
    Link,
    /// A named pipe.
    Fifo,
    /// A socket.
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
    pub(crate) fn instead_of_a_file(self) -> String {
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
    pub(crate) identity: Identity,
    /// Everything that moves when somebody writes.
    pub(crate) stamp: Stamp,
}

/// Device and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) inode: u64,
}

/// Size and times: equal stamps do not prove equal bytes, but unequal ones prove a writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl FileFacts {
    /// Asks the handle.
    pub(crate) fn of(file: &File) -> io::Result<Self> {
        file.metadata().map(|metadata| Self::from_metadata(&metadata))
    }

    #[cfg(unix)]
    fn from_metadata(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            kind: kind_of(metadata),
            size: metadata.size(),
            allocated: Some(metadata.blocks().saturating_mul(512)),
            links: metadata.nlink(),
            modified_unix_ms: metadata
                .mtime()
                .saturating_mul(1000)
                .saturating_add(metadata.mtime_nsec() / 1_000_000),
            identity: Identity { device: metadata.dev(), inode: metadata.ino() },
            stamp: Stamp {
                size: metadata.size(),
                modified: (metadata.mtime(), metadata.mtime_nsec()),
                changed: (metadata.ctime(), metadata.ctime_nsec()),
            },
        }
    }
}

/// The device that holds an open file.
pub(crate) fn device(file: &File) -> io::Result<u64> {
    FileFacts::of(file).map(|facts| facts.identity.device)
}

#[cfg(unix)]
fn kind_of(metadata: &Metadata) -> FileKind {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    if kind.is_file() {
        FileKind::File
    } else if kind.is_dir() {
        FileKind::Directory
    } else if kind.is_symlink() {
        FileKind::Link
    } else if kind.is_fifo() {
        FileKind::Fifo
    } else if kind.is_socket() {
        FileKind::Socket
    } else {
        FileKind::Device
    }
}
