//! The first look at a file: how many of its lines match, and what they are worth.

use std::collections::BinaryHeap;
use std::io;

use reread_access::Lookout;
use reread_text::count_lines;

use super::standing::{MatchKind, may_define};
use super::study::Studied;
use crate::line_matcher::LineMatcher;
use crate::search::{ByteSource, LineBuffer, TextProbe};

/// What a look found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Scanned {
    /// How many lines match.
    pub(super) lines: u64,
    /// What the best of them is worth; `None` if none matches.
    pub(super) best: Option<MatchKind>,
    /// Whether a line looks as if a grammar would find a definition in it.
    pub(super) may_define: bool,
    /// The lines that are worth most, in order; of equal ones the first.
    pub(super) picked: Vec<u64>,
    /// Whether the file is not text; then nothing was counted.
    pub(super) is_binary: bool,
}

/// What files are looked through with.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    pub(super) matcher: &'a LineMatcher,
    /// What lines are worth by their grammar.
    pub(super) studied: Option<&'a Studied>,
}

impl Scanner<'_> {
    /// Counts the matching lines and picks the `most` that are worth most. If work is to end, what was found is not all.
    /// `memory` is used again for the next file.
    pub(super) fn scan<'b>(
        &self,
        bytes: impl Into<ByteSource<'b>>,
        size: u64,
        most: usize,
        memory: &mut Vec<u8>,
        lookout: &Lookout<'_>,
    ) -> io::Result<Scanned> {
        let mut buffer = LineBuffer::new(std::mem::take(memory), bytes.into(), size);
        let scanned = self.scan_runs(&mut buffer, most, lookout);
        *memory = buffer.into_memory();
        scanned
    }

    fn scan_runs(
        &self,
        buffer: &mut LineBuffer<'_>,
        most: usize,
        lookout: &Lookout<'_>,
    ) -> io::Result<Scanned> {
        let mut scanned = Scanned::default();
        let mut picked: BinaryHeap<(MatchKind, u64)> = BinaryHeap::new();
        let mut is_first_run = true;
        let mut probe = TextProbe::default();
        // A line in pieces counts once.
        let mut counted_in_pieces = None;
        while buffer.advance(0)? && (is_first_run || lookout.goes_on()) {
            if probe.judge(buffer)?.is_some() {
                return Ok(Scanned { is_binary: true, ..Scanned::default() });
            }
            is_first_run = false;
            let (mut from, mut counted) = (buffer.start(), (buffer.start(), buffer.line()));
            // If work is to end inside a line, the caller knows.
            while let Ok(Some(hit)) = buffer.next_hit(self.matcher, from, &|| lookout.goes_on()) {
                let bytes = buffer.bytes();
                let before = &bytes[from..hit.found.start()];
                let at = memchr::memrchr(b'\n', before).map_or(from, |last| from + last + 1);
                from = (hit.end + 1).min(bytes.len());
                let is_last = hit.end >= bytes.len();
                if at == buffer.start() && counted_in_pieces == Some(buffer.line()) {
                    if is_last {
                        break;
                    }
                    continue;
                }
                if buffer.is_torn() {
                    counted_in_pieces = Some(buffer.line());
                }
                scanned.lines += 1;
                let (line, start, end) = (&bytes[at..hit.end], hit.found.start() - at, hit.found.end() - at);
                let mut standing = MatchKind::of_line(line, start, end);
                scanned.may_define |= standing > MatchKind::Named && may_define(line, start, end);
                scanned.best = Some(scanned.best.map_or(standing, |best| best.min(standing)));
                if most > 0 {
                    counted = (at, counted.1 + count_lines(&bytes[counted.0..at]));
                    standing =
                        self.studied.and_then(|studied| studied.standing(counted.1)).unwrap_or(standing);
                    picked.push((standing, counted.1));
                    if picked.len() > most {
                        picked.pop();
                    }
                }
                if is_last {
                    break;
                }
            }
            buffer.count_from(counted.0, counted.1);
        }
        scanned.picked = picked.into_iter().map(|(_, line)| line).collect();
        scanned.picked.sort_unstable();
        Ok(scanned)
    }
}
