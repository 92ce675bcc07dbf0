//! The definition of a line, and functions to find lines.
//!
//! A line ends with LF, and the LF belongs to it. Bytes after the last LF are a line, too, so the empty text has no lines,
//! and `"a"` and `"a\n"` have one. A CR without LF is not a line end; in CRLF, the CR is the last byte of the line's
//! text. NUL, form feed and U+2028 do not end a line.
//!
//! Nothing builds an index: newlines are counted block by block, and only the block with the requested line is searched.

use memchr::{memchr, memchr_iter, memrchr, memrchr_iter};

use crate::LineRange;

/// Bytes of a block: small enough to stay in the first-level cache between counting and searching.
const BLOCK: usize = 16 * 1024;

/// The number of lines; a last line without LF counts.
pub fn count_lines(bytes: &[u8]) -> u64 {
    count_newlines(bytes) + u64::from(bytes.last().is_some_and(|last| *last != b'\n'))
}

fn count_newlines(bytes: &[u8]) -> u64 {
    bytecount::count(bytes, b'\n') as u64
}

/// The lines in order, each with its LF. Joined, they are the text.
pub fn lines(bytes: &[u8]) -> Lines<'_> {
    Lines(bytes)
}

/// Iterator over the lines of a text, from either end. See [`lines()`].
#[derive(Clone, Debug)]
pub struct Lines<'a>(&'a [u8]);

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.0.is_empty() {
            return None;
        }
        let end = memchr(b'\n', self.0).map_or(self.0.len(), |newline| newline + 1);
        let (line, rest) = self.0.split_at(end);
        self.0 = rest;
        Some(line)
    }
}

impl<'a> DoubleEndedIterator for Lines<'a> {
    fn next_back(&mut self) -> Option<&'a [u8]> {
        let (_, before_last) = self.0.split_last()?;
        let start = memrchr(b'\n', before_last).map_or(0, |newline| newline + 1);
        let (rest, line) = self.0.split_at(start);
        self.0 = rest;
        Some(line)
    }
}

impl std::iter::FusedIterator for Lines<'_> {}

/// The bytes of a range of lines; `None` if its first line does not exist.
///
/// A range that exceeds the text is cut at the last line.
pub fn slice_lines(bytes: &[u8], range: LineRange) -> Option<&[u8]> {
    let from_first = &bytes[line_start(bytes, range.first())?..];
    let end = range.count().checked_add(1).and_then(|after| line_start(from_first, after));
    Some(&from_first[..end.unwrap_or(from_first.len())])
}

/// The offset of a line; `None` if it does not exist. There is no line 0.
pub fn line_start(bytes: &[u8], line: u64) -> Option<usize> {
    let mut newlines = line.checked_sub(1)?;
    if newlines == 0 {
        return (!bytes.is_empty()).then_some(0);
    }
    for (index, block) in bytes.chunks(BLOCK).enumerate() {
        let here = count_newlines(block);
        if newlines <= here {
            let nth = usize::try_from(newlines - 1).expect("a block has fewer newlines than bytes");
            let newline = memchr_iter(b'\n', block).nth(nth).expect("they were just counted");
            let start = index * BLOCK + newline + 1;
            return (start < bytes.len()).then_some(start);
        }
        newlines -= here;
    }
    None
}

/// The offset of the last `lines` lines: the length of the text for 0, and 0 if the text has no more lines.
pub fn tail_start(bytes: &[u8], lines: u64) -> usize {
    let Some((_, before_last)) = bytes.split_last() else { return 0 };
    if lines == 0 {
        return bytes.len();
    }
    // Finds the newline before the tail; the last byte belongs to the tail itself.
    let mut newlines = lines;
    let mut end = before_last.len();
    for block in before_last.rchunks(BLOCK) {
        let start = end - block.len();
        let here = count_newlines(block);
        if newlines <= here {
            let nth = usize::try_from(newlines - 1).expect("a block has fewer newlines than bytes");
            let newline = memrchr_iter(b'\n', block).nth(nth).expect("they were just counted");
            return start + newline + 1;
        }
        newlines -= here;
        end = start;
    }
    0
}

/// Counts the lines of a text that arrives in pieces. See [`count_lines`].
#[derive(Clone, Debug, Default)]
pub struct LineCounter {
    newlines: u64,
    last: Option<u8>,
}

impl LineCounter {
    /// Adds the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.newlines += count_newlines(bytes);
        self.last = bytes.last().copied().or(self.last);
    }

    /// Number of lines of all bytes so far.
    pub fn lines(&self) -> u64 {
        self.newlines + u64::from(self.last.is_some_and(|last| last != b'\n'))
    }
}

#[cfg(test)]
mod tests;
