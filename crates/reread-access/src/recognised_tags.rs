//! What cited tags stand for, by the snapshots on record for a file.

use reread_context::{Citation, Tag, TagView, TaggedSnapshot};

use crate::access::Access;
use crate::frame::subject_of;
use crate::located::FileName;

/// What the cited tags amount to; `None` if there are none, or no state directory and so no key to check them.
/// The file need not be open.
pub fn recognised_tags(access: &Access, name: &FileName, known: &[String]) -> Option<Citation> {
    let state = access.state().filter(|_| !known.is_empty())?;
    let recorded = state.versions(access.root(name.root).path(), &name.path);
    Some(Citation::recognise(known, state.key(), &subject_of(access, name, TagView::Lines), &recorded))
}

/// The snapshot of a file that a tag is of, be it the tag of lines, of a diff or of an edit.
pub fn tagged_snapshot(access: &Access, name: &FileName, tag: &Tag) -> Option<TaggedSnapshot> {
    let state = access.state()?;
    let recorded = state.versions(access.root(name.root).path(), &name.path);
    Citation::named_by(tag, state.key(), &subject_of(access, name, TagView::Lines), &recorded)
}
