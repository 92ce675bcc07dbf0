//! The difference of two texts as a unified diff that `git apply` accepts.
//!
//! Lines are those of [`lines()`](crate::lines()), bytes are printed unchanged, and the same pair of texts always gives
//! the same diff. [`DiffLimits`] bounds what is computed; the caller decides what is shown.

mod changed_lines;
mod compare;
mod few_changes;
mod histogram;
mod interned;
mod printer;
mod slide;
mod window;

use compare::LineComparison;
use window::Window;

use crate::count_lines;

/// The names after `--- ` and `+++ `. They are printed unchanged; the caller quotes them if needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiffNames<'a> {
    /// The old side, such as `a/src/lib.rs`.
    pub old: &'a str,
    /// The new side, such as `b/src/lib.rs`.
    pub new: &'a str,
}

/// A unified diff and its measures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diff {
    /// Empty if the texts are equal.
    pub text: Vec<u8>,
    /// Number of `@@` headers.
    pub hunks: u64,
    /// Number of lines with `+`.
    pub added: u64,
    /// Number of lines with `-`.
    pub removed: u64,
}

/// The unified diff from `old` to `new`, with `context_lines` unchanged lines around each change.
///
/// Printed as git does it: a count of 1 is omitted, a side without lines is numbered by the line before (`-0,0` at the
/// start), a last line without LF is followed by `\ No newline at end of file`, and a hunk header repeats the nearest
/// line above that starts with a letter, `_` or `$`. [`apply_diff`](crate::apply_diff) is the inverse.
///
/// Uses the histogram algorithm, because moved blocks then need a third of the lines. The work is bounded: of texts beyond
/// [`DiffLimits`] that differ in many frequent lines, the diff is longer than it could be. It is correct all the same.
pub fn unified_diff(old: &[u8], new: &[u8], names: DiffNames<'_>, context_lines: u64) -> Diff {
    if old == new {
        return Diff::default();
    }
    let window = Window::around_changes(old, new, context_lines);
    printer::print(&LineComparison::new(window.old, window.new), window.above, names, context_lines)
}

/// The largest texts that are compared.
///
/// The result must not depend on the machine or its load, so the limits apply to sizes, never to time. The content of the
/// lines does not matter: the number of lines bounds the work, however often they repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiffLimits {
    /// Bytes of each side.
    pub max_bytes: u64,
    /// Lines of each side.
    pub max_lines: u64,
}

/// 2 MiB and 12,000 lines.
impl Default for DiffLimits {
    fn default() -> Self {
        Self { max_bytes: 2 * 1024 * 1024, max_lines: 12_000 }
    }
}

impl DiffLimits {
    /// Whether both texts are within the limits.
    pub fn affordable(&self, old: &[u8], new: &[u8]) -> bool {
        let allows = |text: &[u8]| text.len() as u64 <= self.max_bytes && count_lines(text) <= self.max_lines;
        allows(old) && allows(new)
    }
}

#[cfg(test)]
mod tests;
