//! Compares two texts line by line.

use std::cell::OnceCell;
use std::ops::Range;

use gix_imara_diff::{IndentHeuristic, IndentLevel, InternedInput, Token};

use super::changed_lines::ChangedLines;
use super::histogram;
use super::interned::intern;
use super::slide::slide;

/// Columns of a tab, as in git.
const TAB: u8 = 8;

/// The lines of two texts, and which of them changed.
pub(super) struct LineComparison<'a> {
    lines: InternedInput<&'a [u8]>,
    pub(super) changes: Vec<ChangedLines>,
}

impl<'a> LineComparison<'a> {
    /// Finds the changes that git would show: histogram algorithm with indent heuristic.
    pub(super) fn new(old: &'a [u8], new: &'a [u8]) -> Self {
        let lines = intern(old, new);
        let changes = histogram::changes(&lines.before, &lines.after, lines.interner.num_tokens());
        // Cached, because repeated lines are looked up many times.
        let known = vec![OnceCell::new(); lines.interner.num_tokens() as usize];
        let indent = |token: Token| {
            let line = lines.interner[token].iter().copied();
            *known[token.0 as usize].get_or_init(|| IndentLevel::for_ascii_line(line, TAB))
        };
        let changes = slide(&changes, &lines.before, &lines.after, IndentHeuristic::new(indent));
        Self { lines, changes }
    }

    pub(super) fn old_len(&self) -> usize {
        self.lines.before.len()
    }

    pub(super) fn old_lines(&self, lines: Range<usize>) -> impl DoubleEndedIterator<Item = &'a [u8]> {
        self.lines.before[lines].iter().map(|token| self.lines.interner[*token])
    }

    pub(super) fn new_lines(&self, lines: Range<usize>) -> impl Iterator<Item = &'a [u8]> {
        self.lines.after[lines].iter().map(|token| self.lines.interner[*token])
    }
}
