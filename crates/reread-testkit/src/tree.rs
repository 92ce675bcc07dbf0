//! Looks at folders, and copies them.

use std::path::{Path, PathBuf};

/// Whether the bytes contain the text.
pub fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Whether a file contains the text.
pub fn file_contains(file: &Path, text: &str) -> bool {
    contains(&std::fs::read(file).unwrap(), text)
}

/// Every regular file below a folder, sorted; none if there is no such folder.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let below = |path: PathBuf| match path.symlink_metadata().unwrap() {
        metadata if metadata.is_dir() => files_below(&path),
        metadata if metadata.is_file() => vec![path],
        _ => Vec::new(),
    };
    paths.into_iter().flat_map(below).collect()
}

/// Copies a folder of regular files with their permissions, into a folder that may exist.
pub fn copy_tree(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    std::fs::set_permissions(to, from.metadata().unwrap().permissions()).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_tree(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
