//! A file passing through memory, a run of whole lines at a time.

use std::io;

use grep_matcher::Match;
use reread_text::{char_floor, count_lines, tail_start};

use super::byte_source::ByteSource;
use crate::line_matcher::{LineMatcher, OutOfTime};

/// How much is read at once: few calls, and what was read is still in the cache when it is searched.
const BLOCK: usize = 128 * 1024;

/// A line is held whole up to this length; a longer one passes in pieces. They end at multiples of it, so that
/// where they end does not depend on the lines before.
const LONGEST_LINE: usize = 8 * BLOCK;

/// How much of a piece is seen again with the next one, so that a match across the seam is found.
const OVERLAP: usize = 4 * 1024;

/// How much may be kept of the lines before a run, to show them as context.
const KEPT_CONTEXT: usize = 64 * 1024;

/// The part of a file that is in memory, and where it stands.
#[derive(Debug)]
pub(crate) struct LineBuffer<'a> {
    source: ByteSource<'a>,
    size: u64,
    /// How far the file has been read.
    position: u64,
    /// Room to read into; only the first `filled` bytes are of the file.
    bytes: Vec<u8>,
    filled: usize,
    /// Where the current run starts and ends in `bytes`; context lines stand before it.
    start: usize,
    end: usize,
    /// The number of the line at the beginning of the run.
    line: u64,
    /// A place in the run whose line number is known, so that no line end is counted twice.
    counted: (usize, u64),
    /// How many bytes of that line were passed before the run; more than none only for a line in pieces.
    passed: u64,
    /// Whether the run ends inside a line.
    torn: bool,
    /// Whether the run before ended with a line that has no line end: the last of the file.
    left_open: bool,
}

/// A line that matches.
pub(crate) struct Hit {
    /// Its first match.
    pub(crate) found: Match,
    /// Where the line ends, without its line end.
    pub(crate) end: usize,
}

impl<'a> LineBuffer<'a> {
    /// A buffer before its first run, in memory that another buffer may have left.
    pub(crate) fn new(bytes: Vec<u8>, source: ByteSource<'a>, size: u64) -> Self {
        Self {
            source,
            size,
            position: 0,
            bytes,
            filled: 0,
            start: 0,
            end: 0,
            line: 1,
            counted: (0, 1),
            passed: 0,
            torn: false,
            left_open: false,
        }
    }

    /// Leaves its memory to the next buffer, unless a long line made it large.
    pub(crate) fn into_memory(self) -> Vec<u8> {
        if self.bytes.len() > 2 * BLOCK { Vec::new() } else { self.bytes }
    }

    /// Moves on to the next run; `false` at the end of the file. `context_lines` are kept before it.
    pub(crate) fn advance(&mut self, context_lines: u64) -> io::Result<bool> {
        self.leave_run(context_lines);
        loop {
            let at_end = self.read_block()?;
            let unsearched = &self.bytes[self.start..self.filled];
            (self.end, self.torn) = match memchr::memrchr(b'\n', unsearched) {
                _ if at_end => (self.filled, false),
                Some(at) => (self.start + at + 1, false),
                None if unsearched.len() < LONGEST_LINE
                    || !self.position.is_multiple_of(LONGEST_LINE as u64) =>
                {
                    continue;
                }
                None => (self.filled, true),
            };
            self.counted = (self.start, self.line);
            return Ok(self.end > self.start);
        }
    }

    /// Records that this line of the run begins at `at`.
    pub(crate) fn count_from(&mut self, at: usize, line: u64) {
        self.counted = (at, line);
    }

    /// Reads on behind what is in memory; whether that was the end of the file.
    fn read_block(&mut self) -> io::Result<bool> {
        let wanted = usize::try_from(self.size - self.position).unwrap_or(usize::MAX).min(BLOCK);
        let end = self.filled + wanted;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        let got = self.source.fill_at(&mut self.bytes[self.filled..end], self.position)?;
        self.filled += got;
        self.position += got as u64;
        Ok(got < wanted || self.position >= self.size)
    }

    /// The first matching line of the run at or behind `from`, which begins a line or the run.
    pub(crate) fn next_hit(
        &self,
        matcher: &LineMatcher,
        from: usize,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Hit>, OutOfTime> {
        let bytes = self.bytes();
        let Some(found) = matcher.find_at(bytes, from, goes_on)? else { return Ok(None) };
        let behind_last_line = found.start() == bytes.len() && bytes.ends_with(b"\n");
        // A match that touches the end of a torn run may go on; the next piece sees it whole.
        if behind_last_line || (self.torn && found.end() == bytes.len()) {
            return Ok(None);
        }
        let end = memchr::memchr(b'\n', &bytes[found.start()..]).map_or(bytes.len(), |at| found.start() + at);
        Ok(Some(Hit { found, end }))
    }

    /// Where the bytes come from.
    pub(crate) fn source(&self) -> ByteSource<'a> {
        self.source
    }

    /// How far the file has been read.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// Everything in memory, the run and what was read behind it.
    pub(crate) fn loaded(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }

    /// Everything in memory up to the end of the run: context, then the run.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.end]
    }

    /// Where the run starts in [`bytes`](Self::bytes). What stands before it is context, or the end of the
    /// piece before.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// The number of the run's first line.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// How many bytes of the first line stand before the run.
    pub(crate) fn passed(&self) -> u64 {
        self.passed
    }

    /// Whether the run ends inside a line.
    pub(crate) fn is_torn(&self) -> bool {
        self.torn
    }

    /// How many lines the runs before this one had; at the end, how many the file has.
    pub(crate) fn lines_passed(&self) -> u64 {
        self.line - 1 + u64::from(self.left_open)
    }

    /// Drops the run, but for the context that the next one may need.
    fn leave_run(&mut self, context_lines: u64) {
        let run = &self.bytes[self.start..self.end];
        let keep_from = if self.torn {
            // The next piece goes on in the same line and sees the end of this one again, and a little more, so
            // that a pattern can tell that it does not stand at the beginning of a line.
            let seam = char_floor(self.loaded(), self.end.saturating_sub(OVERLAP).max(self.start + 1));
            self.passed += (seam - self.start) as u64;
            self.start = seam;
            seam - 1
        } else {
            self.left_open = run.last().is_some_and(|byte| *byte != b'\n');
            let (at, line) = self.counted;
            self.line = line + count_lines(&self.bytes[at..self.end]) - u64::from(self.left_open);
            self.passed = 0;
            self.start = self.end;
            context_start(&self.bytes[..self.end], context_lines)
        };
        self.bytes.copy_within(keep_from..self.filled, 0);
        self.filled -= keep_from;
        self.start -= keep_from;
        self.end = self.start;
        self.torn = false;
    }
}

/// Where the last lines begin that may be shown as context: as many as wanted, as far as they may be kept.
pub(crate) fn context_start(passed: &[u8], context_lines: u64) -> usize {
    let wanted = tail_start(passed, context_lines);
    let floor = passed.len().saturating_sub(KEPT_CONTEXT);
    if wanted >= floor {
        return wanted;
    }
    memchr::memchr(b'\n', &passed[floor..]).map_or(passed.len(), |at| floor + at + 1)
}
