//! Where every line begins, for texts that are asked about many places.

use memchr::memchr_iter;

/// The beginnings of all lines of a text. Lines end with LF and are counted from 1, as everywhere.
pub(crate) struct LineIndex(Vec<usize>);

impl LineIndex {
    pub(crate) fn of(text: &[u8]) -> Self {
        Self(std::iter::once(0).chain(memchr_iter(b'\n', text).map(|newline| newline + 1)).collect())
    }

    /// The line a byte is part of.
    pub(crate) fn line_of(&self, byte: usize) -> u64 {
        self.0.partition_point(|start| *start <= byte) as u64
    }
}
