//! A cursor over the lines of a patch.

use reread_text::{char_floor, lines, visible_line};

use super::PatchError;
use crate::line_ends::{LineEnds, content};

/// Bytes of a line that an error shows.
const SHOWN: usize = 80;

pub(super) struct PatchLines<'a> {
    /// Without line ends.
    lines: Vec<&'a [u8]>,
    next: usize,
}

impl<'a> PatchLines<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        let ends = LineEnds::of(text);
        Self { lines: lines(text).map(|line| content(line, ends)).collect(), next: 0 }
    }

    /// All lines, regardless of the position.
    pub(super) fn all(&self) -> &[&'a [u8]] {
        &self.lines
    }

    /// The number of the next line, counted from 1.
    pub(super) fn number(&self) -> u64 {
        self.next as u64 + 1
    }

    pub(super) fn peek(&self) -> Option<&'a [u8]> {
        self.peek_at(0)
    }

    /// The line that is `ahead` lines after the next one.
    pub(super) fn peek_at(&self, ahead: usize) -> Option<&'a [u8]> {
        self.lines.get(self.next + ahead).copied()
    }

    /// The rest of the next line if it begins with the prefix, without a CR at its end.
    pub(super) fn peek_after(&self, prefix: &[u8]) -> Option<&'a [u8]> {
        let rest = self.peek()?.strip_prefix(prefix)?;
        Some(rest.strip_suffix(b"\r").unwrap_or(rest))
    }

    pub(super) fn advance(&mut self) {
        self.next += 1;
    }

    pub(super) fn skip_while(&mut self, skipped: impl Fn(&[u8]) -> bool) {
        while self.peek().is_some_and(&skipped) {
            self.advance();
        }
    }

    /// The error for a next line that violates the syntax.
    pub(super) fn unexpected(&self, expected: &'static str) -> PatchError {
        let found = match self.peek() {
            None => "past its end".to_owned(),
            Some(line) if line.trim_ascii().is_empty() => "blank".to_owned(),
            Some(line) => format!("`{}`", shown(line)),
        };
        PatchError::Unexpected { line: self.number(), found, expected }
    }
}

pub(super) fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// Bytes of a patch for an error: on one line and shortened.
pub(super) fn shown(bytes: &[u8]) -> String {
    visible_line(&String::from_utf8_lossy(&bytes[..char_floor(bytes, SHOWN)])).into_owned()
}
