//! The lines of a text by number.
//!
//! Lines are those of [`lines()`], counted from 0 here, since ranges of them may be empty.

use std::ops::Range;

use reread_text::lines;

/// Where every line of a text begins and ends.
#[derive(Clone, Debug)]
pub(crate) struct LineTable<'a> {
    text: &'a [u8],
    /// By line: where it ends.
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

    /// How many lines there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where the line begins; for the one after the last, where the text ends.
    pub(crate) fn start(&self, line: usize) -> usize {
        line.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// The bytes of one line.
    pub(crate) fn line(&self, line: usize) -> &'a [u8] {
        self.slice(line..line + 1)
    }

    /// The bytes of those lines.
    pub(crate) fn slice(&self, lines: Range<usize>) -> &'a [u8] {
        &self.text[self.start(lines.start)..self.start(lines.end)]
    }
}
