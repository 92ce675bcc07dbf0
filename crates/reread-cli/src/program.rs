//! The path of this program, and whether another path leads to it.

use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, FileType};

/// The path by which this program is started best.
///
/// A name on `PATH` that leads here is better than the file itself: where programs are installed as links, an upgrade
/// moves the file and keeps the name.
pub(crate) fn this_program() -> io::Result<PathBuf> {
    let file = std::env::current_exe()?;
    let name = file.file_name().unwrap_or_default();
    let named = on_path(name.as_ref()).filter(|named| is_same_file(named, &file));
    Ok(named.unwrap_or(file))
}

/// The program that a command of a configuration starts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// This very program.
    This,
    /// Another file that can be run.
    Another,
    /// Nothing that can be run.
    Missing,
}

impl Program {
    /// Resolves a command; a bare name is searched on `PATH`.
    pub(crate) fn of(command: &str) -> Self {
        let path = Path::new(command);
        let bare = path.components().count() == 1 && !path.is_absolute();
        let found = if bare { on_path(path) } else { Some(path.to_owned()).filter(|path| can_be_run(path)) };
        match (found, std::env::current_exe()) {
            (None, _) => Program::Missing,
            (Some(found), Ok(this)) if is_same_file(&found, &this) => Program::This,
            (Some(_), _) => Program::Another,
        }
    }
}

/// The first file of that name on `PATH` that can be run.
pub(crate) fn on_path(name: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(name)).find(|file| can_be_run(file))
}

fn can_be_run(path: &Path) -> bool {
    let is_file = rustix::fs::stat(path)
        .is_ok_and(|facts| FileType::from_raw_mode(facts.st_mode) == FileType::RegularFile);
    is_file && rustix::fs::access(path, Access::EXEC_OK).is_ok()
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let identity = |path| rustix::fs::stat(path).map(|facts| (facts.st_dev, facts.st_ino));
    match (identity(one), identity(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
