//! An index of line starts, for many lookups in one text.

use memchr::memchr_iter;

/// The offsets of all lines of a text. Lines end with LF and are counted from 1.
pub(crate) struct LineIndex(Vec<usize>);

impl LineIndex {
    pub(crate) fn of(text: &[u8]) -> Self {
        Self(std::iter::once(0).chain(memchr_iter(b'\n', text).map(|newline| newline + 1)).collect())
    }

    /// The line that contains a byte.
    pub(crate) fn line_of(&self, byte: usize) -> u64 {
        self.0.partition_point(|start| *start <= byte) as u64
    }
}
