//! Lines as pi counts them.
//!
//! pi splits a text at every LF, so the empty string after a final newline is a line of its own: `"a\nb\n"` has three
//! lines there and two here, and an empty file has one there and none here. Every other line has the same number and
//! the same text on both sides, so only the end of a file needs care.

use reread_text::{LineRange, count_lines, line_start};

/// How many lines pi says a text has: never none.
pub fn total_lines(bytes: &[u8]) -> u64 {
    let ours = count_lines(bytes);
    if ours == 0 || bytes.ends_with(b"\n") { ours + 1 } else { ours }
}

/// The lines as pi shows them, without the newline after the last; `None` if there are not so many.
pub fn slice_as_pi_does(bytes: &[u8], lines: LineRange) -> Option<&[u8]> {
    let total = total_lines(bytes);
    if lines.last() > total {
        return None;
    }
    let start = |line: u64| line_start(bytes, line).unwrap_or(bytes.len());
    let end = if lines.last() == total { bytes.len() } else { start(lines.last() + 1) - 1 };
    Some(&bytes[start(lines.first())..end])
}

#[cfg(test)]
mod tests;
