//! What a reply costs its reader.

use reread_text::{as_utf8, count_lines};

/// The lines and characters that were sent: of a marker its own, not those it stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyCost {
    /// Lines, a last one without a line end among them.
    pub lines: u64,
    /// Characters: Unicode scalar values, and one for each byte that is part of none.
    pub chars: u64,
}

impl ReplyCost {
    /// The cost of a text. The empty text costs nothing.
    pub fn of(text: &[u8]) -> Self {
        Self { lines: count_lines(text), chars: count_chars(text) }
    }

    /// Both together; a sum that is too large to count stays at the largest number.
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
