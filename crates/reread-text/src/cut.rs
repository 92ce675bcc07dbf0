//! How much of a text fits.
//!
//! A page is whole lines if one line fits, else the start of a line that ends between two characters. It is
//! never empty while there is text, so a reader who asks for the rest until nothing is left comes to the
//! end, and the pages joined are the text.

use std::fmt;

use memchr::memrchr;

use crate::utf8::char_len;
use crate::{char_floor, count_lines, line_start, tokens};

/// How much a page may hold; all of them apply together, and none is the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// At most so many lines.
    pub max_lines: Option<u64>,
    /// At most so many bytes.
    pub max_bytes: Option<u64>,
    /// At most so many characters: Unicode scalar values, and one for each byte that is part of none.
    pub max_chars: Option<u64>,
    /// At most so many tokens, as [`estimate_tokens`](crate::estimate_tokens) counts them.
    pub max_tokens: Option<u64>,
}

impl Bounds {
    /// Both at once: of each pair the tighter.
    #[must_use]
    pub fn narrowed(&self, by: &Self) -> Self {
        // Nothing is wider than any number.
        let tighter = |one: Option<u64>, other: Option<u64>| one.into_iter().chain(other).min();
        Self {
            max_lines: tighter(self.max_lines, by.max_lines),
            max_bytes: tighter(self.max_bytes, by.max_bytes),
            max_chars: tighter(self.max_chars, by.max_chars),
            max_tokens: tighter(self.max_tokens, by.max_tokens),
        }
    }
}

/// Which bound a text ran into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// [`Bounds::max_lines`].
    Lines,
    /// [`Bounds::max_bytes`].
    Bytes,
    /// [`Bounds::max_chars`].
    Chars,
    /// [`Bounds::max_tokens`].
    Tokens,
}

/// `lines`, `bytes`, `chars` or `tokens`.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lines => "lines",
            Self::Bytes => "bytes",
            Self::Chars => "chars",
            Self::Tokens => "tokens",
        })
    }
}

/// What is kept of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// How many bytes from the start are kept.
    pub bytes: usize,
    /// How many complete lines they hold.
    pub lines: u64,
    /// The bound that was reached first, or `None` if nothing was left out.
    pub limit: Option<Limit>,
    /// Whether the kept bytes end inside the first line, because not even that one fits.
    pub inside_line: bool,
}

/// Keeps the longest run of whole lines within every bound.
///
/// If not even the first line fits, it is cut between two characters, and one character is kept whatever
/// the bounds say: only then may a page exceed them. The empty text fits any bounds.
///
/// Every bound holds for all shorter texts once it holds for one (the token estimate never falls as text
/// is added), so each is a longest length that fits, and the shortest of them counts. The cost is one pass over
/// what is kept per bound, however long the text is.
pub fn cut(text: &[u8], bounds: &Bounds) -> Cut {
    let (fitting, limit) = fitting_prefix(text, bounds);
    let whole_lines = if fitting == text.len() {
        fitting
    } else {
        memrchr(b'\n', &text[..fitting]).map_or(0, |newline| newline + 1)
    };
    let bytes = if whole_lines > 0 { whole_lines } else { char_floor(text, fitting).max(char_len(text)) };
    let kept = &text[..bytes];
    let inside_line = bytes < text.len() && kept.last() != Some(&b'\n');
    Cut {
        bytes,
        lines: if inside_line { 0 } else { count_lines(kept) },
        limit: limit.filter(|_| bytes < text.len()),
        inside_line,
    }
}

/// The length of the longest prefix within every bound, and the bound that decides it.
fn fitting_prefix(text: &[u8], bounds: &Bounds) -> (usize, Option<Limit>) {
    // Cheapest first: a later bound only looks at what the earlier ones leave.
    let mut fitting = text;
    let mut limit = None;
    let mut narrow = |bound: Option<u64>, name: Limit, longest: fn(&[u8], u64) -> usize| {
        let Some(max) = bound else { return };
        let len = longest(fitting, max);
        if len < fitting.len() {
            fitting = &fitting[..len];
            limit = Some(name);
        }
    };
    narrow(bounds.max_bytes, Limit::Bytes, bytes_prefix);
    narrow(bounds.max_lines, Limit::Lines, lines_prefix);
    narrow(bounds.max_chars, Limit::Chars, chars_prefix);
    narrow(bounds.max_tokens, Limit::Tokens, tokens::tokens_prefix);
    (fitting.len(), limit)
}

fn bytes_prefix(text: &[u8], max: u64) -> usize {
    // The other bounds look at what this one leaves, and are not to see half a character.
    char_floor(text, usize::try_from(max).unwrap_or(usize::MAX))
}

fn lines_prefix(text: &[u8], max: u64) -> usize {
    max.checked_add(1).and_then(|after| line_start(text, after)).unwrap_or(text.len())
}

fn chars_prefix(text: &[u8], max: u64) -> usize {
    // No text has more characters than bytes.
    if text.len() as u64 <= max {
        return text.len();
    }
    let mut end = 0;
    for _ in 0..max {
        match char_len(&text[end..]) {
            0 => break,
            len => end += len,
        }
    }
    end
}

#[cfg(test)]
mod tests;
