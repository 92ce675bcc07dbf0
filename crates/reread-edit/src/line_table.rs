//! Random access to the lines of a text.
//!
//! Lines are those of [`lines()`], but counted from 0, because ranges of them may be empty.

use std::ops::Range;

use reread_text::lines;

/// The offset of every line of a text.
#[derive(Clone, Debug)]
pub(crate) struct LineTable<'a> {
    text: &'a [u8],
    /// End offset of each line. Half the size of a `usize`: a text may have more lines than bytes of memory to spare.
    ends: Vec<u32>,
}

impl<'a> LineTable<'a> {
    /// # Panics
    ///
    /// If the text has 4 GiB or more.
    pub(crate) fn new(text: &'a [u8]) -> Self {
        assert!(u32::try_from(text.len()).is_ok(), "the text has less than 4 GiB");
        let mut ends = Vec::with_capacity(memchr::memchr_iter(b'\n', text).count() + 1);
        ends.extend(lines(text).scan(0_u32, |end, line| {
            *end += line.len() as u32;
            Some(*end)
        }));
        Self { text, ends }
    }

    pub(crate) fn text(&self) -> &'a [u8] {
        self.text
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Start offset of a line; for the number of lines, the length of the text.
    pub(crate) fn start(&self, line: usize) -> usize {
        line.checked_sub(1).map_or(0, |before| self.ends[before] as usize)
    }

    /// The line that contains the byte at this offset.
    pub(crate) fn line_at(&self, offset: usize) -> usize {
        self.ends.partition_point(|end| *end as usize <= offset)
    }

    pub(crate) fn line(&self, line: usize) -> &'a [u8] {
        self.slice(line..line + 1)
    }

    pub(crate) fn slice(&self, lines: Range<usize>) -> &'a [u8] {
        &self.text[self.start(lines.start)..self.start(lines.end)]
    }
}
