//! The line that begins a hunk of a unified diff.

use std::{fmt, str};

/// `@@ -7,3 +7,4 @@`: the lines of a hunk in the old and the new text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HunkHeader {
    /// After the `-`.
    pub old: HunkSide,
    /// After the `+`.
    pub new: HunkSide,
}

/// One side of a hunk, as written in its header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HunkSide {
    /// The first line; for a side without lines, the line before the hunk.
    pub start: u64,
    /// Number of lines. Default: 1.
    pub count: u64,
}

impl HunkHeader {
    /// Parses a header without its line end, with or without a section heading; `None` for any other line.
    ///
    /// The numbers are not checked.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let (old, rest) = parse_side(line.strip_prefix(b"@@ -")?)?;
        let (new, rest) = parse_side(rest.strip_prefix(b" +")?)?;
        let section = rest.strip_prefix(b" @@")?;
        (section.is_empty() || section.starts_with(b" ")).then_some(Self { old, new })
    }
}

impl HunkSide {
    /// Number of lines before the hunk; `None` if the numbers are impossible.
    pub(crate) fn before(self) -> Option<u64> {
        let before = if self.count == 0 { self.start } else { self.start.checked_sub(1)? };
        before.checked_add(self.count).map(|_| before)
    }
}

/// `7,3`, or `7` for one line.
impl fmt::Display for HunkSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "{}", self.start),
            count => write!(f, "{},{count}", self.start),
        }
    }
}

/// `7,3` or `7`, and the rest.
fn parse_side(text: &[u8]) -> Option<(HunkSide, &[u8])> {
    let (start, rest) = parse_number(text)?;
    let (count, rest) = match rest.strip_prefix(b",") {
        Some(rest) => parse_number(rest)?,
        None => (1, rest),
    };
    Some((HunkSide { start, count }, rest))
}

fn parse_number(text: &[u8]) -> Option<(u64, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(digits);
    Some((str::from_utf8(digits).ok()?.parse().ok()?, rest))
}
