//! Lines of a flat text, and how they are shown.

use crate::grammar::one_line;

/// A line that is not blank.
#[derive(Clone, Copy)]
pub(super) struct FlatLine<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    /// Without its line end.
    pub(super) text: &'a str,
    /// Whether a blank line, or nothing, comes before it.
    pub(super) opens: bool,
}

/// Bytes of a line that are shown.
const MAX_SHOWN: usize = 160;
/// Lines at either end that are shown.
const MAX_END: usize = 5;

pub(super) fn filled_lines(text: &str) -> impl Iterator<Item = FlatLine<'_>> {
    let mut opens = true;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_blank = line.trim().is_empty();
        let line = FlatLine { number: index + 1, text: line, opens };
        opens = is_blank;
        (!is_blank).then_some(line)
    })
}

/// The first and the last lines. A short text is only its first lines.
pub(super) fn both_ends(lines: &[FlatLine<'_>]) -> (Vec<String>, Vec<String>) {
    let head = lines.len().min(MAX_END);
    let tail = lines.len().saturating_sub(MAX_END).max(head);
    (lines[..head].iter().map(FlatLine::shown).collect(), lines[tail..].iter().map(FlatLine::shown).collect())
}

impl FlatLine<'_> {
    /// The number and the line, shortened.
    pub(super) fn shown(&self) -> String {
        format!("{} {}", self.number, shortened(self.text))
    }
}

/// A text on one line, of bounded length.
pub(super) fn shortened(text: &str) -> String {
    one_line(text.as_bytes(), MAX_SHOWN)
}
