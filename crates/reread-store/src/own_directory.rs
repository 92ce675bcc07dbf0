//! Directories that the store makes for itself, and what lies in each of them.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use cap_std::fs::Dir;

use crate::private::{self, EnterError};
use crate::state_error::StateError;

pub(crate) const GITIGNORE: &str = ".gitignore";

/// Where files under construction lie, beneath `cache/`: one place, and one prune that clears it.
pub(crate) const TEMPS: &str = "tmp";

/// Splits off the last component, which is the directory to open beneath its parent.
pub(crate) fn split(path: &Path) -> Result<(&Path, &OsStr), StateError> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(StateError::NoName(path.to_path_buf()));
    };
    Ok((if parent.as_os_str().is_empty() { Path::new(".") } else { parent }, name))
}

/// Opens a directory beneath its parent, created when missing, if it belongs to the user alone.
pub(crate) fn enter(parent: &Dir, name: &OsStr, path: &Path) -> Result<Dir, StateError> {
    private::enter(parent, name).map_err(|error| not_entered(path, error))
}

/// Opens a directory as it is, to be looked at; `None` if there is none.
pub(crate) fn look_into(parent: &Dir, name: &OsStr, path: &Path) -> Result<Option<Dir>, StateError> {
    private::look_into(parent, name).map_err(|error| not_entered(path, error))
}

fn not_entered(path: &Path, error: EnterError) -> StateError {
    match error {
        EnterError::Refused(refusal) => StateError::Refused(path.to_path_buf(), refusal),
        EnterError::Io(source) => StateError::Io(path.to_path_buf(), source),
    }
}

/// Keeps everything in the directory out of version control. A file that says otherwise is the user's choice.
pub(crate) fn write_gitignore(dir: &Dir) -> io::Result<()> {
    match private::open_existing(dir, GITIGNORE)? {
        Some(file) if file.metadata()?.len() > 0 => Ok(()),
        Some(_) | None => write_fixed(dir, GITIGNORE, "*\n"),
    }
}

/// Writes what never varies, so that two first starts at once do each other no harm.
pub(crate) fn write_fixed(dir: &Dir, name: &str, text: &str) -> io::Result<()> {
    let mut file: File = private::open_in_place(dir, name)?;
    file.write_all(text.as_bytes())
}
