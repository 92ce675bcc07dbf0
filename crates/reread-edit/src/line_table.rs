//! Random access to the lines of a text.
//!
//! Lines are those of [`lines()`], but counted from 0, because ranges of them may be empty.

use std::ops::Range;

use reread_text::lines;

/// The offset of every line of a text.
#[derive(Clone, Debug)]
pub(crate) struct LineTable<'a> {
    text: &'a [u8],
    /// End offset of each line.
    ends: Vec<usize>,
}

impl<'a> LineTable<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        let ends = lines(text).scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        Self { text, ends: ends.collect() }
    }

    pub(crate) fn text(&self) -> &'a [u8] {
        self.text
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Start offset of a line; for the number of lines, the length of the text.
    pub(crate) fn start(&self, line: usize) -> usize {
        line.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// The line that contains the byte at this offset.
    pub(crate) fn line_at(&self, offset: usize) -> usize {
        self.ends.partition_point(|end| *end <= offset)
    }

    pub(crate) fn line(&self, line: usize) -> &'a [u8] {
        self.slice(line..line + 1)
    }

    pub(crate) fn slice(&self, lines: Range<usize>) -> &'a [u8] {
        &self.text[self.start(lines.start)..self.start(lines.end)]
    }
}
