//! What tags and held lines refer to: the bytes of a file as they were shown.

use reread_text::{Digest, LineRange, LineSet};

/// A snapshot of a file, and when it was shown.
///
/// The generation rises whenever another snapshot is shown than the time before, and every tag is bound to it. So the
/// tags that a caller cites prove in which order it saw what they stand for: the server need not remember which reply
/// went to which caller, and a reply that was lost on its way changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownSnapshot {
    /// When it was shown.
    pub generation: u64,
    /// What was shown.
    pub digest: Digest,
    /// How many lines it has.
    pub total_lines: u64,
}

impl ShownSnapshot {
    /// Lines 1 to the last; none of an empty file.
    pub(crate) fn all_lines(&self) -> LineSet {
        LineRange::new(1, self.total_lines).map(LineSet::from).unwrap_or_default()
    }
}
