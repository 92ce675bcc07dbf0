//! The names of a folder, kept in one piece: a folder may have a million.

use std::fs::File;
use std::io;

use rustix::fs::{Dir, FileType};

use crate::facts::FileFacts;

/// How many names are read between two questions whether to go on.
const ASKED_EVERY: usize = 256;

/// An open folder with its names, in the order in which the system gave them.
#[derive(Debug)]
pub struct FolderNames {
    dir: Dir,
    /// Every name with a NUL behind it, which no name contains.
    bytes: Vec<u8>,
    kinds: Vec<NameKind>,
}

/// What a folder says about a name; the truth is what is opened under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// Another folder.
    Folder,
    /// A regular file.
    File,
    /// A link, a pipe, a socket, a device.
    Other,
    /// The filesystem does not say.
    Unknown,
}

impl FolderNames {
    /// Reads an open folder until `goes_on` says no. A folder's names for itself and its parent are left out.
    pub fn read(folder: File, goes_on: &dyn Fn() -> bool) -> io::Result<Self> {
        let mut names = Self { dir: Dir::new(folder)?, bytes: Vec::new(), kinds: Vec::new() };
        while let Some(entry) = names.dir.read() {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if !matches!(name, b"." | b"..") {
                names.bytes.extend_from_slice(name);
                names.bytes.push(0);
                names.kinds.push(kind_of(entry.file_type()));
            }
            if names.kinds.len().is_multiple_of(ASKED_EVERY) && !goes_on() {
                break;
            }
        }
        Ok(names)
    }

    /// Whether one of them is this.
    pub fn has(&self, name: &[u8]) -> bool {
        self.iter().any(|(found, _)| found == name)
    }

    /// The names with their kinds.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], NameKind)> {
        self.bytes.split(|byte| *byte == 0).zip(self.kinds.iter().copied())
    }

    /// What stands under a name in the folder, be it a link. A name is one component of a path, so nothing outside can
    /// answer.
    pub fn facts(&self, name: &[u8]) -> io::Result<FileFacts> {
        FileFacts::of_name(self.dir.fd()?, name)
    }
}

fn kind_of(kind: FileType) -> NameKind {
    match kind {
        FileType::Directory => NameKind::Folder,
        FileType::RegularFile => NameKind::File,
        FileType::Unknown => NameKind::Unknown,
        _ => NameKind::Other,
    }
}
