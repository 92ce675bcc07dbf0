//! Lines as pi counts them.
//!
//! pi splits a text at every LF, so the empty string after a final newline is a line of its own: `"a\nb\n"`
//! has three lines there and two here, and an empty file has one there and none here. Every other line has
//! the same number and the same text on both sides, so only the end of a file needs care.

use reread_text::LineRange;

/// How many lines pi says a file has, given how many we count and whether its last byte is a newline.
pub fn lines_as_pi_counts(total_lines: u64, ends_with_newline: bool) -> u64 {
    if total_lines == 0 || ends_with_newline { total_lines + 1 } else { total_lines }
}

/// The lines of ours that a range of pi's lines shows; `None` if it shows none, as pi's last empty line.
pub fn range_from_pi(first: u64, last: u64, total_lines: u64) -> Option<LineRange> {
    LineRange::new(first, last.min(total_lines)).ok()
}

#[cfg(test)]
mod tests;
