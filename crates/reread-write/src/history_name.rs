//! Names under which the history knows a file.

use reread_access::{Access, FileName};
use reread_path::RootedPath;

/// What the history knows a file by: the absolute path of its root, and its path beneath it.
pub(crate) fn history_key<'a>(access: &'a Access, name: &'a FileName) -> (&'a [u8], &'a [u8]) {
    (access.root(name.root).path().as_os_str().as_encoded_bytes(), name.path.as_bytes())
}

/// The file of this workspace that the history knows by these names.
pub fn name_in_history(access: &Access, root: &[u8], path: &[u8]) -> Option<FileName> {
    let is_root = |index: &usize| access.root(*index).path().as_os_str().as_encoded_bytes() == root;
    let root = access.written_roots().find(is_root)?;
    let path = RootedPath::from_bytes(path).ok()?;
    let requested = if access.is_outside(root) { access.place_name(root, &path) } else { path.to_string() };
    Some(FileName { requested, path, root, readings: Vec::new() })
}
