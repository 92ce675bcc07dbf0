//! The names of a folder, kept in one piece: a folder may have a million.

use rustix::fs::FileType;

/// Names and what the folder says they are, in the order in which the system gave them.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Every name with a NUL behind it, which no name contains.
    bytes: Vec<u8>,
    kinds: Vec<FileType>,
}

impl Names {
    /// Adds a name; a folder's names for itself and its parent are none.
    pub(super) fn push(&mut self, name: &[u8], kind: FileType) {
        if !matches!(name, b"." | b"..") {
            self.bytes.extend_from_slice(name);
            self.bytes.push(0);
            self.kinds.push(kind);
        }
    }

    /// Whether one of them is this.
    pub(super) fn has(&self, name: &[u8]) -> bool {
        self.iter().any(|(found, _)| found == name)
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], FileType)> {
        self.bytes.split(|byte| *byte == 0).zip(self.kinds.iter().copied())
    }
}
