//! A compiled pattern that can be stopped inside a line.
//!
//! The matcher of grep is fast, and cannot be stopped. In its worst case it takes a step for each part of the pattern at each
//! byte: a pattern of 10,000 parts and a line of a megabyte take minutes. So the weight of a pattern is known, and what may
//! take long is searched a few lines at a time. A line that is too long for that goes through an automaton that is driven
//! byte by byte here. It finds the same matches, and asks every few bytes whether to go on.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use grep_matcher::{Match, Matcher as _};
use grep_regex::RegexMatcher;

use crate::byte_automaton::{ByteAutomaton, Ended};
use crate::matchers::{Pattern, asks_for_cr};

/// The most steps that are taken without asking: a few tenths of a second in the worst case.
const STEPS_AT_ONCE: usize = 100_000_000;

/// How much of a piece of a line is seen again with the next one.
const OVERLAP: usize = 4 * 1024;

/// The shortest piece of a line.
const SHORTEST_PIECE: usize = 4 * OVERLAP;

/// Finds a pattern in lines.
#[derive(Clone, Debug)]
pub(crate) struct LineMatcher {
    fast: RegexMatcher,
    /// How many steps a byte may take.
    weight: usize,
    pattern: Pattern,
    /// The automaton for long lines, made when one is met; `None` if the pattern cannot have one.
    automaton: Arc<OnceLock<Option<ByteAutomaton>>>,
}

/// The search was told not to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfTime;

impl LineMatcher {
    /// A matcher whose pattern takes so many steps for a byte in the worst case.
    pub(crate) fn new(fast: RegexMatcher, weight: usize, pattern: Pattern) -> Self {
        Self { fast, weight: weight.max(1), pattern, automaton: Arc::default() }
    }

    /// Whether a short text, such as a name, has the pattern.
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        self.fast.is_match(text).unwrap_or(false)
    }

    /// The first match that begins at or behind `from`, which is the beginning of a line or stands in one.
    ///
    /// `goes_on` is asked only if it may take long.
    pub(crate) fn find_at(
        &self,
        bytes: &[u8],
        mut from: usize,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Match>, OutOfTime> {
        while self.steps(bytes.len() - from) > STEPS_AT_ONCE {
            if !goes_on() {
                return Err(OutOfTime);
            }
            let end = self.end_of_lines(bytes, from);
            let found = match self.steps(end - from) > STEPS_AT_ONCE {
                true => self.find_in_long_line(bytes, from..end, goes_on)?,
                // What begins at the end belongs to the next line, and may look different from there.
                false => self
                    .find_before(&bytes[..end], from)
                    .filter(|found| found.start() < end || end == bytes.len()),
            };
            if found.is_some() {
                return Ok(found);
            }
            from = end;
        }
        Ok(self.find_before(bytes, from))
    }

    fn find_before(&self, bytes: &[u8], from: usize) -> Option<Match> {
        self.fast.find_at(bytes, from).unwrap_or_default()
    }

    fn steps(&self, bytes: usize) -> usize {
        bytes.saturating_mul(self.weight)
    }

    /// The end of the last line that is searched at once, or of the first line if that is longer.
    fn end_of_lines(&self, bytes: &[u8], from: usize) -> usize {
        let window = (from + STEPS_AT_ONCE / self.weight).min(bytes.len());
        let last = memchr::memrchr(b'\n', &bytes[from..window]).map(|at| from + at + 1);
        last.unwrap_or_else(|| {
            memchr::memchr(b'\n', &bytes[window..]).map_or(bytes.len(), |at| window + at + 1)
        })
    }

    /// The first match in a part of one line, whose line end, if it has one, is the last byte.
    fn find_in_long_line(
        &self,
        bytes: &[u8],
        line: Range<usize>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Match>, OutOfTime> {
        let asks_for_cr = asks_for_cr(&self.pattern);
        let length = match &bytes[..line.end] {
            [.., b'\r', b'\n'] if !asks_for_cr => 2,
            [.., b'\n'] => 1,
            _ => 0,
        };
        let text = line.start..line.end - length;
        if text.start > text.end {
            return Ok(None);
        }
        let automaton = self.automaton.get_or_init(|| ByteAutomaton::of(&self.pattern));
        let mut from = text.start;
        while let Some(automaton) = automaton {
            // A CR is a part of a line end to the matcher of grep, wherever it stands, unless it is asked for.
            let cr = if asks_for_cr { None } else { memchr::memchr(b'\r', &bytes[from..text.end]) };
            let end = cr.map_or(text.end, |at| from + at);
            match automaton.find(bytes, from..end, goes_on) {
                Ok(None) if end < text.end => from = end + 1,
                Ok(found) => return Ok(found),
                Err(Ended::OutOfTime) => return Err(OutOfTime),
                // It knows no word boundaries beside characters that are not ASCII.
                Err(Ended::Unknown) => break,
            }
        }
        self.find_in_pieces(bytes, from..text.end, goes_on)
    }

    /// The first match, looked for in overlapping pieces: one that is longer than the overlap may be missed.
    fn find_in_pieces(
        &self,
        bytes: &[u8],
        line: Range<usize>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Match>, OutOfTime> {
        let length = (STEPS_AT_ONCE / self.weight).max(SHORTEST_PIECE);
        let mut from = line.start;
        loop {
            if !goes_on() {
                return Err(OutOfTime);
            }
            let end = (from + length).min(line.end);
            let found = self.find_before(&bytes[..end], from);
            // A match that touches the end of a piece may go on; the next piece sees it whole.
            if end == line.end || found.is_some_and(|found| found.end() < end) {
                return Ok(found);
            }
            from = end - OVERLAP;
        }
    }
}

#[cfg(test)]
mod tests;
