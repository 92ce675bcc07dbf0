//! How much more of files the reply to a search takes.

use reread_text::{Bounds, Limit, as_utf8, estimate_tokens};

/// What is left of the bounds of a reply. Lines count without their ends, as they are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Room {
    left: Bounds,
}

impl Room {
    /// All of it.
    pub(crate) fn of(bounds: &Bounds) -> Self {
        Self { left: *bounds }
    }

    /// Takes a line in. If a bound has no place for it, says which, and nothing is taken.
    pub(crate) fn take(&mut self, line: &[u8]) -> Result<(), Limit> {
        let Bounds { max_lines, max_bytes, max_chars, max_tokens } = self.left;
        self.left = Bounds {
            max_lines: less(max_lines, || 1, Limit::Lines)?,
            max_bytes: less(max_bytes, || line.len() as u64, Limit::Bytes)?,
            max_chars: less(max_chars, || chars(line), Limit::Chars)?,
            max_tokens: less(max_tokens, || estimate_tokens(line), Limit::Tokens)?,
        };
        Ok(())
    }
}

/// What a bound leaves when so much is taken; without one there is nothing to count.
fn less(left: Option<u64>, taken: impl Fn() -> u64, limit: Limit) -> Result<Option<u64>, Limit> {
    left.map(|left| left.checked_sub(taken()).ok_or(limit)).transpose()
}

/// As [`Bounds::max_chars`] counts.
fn chars(line: &[u8]) -> u64 {
    if let Ok(text) = as_utf8(line) {
        return text.chars().count() as u64;
    }
    let of_chunk = |chunk: std::str::Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
    line.utf8_chunks().map(of_chunk).sum::<usize>() as u64
}

#[cfg(test)]
mod tests;
