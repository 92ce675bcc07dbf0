//! Which lines a side changed, compared as `git merge-file` does it.
//!
//! Myers' algorithm, with changes slid down as far as they go. The indent heuristic, which makes diffs easier to read, is
//! off: it can move two edits of the same place apart, and a merge would then take both.

use std::ops::Range;

use gix_imara_diff::{Algorithm, Diff, InternedInput};

/// Lines of the base that were replaced by lines of a side. Counted from 0; one of the two ranges may be empty.
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
