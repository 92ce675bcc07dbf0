//! Which lines a version changed, as `git merge-file` sees it.
//!
//! Myers, and changes slid down as far as they go. The indentation that makes a diff pleasant to read has no say:
//! with it two edits of the same place can end up apart, and a merge then takes both.

use std::ops::Range;

use gix_imara_diff::{Algorithm, Diff, InternedInput};

/// Lines of the base, counted from 0, that lines of the other version stand for. One of the two may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineChange {
    pub(crate) base: Range<usize>,
    pub(crate) side: Range<usize>,
}

/// The changes in order, with unchanged lines between them.
pub(crate) fn line_changes(base: &[u8], side: &[u8]) -> Vec<LineChange> {
    let lines = InternedInput::new(base, side);
    let mut diff = Diff::compute(Algorithm::Myers, &lines);
    diff.postprocess_no_heuristic(&lines);
    let wide = |range: Range<u32>| range.start as usize..range.end as usize;
    diff.hunks().map(|hunk| LineChange { base: wide(hunk.before), side: wide(hunk.after) }).collect()
}
