//! A range of lines as callers write it: counted from 1, both ends included.
//!
//! A range is not bound to a file, so it may lie past the end of one.

use std::fmt;
use std::str::FromStr;

/// The lines from `first` to `last`, both included. Never empty, never backwards, never line 0.
///
/// Written `7-9`, and `7-7` for a single line; `7` is accepted, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LineRange {
    first: u64,
    last: u64,
}

impl LineRange {
    /// Checks that the range is not empty and does not contain line 0.
    pub fn new(first: u64, last: u64) -> Result<Self, BadRange> {
        if first == 0 {
            return Err(BadRange::FromZero);
        }
        if last < first {
            return Err(BadRange::Backwards { first, last });
        }
        Ok(Self { first, last })
    }

    /// The first line, at least 1.
    pub fn first(self) -> u64 {
        self.first
    }

    /// The last line, at least the first.
    pub fn last(self) -> u64 {
        self.last
    }

    /// Number of lines, at least 1.
    pub fn count(self) -> u64 {
        // Lines start at 1, so even `1-u64::MAX` counts no more than `u64::MAX`.
        self.last - self.first + 1
    }

    /// True for both ends, too.
    pub fn contains(self, line: u64) -> bool {
        self.first <= line && line <= self.last
    }

    /// Whether the range contains every line of `other`.
    pub fn covers(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    /// The common lines; `None` if there are none.
    pub fn intersect(self, other: Self) -> Option<Self> {
        let first = self.first.max(other.first);
        let last = self.last.min(other.last);
        (first <= last).then_some(Self { first, last })
    }
}

/// `7-9`; a single line is `7-7`.
impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

/// Why numbers or a text are not a valid range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRange {
    /// The range begins with line 0.
    #[error("lines are counted from 1")]
    FromZero,
    /// The last line comes before the first.
    #[error("{first}-{last} ends before it starts")]
    Backwards {
        /// As given.
        first: u64,
        /// As given; less than `first`.
        last: u64,
    },
    /// The text is neither a number nor a pair of numbers, or a number is too large.
    #[error("`{text}` is not a line or a range such as 10-20")]
    NotNumbers {
        /// As given.
        text: String,
    },
}

/// Accepts `7` and `7-9`: decimal digits only, no sign and no space.
impl FromStr for LineRange {
    type Err = BadRange;

    fn from_str(text: &str) -> Result<Self, BadRange> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (number(first), number(last)) {
            (Some(first), Some(last)) => Self::new(first, last),
            _ => Err(BadRange::NotNumbers { text: text.to_owned() }),
        }
    }
}

fn number(digits: &str) -> Option<u64> {
    // `u64::from_str` would accept a leading plus.
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests;
