//! A file that the user names for a command of its own: read or made, whatever workspace it lies in.
//!
//! No rule speaks about it, because no agent asked for it. It is opened once and examined through its handle: a pipe
//! does not block, and only a regular file is read.

use std::fs::File;
use std::io;
use std::path::Path;

use reread_disk::{FileFacts, FileKind, open_user_file};

use crate::open_error::OpenError;

/// Opens a regular file for reading. Links are followed: the name is the user's own.
pub fn open_named(path: &Path) -> Result<File, OpenError> {
    let name = || path.display().to_string();
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => OpenError::Missing { name: name(), similar: Vec::new() },
        io::ErrorKind::PermissionDenied => OpenError::Forbidden(name()),
        _ => OpenError::Io { name: name(), source },
    };
    let file = open_user_file(path).map_err(failed)?;
    match FileFacts::of(&file).map_err(failed)?.kind {
        FileKind::File => Ok(file),
        kind => Err(OpenError::NotAFile { name: name(), kind }),
    }
}
