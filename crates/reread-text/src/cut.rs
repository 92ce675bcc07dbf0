//! Cuts a text to a page within bounds.
//!
//! A page consists of whole lines if at least one line fits, otherwise of the start of a line, cut between two
//! characters. It is never empty while text is left, so paging always reaches the end, and the joined pages are the text.

use std::fmt;

use memchr::memrchr;

use crate::utf8::char_len;
use crate::{char_floor, count_lines, line_start, tokens};

/// The size of a page. All bounds apply together. Default: no bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// Lines as [`lines()`](crate::lines()) counts them.
    pub max_lines: Option<u64>,
    /// Bytes of UTF-8 or any other encoding.
    pub max_bytes: Option<u64>,
    /// Unicode scalar values, plus one for each byte that is not part of one.
    pub max_chars: Option<u64>,
    /// Tokens as [`estimate_tokens`](crate::estimate_tokens) counts them.
    pub max_tokens: Option<u64>,
}

impl Bounds {
    /// Combines both: the smaller of each pair.
    #[must_use]
    pub fn narrowed(&self, by: &Self) -> Self {
        // `None` is wider than any number.
        let tighter = |one: Option<u64>, other: Option<u64>| one.into_iter().chain(other).min();
        Self {
            max_lines: tighter(self.max_lines, by.max_lines),
            max_bytes: tighter(self.max_bytes, by.max_bytes),
            max_chars: tighter(self.max_chars, by.max_chars),
            max_tokens: tighter(self.max_tokens, by.max_tokens),
        }
    }
}

/// The bound that shortened a text.
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

/// The page at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Length of the page in bytes.
    pub bytes: usize,
    /// Complete lines of the page.
    pub lines: u64,
    /// The bound that was reached first; `None` if the whole text fits.
    pub limit: Option<Limit>,
    /// Whether the page ends inside the first line, because that line alone does not fit.
    pub inside_line: bool,
}

/// Keeps as many whole lines as all bounds allow.
///
/// If the first line does not fit, it is cut between two characters. At least one character is kept; only then may a page
/// exceed the bounds. The empty text fits any bounds.
///
/// All bounds are monotonic (the token estimate never decreases as text is added), so each allows a longest prefix, and
/// the shortest of these is the page. The cost is one pass over the page per bound, however long the text is.
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
    // Cheapest first: later bounds only look at what the earlier ones leave.
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
    // The later bounds look at what this one leaves, and must not see half a character.
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
