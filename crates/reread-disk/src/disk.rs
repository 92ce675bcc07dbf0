//! What replacing a file asks of the system: a few calls on an open folder, one step each.
//!
//! The writer knows this trait and nothing else of the disk, so that a test can stand in for it: one disk that fails at
//! the n-th call, and one that loses everything that was not made durable.

mod real;
#[cfg(test)]
pub(crate) mod tests;

use std::io;

use crate::facts::FileFacts;

pub use real::RealDisk;

/// A disk. Names are single components of an open folder, and no link is ever followed.
pub trait Disk {
    /// An open folder.
    type Folder;
    /// An open file.
    type File;

    /// Opens a file for reading.
    fn open(&self, folder: &Self::Folder, name: &[u8]) -> io::Result<Self::File>;

    /// Makes a file that was not there. The mode is what the user's mask leaves of it.
    fn create(&self, folder: &Self::Folder, name: &[u8], mode: u32) -> io::Result<Self::File>;

    /// What the system says about an open file.
    fn about(&self, file: &Self::File) -> io::Result<FileFacts>;

    /// All bytes of a file, one more than `most` at most.
    fn read(&self, file: &Self::File, most: u64) -> io::Result<Vec<u8>>;

    /// Writes all bytes to a new file.
    fn write(&self, file: &Self::File, bytes: &[u8]) -> io::Result<()>;

    /// Gives one file the owner, the mode and the extended attributes of another.
    fn copy_attributes(&self, file: &Self::File, like: &Self::File) -> Result<(), AttributesLost>;

    /// Gives a file these permission bits, whatever the user's mask says.
    fn set_mode(&self, file: &Self::File, mode: u32) -> io::Result<()>;

    /// Makes the bytes of a file durable.
    fn sync(&self, file: &Self::File) -> io::Result<()>;

    /// Moves a file to a free name; a name that is taken is `AlreadyExists`.
    fn move_new(&self, folder: &Self::Folder, from: &[u8], to: &[u8]) -> io::Result<()>;

    /// Moves a file over whatever has the name.
    fn move_over(&self, folder: &Self::Folder, from: &[u8], to: &[u8]) -> io::Result<()>;

    /// Exchanges two names in one step; `Unsupported` where the file system cannot.
    fn exchange(&self, folder: &Self::Folder, one: &[u8], other: &[u8]) -> io::Result<()>;

    /// Removes a name.
    fn remove(&self, folder: &Self::Folder, name: &[u8]) -> io::Result<()>;

    /// Makes the names of a folder durable.
    fn sync_folder(&self, folder: &Self::Folder) -> io::Result<()>;
}

/// Why a file could not be made like another.
#[derive(Debug)]
pub enum AttributesLost {
    /// Something about it that only some users may give: its owner, a capability.
    NotOurs(&'static str),
    /// Any other error of the system.
    Io(io::Error),
}

impl From<io::Error> for AttributesLost {
    fn from(error: io::Error) -> Self {
        AttributesLost::Io(error)
    }
}

impl AttributesLost {
    /// For callers without a word of their own for it.
    pub(crate) fn into_io(self) -> io::Error {
        match self {
            AttributesLost::NotOurs(what) => {
                io::Error::new(io::ErrorKind::PermissionDenied, format!("its {what} cannot be kept"))
            }
            AttributesLost::Io(error) => error,
        }
    }
}
