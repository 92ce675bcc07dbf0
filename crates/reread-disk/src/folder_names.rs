//! The names of a folder, kept in one piece: a folder may have a million.

use std::fs::File;
use std::io;

use rustix::fs::{Dir, FileType};

use crate::facts::{FileFacts, FileKind, kind_of};

/// How many names are read between two questions whether to go on.
pub(crate) const ASKED_EVERY: usize = 256;

/// An open folder with its names, in the order in which the system gave them.
#[derive(Debug)]
pub struct FolderNames {
    dir: Dir,
    /// Every name with a NUL behind it, which no name contains.
    bytes: Vec<u8>,
    kinds: Vec<Option<FileKind>>,
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
                let kind = entry.file_type();
                names.kinds.push((kind != FileType::Unknown).then(|| kind_of(kind)));
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

    /// The names with their kinds, where the filesystem says them. The truth is what is opened under a name.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], Option<FileKind>)> {
        self.bytes.split(|byte| *byte == 0).zip(self.kinds.iter().copied())
    }

    /// What stands under a name in the folder, be it a link. A name is one component of a path, so nothing outside can
    /// answer.
    pub fn facts(&self, name: &[u8]) -> io::Result<FileFacts> {
        FileFacts::of_name(self.dir.fd()?, name)
    }
}
