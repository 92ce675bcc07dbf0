//! Files in which git writes down where something is: `.git` of a worktree or submodule, and in a git directory
//! `commondir` and `gitdir`.

use std::path::Path;

use reread_disk::Root;
use reread_path::RootedPath;

/// More than any path takes.
pub(crate) const LONGEST: u64 = 64 * 1024;

/// The path that a `.git` file names: `gitdir: ` and the rest of its one line.
pub(crate) fn parse_git_file(bytes: &[u8]) -> Option<&[u8]> {
    let path = without_line_ends(bytes.strip_prefix(b"gitdir: ")?);
    (!path.is_empty() && !path.contains(&0)).then_some(path)
}

/// The path that a file holds which has nothing else in it: `commondir`, or `gitdir` of a worktree.
pub(crate) fn parse_path(bytes: &[u8]) -> Option<&[u8]> {
    let path = without_line_ends(bytes);
    (!path.is_empty() && !path.contains(&0)).then_some(path)
}

/// Where a path leads that was written in a folder of the root; `None` if that is outside.
///
/// Only the spelling is looked at, so the answer does not tell what exists; the handle decides what the links in it
/// amount to.
pub(crate) fn beneath(root: &Root, folder: &RootedPath, path: &[u8]) -> Option<RootedPath> {
    if path.first() != Some(&b'/') {
        return RootedPath::fold(folder, path).ok();
    }
    let spellings = root.names().spellings;
    let rest = spellings.iter().find_map(|spelling| rest_of(path, spelling))?;
    RootedPath::fold(&RootedPath::root(), rest).ok()
}

/// The part of an absolute path that lies beneath a folder.
fn rest_of<'a>(path: &'a [u8], folder: &Path) -> Option<&'a [u8]> {
    let rest = path.strip_prefix(folder.as_os_str().as_encoded_bytes())?;
    match rest.first() {
        None => Some(rest),
        Some(b'/') => Some(&rest[1..]),
        // The root of the system ends with a slash itself.
        Some(_) if folder.as_os_str() == "/" => Some(rest),
        Some(_) => None,
    }
}

fn without_line_ends(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
    &bytes[..end.map_or(0, |last| last + 1)]
}

#[cfg(test)]
mod tests;
