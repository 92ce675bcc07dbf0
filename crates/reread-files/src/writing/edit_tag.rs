//! The tag of an edit.

use reread_access::{Access, subject_of};
use reread_context::{Tag, TagView};
use reread_path::{RootedPath, Verdict};
use reread_text::{as_utf8, count_lines};

use super::own_lines::OwnLines;
use super::plan::{After, FilePlan};

impl FilePlan {
    /// The tag of an edit that was written: it stands for the lines that the caller wrote, and carries what it held before.
    /// `None` where no tag may stand for the file.
    pub(super) fn own_tag(&self, access: &Access) -> Option<Tag> {
        let (state, own, After { bytes, digest, .. }) =
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
        let is_all = own.is_whole && own.lines == OwnLines::all(bytes).lines;
        let view = match &self.target.current {
            Some(before) if !is_all => {
                note(&before.bytes, &before.digest)?;
                TagView::Edit { base: before.digest, is_whole: own.is_whole }
            }
            _ if is_all => TagView::Lines,
            _ => return None,
        };
        let (snapshot, _) = note(bytes, digest)?;
        Some(state.key().mint(&subject_of(access, name, view), &snapshot, &own.lines))
    }
}
