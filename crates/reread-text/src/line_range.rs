//! A run of lines, as callers write it: counted from 1, both ends included.
//!
//! A range knows nothing of any file, so it may well lie past the end of one.

use std::fmt;
use std::str::FromStr;

/// The lines from `first` to `last`, both included. Never empty, never backwards, never line 0.
///
/// Written `7-9`, and `7-7` for a single line; `7` is understood too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LineRange {
    first: u64,
    last: u64,
}

impl LineRange {
    /// The lines from `first` to `last`.
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

    /// How many lines, at least 1.
    pub fn count(self) -> u64 {
        // Lines start at 1, so even `1-u64::MAX` counts no more than `u64::MAX`.
        self.last - self.first + 1
    }

    /// Whether the line is one of them.
    pub fn contains(self, line: u64) -> bool {
        self.first <= line && line <= self.last
    }

    /// Whether every line of `other` is one of them.
    pub fn covers(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    /// The lines in both, if there are any.
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

/// Why a pair of numbers, or a text, names no lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRange {
    /// Line 0 was asked for.
    #[error("lines are counted from 1")]
    FromZero,
    /// The last line comes before the first.
    #[error("{first}-{last} ends before it starts")]
    Backwards {
        /// The first line asked for.
        first: u64,
        /// The last line asked for.
        last: u64,
    },
    /// The text is no number and no pair of numbers, or a number is too large to count with.
    #[error("`{text}` is not a line or a range such as 10-20")]
    NotNumbers {
        /// The text as it was given.
        text: String,
    },
}

/// Takes `7` and `7-9`: decimal digits only, no sign and no space.
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
    // `u64::from_str` takes a leading plus; a line number has none.
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests;
