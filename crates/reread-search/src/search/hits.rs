//! The matching lines of a run, one after the other.

use grep_matcher::{Match, Matcher as _};
use grep_regex::RegexMatcher;

use super::line_buffer::LineBuffer;

/// A line that matches.
pub(crate) struct Hit {
    /// Its first match.
    pub(crate) found: Match,
    /// Where it ends, without its line end.
    pub(crate) end: usize,
}

/// The first line at or behind `from`, which begins a line or the run, that matches.
pub(crate) fn next_hit(matcher: &RegexMatcher, buffer: &LineBuffer<'_>, from: usize) -> Option<Hit> {
    let bytes = buffer.bytes();
    let found = matcher.find_at(bytes, from).unwrap_or_default()?;
    let behind_last_line = found.start() == bytes.len() && bytes.ends_with(b"\n");
    // A match that touches the end of a torn run may go on; the next piece sees it whole.
    if behind_last_line || (buffer.is_torn() && found.end() == bytes.len()) {
        return None;
    }
    let end = memchr::memchr(b'\n', &bytes[found.start()..]).map_or(bytes.len(), |at| found.start() + at);
    Some(Hit { found, end })
}
