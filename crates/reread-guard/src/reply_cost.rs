//! The size of a reply.

use reread_text::{as_utf8, count_lines};

/// Lines and characters that were sent. A marker costs its own line, not the lines that it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyCost {
    /// A last line without a line end counts.
    pub lines: u64,
    /// Unicode scalar values, plus one for each byte that is not part of one.
    pub chars: u64,
}

impl ReplyCost {
    /// Measures a text. The empty text costs nothing.
    pub fn of(text: &[u8]) -> Self {
        Self { lines: count_lines(text), chars: count_chars(text) }
    }

    /// The saturating sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { lines: self.lines.saturating_add(other.lines), chars: self.chars.saturating_add(other.chars) }
    }
}

fn count_chars(text: &[u8]) -> u64 {
    if let Ok(text) = as_utf8(text) {
        return text.chars().count() as u64;
    }
    let of_chunk = |chunk: std::str::Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
    text.utf8_chunks().map(of_chunk).sum::<usize>() as u64
}

#[cfg(test)]
mod tests;
