//! The line that begins a hunk of a unified diff.

use std::str;

/// `@@ -7,3 +7,4 @@`: which lines of both sides a hunk is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HunkHeader {
    /// The old side.
    pub old: HunkSide,
    /// The new side.
    pub new: HunkSide,
}

/// One side of a hunk, as its numbers say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HunkSide {
    /// Its first line; the line before it if it has none.
    pub start: u64,
    /// How many lines it has: 1 if it is not said.
    pub count: u64,
}

impl HunkHeader {
    /// Reads a header, with or without a section behind it, without its line end; `None` if it is something else.
    ///
    /// Whether the numbers can be true is not asked.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let (old, rest) = parse_side(line.strip_prefix(b"@@ -")?)?;
        let (new, rest) = parse_side(rest.strip_prefix(b" +")?)?;
        let section = rest.strip_prefix(b" @@")?;
        (section.is_empty() || section.starts_with(b" ")).then_some(Self { old, new })
    }
}

impl HunkSide {
    /// How many lines stand before it; `None` if there is no such place, or not so much room behind it.
    pub(crate) fn before(self) -> Option<u64> {
        let before = if self.count == 0 { self.start } else { self.start.checked_sub(1)? };
        before.checked_add(self.count).map(|_| before)
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
