//! How two versions of a text differ, as a unified diff that `git apply` takes.
//!
//! Lines are those of [`lines()`](crate::lines()), bytes are printed as they are, and the same pair of texts
//! always gives the same diff. What is worth showing is for others to decide; [`DiffLimits`] only says what
//! may be computed.

mod compare;
mod histogram;
mod interned;
mod printer;
mod slide;
mod window;

use compare::LineComparison;
use window::Window;

use crate::count_lines;

/// What stands after `--- ` and `+++ `, printed as it is: quoting a name that needs it is the caller's.
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
    /// The diff; empty if the texts are equal.
    pub text: Vec<u8>,
    /// How many hunks it has.
    pub hunks: u64,
    /// How many lines only the new text has.
    pub added: u64,
    /// How many lines only the old text has.
    pub removed: u64,
}

/// The unified diff from `old` to `new`, with so many unchanged lines around each change.
///
/// Printed as git prints it: a count of 1 is left out, a side without lines is numbered by the line before
/// (`-0,0` at the start), a last line without LF is followed by `\ No newline at end of file`, and a hunk
/// names the latest line above it that starts with a letter, `_` or `$`. [`apply_diff`](crate::apply_diff)
/// is the inverse.
///
/// Histogram, because moved blocks then cost a third of the lines; see [`DiffLimits`] for what to ask first.
pub fn unified_diff(old: &[u8], new: &[u8], names: DiffNames<'_>, context_lines: u64) -> Diff {
    if old == new {
        return Diff::default();
    }
    let window = Window::around_changes(old, new, context_lines);
    printer::print(&LineComparison::new(window.old, window.new), window.above, names, context_lines)
}

/// Which pairs of texts are compared at all.
///
/// Neither the diff nor whether there is one may depend on the machine or its load, so the bounds are on the texts,
/// never on time. They need not ask what the lines say: the number of lines bounds the work, however often they
/// repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiffLimits {
    /// At most so many bytes on each side.
    pub max_bytes: u64,
    /// At most so many lines on each side.
    pub max_lines: u64,
}

/// 2 MiB and 12,000 lines.
impl Default for DiffLimits {
    fn default() -> Self {
        Self { max_bytes: 2 * 1024 * 1024, max_lines: 12_000 }
    }
}

impl DiffLimits {
    /// Whether both texts lie within the limits.
    pub fn affordable(&self, old: &[u8], new: &[u8]) -> bool {
        let allows = |text: &[u8]| text.len() as u64 <= self.max_bytes && count_lines(text) <= self.max_lines;
        allows(old) && allows(new)
    }
}

#[cfg(test)]
mod tests;
