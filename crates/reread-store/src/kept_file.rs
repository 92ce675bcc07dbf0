//! A file that is held open, and whether its name still leads to it.
//!
//! Opening a file costs several times what asking about its name does. A handle alone would not do: what is written to
//! a file that was moved or removed is no longer found under its name.

use std::fs::File;
use std::io;

use cap_std::fs::Dir;

use crate::private;

/// An open file with the name that it was opened by.
#[derive(Debug)]
pub(crate) struct KeptFile {
    name: &'static str,
    pub(crate) file: File,
    identity: private::FileIdentity,
}

impl KeptFile {
    /// Keeps a file that was just opened by this name.
    pub(crate) fn new(name: &'static str, file: File) -> io::Result<Self> {
        Ok(Self { name, identity: private::file_identity(&file)?, file })
    }

    /// Whether the name leads to this very file.
    pub(crate) fn is_in_place(&self, dir: &Dir) -> bool {
        self.size_in_place(dir).is_some()
    }

    /// The length of the file, if the name leads to this very one.
    pub(crate) fn size_in_place(&self, dir: &Dir) -> Option<u64> {
        let (identity, size) = private::what_is(dir, self.name).ok()?;
        (identity == self.identity).then_some(size)
    }
}
