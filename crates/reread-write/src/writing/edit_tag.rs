//! The tag of an edit.

use reread_access::{Access, subject_of};
use reread_context::{Tag, TagView};
use reread_path::{RootedPath, Verdict};
use reread_text::{LineSet, as_utf8, count_lines};

use super::own_lines::{EditClaim, OwnLines};
use super::plan::{After, FilePlan};

impl FilePlan {
    /// The tag of an edit that was written: it stands for the lines that the caller wrote, and carries what it held before; or it
    /// names the version alone. `None` where no tag may stand for the file.
    pub(super) fn own_tag(&self, access: &Access) -> Option<Tag> {
        let (state, claim, After { bytes, digest, .. }) =
            (access.state()?, self.own.as_ref()?, self.after.as_ref()?);
        let names: Vec<&RootedPath> = self.target.judged.iter().collect();
        let is_kept = access.settings().not_cached.judge(&names) == Verdict::Allow;
        if !is_kept || self.target.hides.is_some() || as_utf8(bytes).is_err() {
            return None;
        }
        let name = &self.target.name;
        let note = |bytes: &[u8], digest| {
            if bytes.len() as u64 <= access.settings().limits.diff().max_bytes {
                state.keep(digest, &bytes.to_vec().into());
            }
            state.shown(access.root(name.root).path(), &name.path, digest, count_lines(bytes))
        };
        let is_all = |own: &OwnLines| own.is_whole && own.lines == OwnLines::all(bytes).lines;
        let (view, lines) = match (claim, &self.target.current) {
            (EditClaim::Lines(own), _) if is_all(own) => (TagView::Lines, own.lines.clone()),
            (claim, Some(before)) => {
                note(&before.bytes, &before.digest)?;
                match claim {
                    EditClaim::Lines(own) => {
                        let view = TagView::Edit { base: before.digest, is_whole: own.is_whole };
                        (view, own.lines.clone())
                    }
                    EditClaim::Version => (TagView::Version, LineSet::default()),
                }
            }
            (_, None) => (TagView::Version, LineSet::default()),
        };
        let (snapshot, _) = note(bytes, digest)?;
        Some(state.key().mint(&subject_of(access, name, view), &snapshot, &lines))
    }
}
