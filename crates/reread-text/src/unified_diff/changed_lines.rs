//! What a comparison of two texts finds.

use std::ops::Range;

/// Old lines that were replaced by new lines. Counted from 0; one of the two ranges may be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChangedLines {
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}
