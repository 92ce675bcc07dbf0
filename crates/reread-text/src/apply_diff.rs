//! Applies a unified diff exactly.
//!
//! Used to verify the diffs that this program prints: no fuzz, no offsets, no other diff dialects. One pass over text and
//! diff yields the new text, or compares it with an expected one.

use std::iter::Peekable;

use memchr::memchr_iter;

use crate::{HunkHeader, Lines, count_lines, line_start, lines};

/// Why a diff does not apply to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DiffMismatch {
    /// The diff is not of the form that [`unified_diff`](crate::unified_diff) prints.
    #[error("line {line} of the diff is not what a unified diff has there")]
    Malformed {
        /// The line of the diff; one past its last line if it ends too early.
        line: u64,
    },
    /// A hunk has an impossible position: before the end of the previous one, past the end of the text, or at a line of
    /// the new text that contradicts the earlier hunks.
    #[error("the hunk at line {line} of the diff does not fit where it says it does")]
    Misplaced {
        /// The line of the hunk header in the diff, counted from 1.
        line: u64,
    },
    /// The text has another line than the diff expects.
    #[error("line {line} of the text is not the one that line {diff_line} of the diff expects")]
    Different {
        /// The line of the text; one past its last line if it ends too early.
        line: u64,
        /// The line of the diff, counted from 1.
        diff_line: u64,
    },
}

/// Applies the diff to `old`.
///
/// Line numbers and context must match exactly, byte for byte, including a missing LF at the end. The empty diff changes
/// nothing. File names are ignored.
pub fn apply_diff(old: &[u8], diff: &[u8]) -> Result<Vec<u8>, DiffMismatch> {
    let mut new = Vec::with_capacity(old.len());
    walk(old, diff, |piece| new.extend_from_slice(piece))?;
    Ok(new)
}

/// Whether the diff turns `old` into exactly `new`. Like comparing the result of [`apply_diff`], without building it.
pub fn reproduces(old: &[u8], diff: &[u8], new: &[u8]) -> bool {
    let mut expected = Some(new);
    let walked = walk(old, diff, |piece| expected = expected.and_then(|rest| rest.strip_prefix(piece)));
    walked.is_ok() && expected == Some(b"")
}

/// Applies the diff and passes the new text on in pieces.
fn walk<'a>(old: &'a [u8], diff: &'a [u8], put: impl FnMut(&'a [u8])) -> Result<(), DiffMismatch> {
    let mut diff = DiffLines { rest: lines(diff).peekable(), number: 0 };
    let mut text = Patched { old, old_lines: 0, new_lines: 0, ended: None, put };
    if !diff.is_done() {
        diff.take_after(b"--- ")?;
        diff.take_after(b"+++ ")?;
    }
    while !diff.is_done() {
        apply_hunk(&mut diff, &mut text)?;
    }
    text.keep(u64::MAX, diff.number)
}

fn apply_hunk<'a>(
    diff: &mut DiffLines<'a>,
    text: &mut Patched<'a, impl FnMut(&'a [u8])>,
) -> Result<(), DiffMismatch> {
    let header = diff.take()?;
    let at = diff.number;
    let header = header.strip_suffix(b"\n").and_then(HunkHeader::parse);
    let HunkHeader { old, new } = header
        .filter(|header| header.old.count > 0 || header.new.count > 0)
        .ok_or(DiffMismatch::Malformed { line: at })?;
    let (Some(old_before), Some(new_before)) = (old.before(), new.before()) else {
        return Err(DiffMismatch::Malformed { line: at });
    };
    text.keep(old_before.saturating_sub(text.old_lines), at)?;
    if (text.old_lines, text.new_lines) != (old_before, new_before) {
        return Err(DiffMismatch::Misplaced { line: at });
    }

    let (mut old_left, mut new_left) = (old.count, new.count);
    while old_left > 0 || new_left > 0 {
        let (sign, line) = diff.take_body()?;
        let (in_old, in_new) = match sign {
            b' ' => (true, true),
            b'-' => (true, false),
            b'+' => (false, true),
            _ => return Err(DiffMismatch::Malformed { line: diff.number }),
        };
        if in_old {
            old_left = old_left.checked_sub(1).ok_or(DiffMismatch::Malformed { line: diff.number })?;
            if !text.drop_line(line) {
                return Err(DiffMismatch::Different {
                    line: old_before + old.count - old_left,
                    diff_line: diff.number,
                });
            }
        }
        if in_new {
            new_left = new_left.checked_sub(1).ok_or(DiffMismatch::Malformed { line: diff.number })?;
            text.put_lines(line, 1, diff.number)?;
        }
        diff.skip_no_newline(line);
    }
    Ok(())
}

