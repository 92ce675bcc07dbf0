//! Bytes that arrive piece by piece, cut into lines.
//!
//! Nothing is held but the beginning of a line whose end has not come. A line beyond the limit
//! is not held at all: it is skipped up to its end and reported as too long.

use memchr::{memchr, memrchr};

/// A line, without its LF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RawLine<'a> {
    Whole(&'a [u8]),
    /// Of so many bytes.
    TooLong(u64),
}

impl<'a> RawLine<'a> {
    pub(crate) fn of(line: &'a [u8], longest: usize) -> Self {
        if line.len() > longest { Self::TooLong(line.len() as u64) } else { Self::Whole(line) }
    }
}

/// Cuts bytes into lines.
#[derive(Clone, Debug)]
pub(crate) struct SessionLines {
    longest: usize,
    /// What came of a line whose end did not; empty once it is too long.
    begun: Vec<u8>,
    /// How long that line is so far.
    begun_length: u64,
}

impl SessionLines {
    /// Lines of up to so many bytes.
    pub(crate) fn new(longest: usize) -> Self {
        Self { longest, begun: Vec::new(), begun_length: 0 }
    }

    /// Takes in the next bytes, and hands on every line that they end, with whether it is the last of them.
    pub(crate) fn feed(&mut self, bytes: &[u8], mut on: impl FnMut(RawLine<'_>, bool)) {
        let Some(last) = memrchr(b'\n', bytes) else { return self.begin(bytes) };
        let mut rest = &bytes[..=last];
        if self.is_begun() {
            let end = memchr(b'\n', rest).unwrap_or(last);
            self.begin(&rest[..end]);
            on(self.line_begun(), end == last);
            self.drop_begun();
            rest = &rest[end + 1..];
        }
        while let Some(end) = memchr(b'\n', rest) {
            let line = RawLine::of(&rest[..end], self.longest);
            rest = &rest[end + 1..];
            on(line, rest.is_empty());
        }
        self.begin(&bytes[last + 1..]);
    }

    fn begin(&mut self, bytes: &[u8]) {
        self.begun_length += bytes.len() as u64;
        if self.begun_length > self.longest as u64 {
            self.begun = Vec::new();
        } else {
            self.begun.extend_from_slice(bytes);
        }
    }

    fn line_begun(&self) -> RawLine<'_> {
        if self.begun_length > self.longest as u64 {
            RawLine::TooLong(self.begun_length)
        } else {
            RawLine::Whole(&self.begun)
        }
    }

    /// Whether there is a line whose end has not come.
    pub(crate) fn is_begun(&self) -> bool {
        self.begun_length > 0
    }

    /// Forgets the line whose end has not come.
    pub(crate) fn drop_begun(&mut self) {
        self.begun.clear();
        self.begun_length = 0;
    }
}

#[cfg(test)]
mod tests;
