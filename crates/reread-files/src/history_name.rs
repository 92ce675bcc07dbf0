//! Names under which the history and the journal know a file.

use reread_access::{Access, FileName, State};
use reread_path::{RootedPath, unspell};
use reread_text::Digest;

/// What the history knows a file by: the absolute path of its root, and its path beneath it.
pub(crate) fn history_key<'a>(access: &'a Access, name: &'a FileName) -> (&'a [u8], &'a [u8]) {
    (access.root(name.root).path().as_os_str().as_encoded_bytes(), name.path.as_bytes())
}

/// The file of this workspace that the history knows by these names.
pub(crate) fn name_in_history(access: &Access, root: &[u8], path: &[u8]) -> Option<FileName> {
    let is_root = |index: &usize| access.root(*index).path().as_os_str().as_encoded_bytes() == root;
    let root = access.written_roots().find(is_root)?;
    let path = RootedPath::from_bytes(path).ok()?;
    let requested = if access.is_outside(root) { access.place_name(root, &path) } else { path.to_string() };
    Some(FileName { requested, path, root, readings: Vec::new() })
}

/// Which file of this workspace a record of the journal is about. Records name no root, and other workspaces may share
/// the state: it is the root in which that version was shown, or the only one if the state lies in it and the record
/// `is_ours`.
pub(crate) fn recorded_place(
    access: &Access,
    state: &State,
    recorded: &str,
    digest: Option<&Digest>,
    is_ours: bool,
) -> Option<(usize, RootedPath)> {
    let path = RootedPath::from_bytes(&unspell(recorded)?).ok()?;
    let was_shown = |root: &usize| {
        let versions = state.versions(access.root(*root).path(), &path);
        versions.iter().any(|version| Some(&version.digest) == digest)
    };
    let shown_in = (0..access.roots().len()).find(was_shown);
    let is_alone = access.roots().len() == 1 && state.path().starts_with(access.root(0).path());
    let root = shown_in.or((is_alone && is_ours).then_some(0))?;
    Some((root, path))
}
