//! A folder for the laws that need a disk: made once per thread, because making one costs more than most laws.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

thread_local! {
    static FOLDER: TempDir = TempDir::new().expect("a machine that fuzzes has room for a folder");
}

/// The path of a name in the folder.
pub(crate) fn path(name: &str) -> PathBuf {
    FOLDER.with(|folder| folder.path().join(name))
}

/// An empty or existing folder of that name.
#[expect(clippy::disallowed_methods, reason = "plays the person who made the folder")]
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = path(name);
    std::fs::create_dir_all(&path).expect("the scratch folder is ours");
    path
}

/// Puts the bytes into the file, whatever it held.
#[expect(clippy::disallowed_methods, reason = "plays the program that wrote the file that is parsed")]
pub(crate) fn write(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).expect("the scratch folder is ours");
}

/// What the file holds.
#[expect(clippy::disallowed_methods, reason = "plays the program that looks at the file afterwards")]
pub(crate) fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("the file was just written")
}
