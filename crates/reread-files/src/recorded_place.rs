//! Names under which the journal knows a file.

use reread_access::{Access, State};
use reread_path::{RootedPath, unspell};
use reread_text::Digest;

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