/// The remaining lines of a diff, and the number of the last consumed one.
struct DiffLines<'a> {
    rest: Peekable<Lines<'a>>,
    number: u64,
}

const NO_NEWLINE: &[u8] = b"\\ No newline at end of file\n";

impl<'a> DiffLines<'a> {
    fn is_done(&mut self) -> bool {
        self.rest.peek().is_none()
    }

    /// The next line. Every line of a diff ends with LF.
    fn take(&mut self) -> Result<&'a [u8], DiffMismatch> {
        self.number += 1;
        self.rest
            .next()
            .filter(|line| line.ends_with(b"\n"))
            .ok_or(DiffMismatch::Malformed { line: self.number })
    }

    /// The rest of the next line after the prefix, with its LF.
    fn take_after(&mut self, prefix: &[u8]) -> Result<&'a [u8], DiffMismatch> {
        let line = self.take()?;
        line.strip_prefix(prefix).ok_or(DiffMismatch::Malformed { line: self.number })
    }

    /// The sign of the next line, and its text: without LF if the "no newline" marker follows.
    fn take_body(&mut self) -> Result<(u8, &'a [u8]), DiffMismatch> {
        let (sign, line) = self.take()?.split_first().ok_or(DiffMismatch::Malformed { line: self.number })?;
        match (self.rest.peek(), line.strip_suffix(b"\n")) {
            (Some(&NO_NEWLINE), Some(line)) => Ok((*sign, line)),
            _ => Ok((*sign, line)),
        }
    }

    fn skip_no_newline(&mut self, line: &[u8]) {
        if !line.ends_with(b"\n") {
            self.rest.next();
            self.number += 1;
        }
    }
}

/// The rest of the old text, and the progress in the new one.
struct Patched<'a, Put> {
    old: &'a [u8],
    old_lines: u64,
    new_lines: u64,
    /// The line of the diff that added a last line without LF, which ends the new text.
    ended: Option<u64>,
    put: Put,
}

impl<'a, Put: FnMut(&'a [u8])> Patched<'a, Put> {
    /// Copies the next lines of the old text: this many, or all that are left.
    fn keep(&mut self, lines: u64, diff_line: u64) -> Result<(), DiffMismatch> {
        let (end, lines) = first_lines(self.old, lines);
        let (kept, rest) = self.old.split_at(end);
        self.old = rest;
        self.old_lines += lines;
        if lines == 0 { Ok(()) } else { self.put_lines(kept, lines, diff_line) }
    }

    /// Skips the next line of the old text if it equals this one.
    fn drop_line(&mut self, line: &[u8]) -> bool {
        match self.old.strip_prefix(line) {
            // Without LF, the line could also be the start of a longer one.
            Some(rest) if line.ends_with(b"\n") || (rest.is_empty() && !line.is_empty()) => {
                self.old = rest;
                self.old_lines += 1;
                true
            }
            _ => false,
        }
    }

    fn put_lines(&mut self, text: &'a [u8], lines: u64, diff_line: u64) -> Result<(), DiffMismatch> {
        if let Some(line) = self.ended {
            return Err(DiffMismatch::Malformed { line });
        }
        if !text.ends_with(b"\n") {
            self.ended = Some(diff_line);
        }
        self.new_lines += lines;
        (self.put)(text);
        Ok(())
    }
}

/// Where the first lines of a text end, and their number: fewer than requested if the text ends.
fn first_lines(text: &[u8], count: u64) -> (usize, u64) {
    // Searching for a few line ends is faster than counting those of a whole block.
    const FEW: usize = 256;
    let end = match usize::try_from(count) {
        Ok(few @ 1..=FEW) => memchr_iter(b'\n', text).nth(few - 1).map(|newline| newline + 1),
        _ => line_start(text, count.saturating_add(1)),
    };
    end.map_or_else(|| (text.len(), count_lines(text)), |end| (end, count))
}

#[cfg(test)]
mod tests;
