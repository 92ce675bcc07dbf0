//! A file that a walk or an index proposed, opened once more.

use std::fs::File;

use reread_access::Access;
use reread_disk::{FileFacts, FileKind, OpenPurpose, other_names};
use reread_path::RootedPath;

/// Opens a file by its exact name; `None` if it is gone, or is no longer what may be read.
pub(super) fn reopen(access: &Access, root: usize, path: &RootedPath) -> Option<(File, FileFacts)> {
    let file = access.open_exactly(root, path, OpenPurpose::Read).ok()?;
    let facts = FileFacts::of(&file).ok()?;
    let may_be_read = facts.links <= 1
        || access.judge_known_names(root, &facts, &other_names(access.root(root), &facts)).is_ok();
    (facts.kind == FileKind::File && may_be_read).then_some((file, facts))
}
