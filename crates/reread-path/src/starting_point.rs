//! The starting point of a name: a root, a folder in it, and the rest of the name.
//!
//! Absolute names are compared with the roots component by component, never as strings, so `/ws-private` is not
//! beneath `/ws`. Nothing is resolved here; each root lists all its spellings, and the links that lead into it.

use std::path::{Component, Path, PathBuf};

use crate::candidates::Roots;
use crate::rooted_path::{RootedPath, os_bytes, os_path};

/// A starting point inside a root and the rest of a name, still to be folded onto it.
#[derive(Clone, Debug)]
pub(crate) struct StartingPoint {
    pub(crate) root: usize,
    pub(crate) base: RootedPath,
    pub(crate) rest: Vec<u8>,
}

/// The starting points of `name`: one for a relative name, one per matching spelling of a root for an absolute one. The
/// root that relative names start from comes first, then the remaining roots as listed.
pub(crate) fn locate(name: &[u8], roots: &Roots<'_>) -> Vec<StartingPoint> {
    let path = os_path(name);
    if !path.has_root() {
        let (root, base) = roots.here.clone();
        return vec![StartingPoint { root, base, rest: separated_by_slash(name) }];
    }
    let path = folded(&path);
    let here_first =
        std::iter::once(roots.here.0).chain((0..roots.roots.len()).filter(|&root| root != roots.here.0));
    let mut located = Vec::new();
    for root in here_first {
        let Some(names) = roots.roots.get(root) else { continue };
        let spellings = names.spellings.iter().map(|spelling| (spelling, RootedPath::root()));
        for (spelling, base) in spellings.chain(names.links.iter().map(|(link, base)| (link, base.clone()))) {
            let Some(rest) = beneath(&path, &folded(spelling)) else { continue };
            let Ok(rest) = os_bytes(&rest) else { continue };
            located.push(StartingPoint { root, base, rest: rest.into_owned() });
        }
    }
    located
}

/// An absolute name as a path, folded by spelling; `None` for a relative one.
pub(crate) fn absolute(name: &[u8]) -> Option<PathBuf> {
    let path = os_path(name);
    path.has_root().then(|| folded(&path))
}

/// Folds an absolute path by spelling. `..` at the top of the file system is ignored.
fn folded(path: &Path) -> PathBuf {
    let mut folded = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                folded.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => folded.push(component),
        }
    }
    folded
}

/// The part of `path` beneath `root`. Windows compares names and drive letters without case.
fn beneath(path: &Path, root: &Path) -> Option<PathBuf> {
    if !root.has_root() {
        return None;
    }
    let mut parts = path.components();
    for wanted in root.components() {
        let part = parts.next()?;
        let is_same = if cfg!(windows) {
            part.as_os_str().eq_ignore_ascii_case(wanted.as_os_str())
        } else {
            part == wanted
        };
        if !is_same {
            return None;
        }
    }
    Some(parts.as_path().to_path_buf())
}

/// On Unix a backslash is an ordinary character; elsewhere it may stand between components.
fn separated_by_slash(name: &[u8]) -> Vec<u8> {
    let is_separator = |byte: u8| std::path::is_separator(char::from(byte));
    name.iter().map(|&byte| if is_separator(byte) { b'/' } else { byte }).collect()
}

#[cfg(test)]
mod tests;
