//! One pass over a file that is too large to be kept.
//!
//! It goes to the end if the file may be hashed, and stops as soon as it has what was wanted if not.

use std::fs::File;
use std::io;

use reread_text::DigestBuilder;

use super::{FilePortion, Reach, Slice, behind_newline, line_after, newlines};
use crate::steady::{Enough, chunks};

/// Where the wanted part begins.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    Line(u64),
    Byte(u64),
}

/// One pass over a file that is too large to be kept.
pub(super) struct StreamPass {
    start: Start,
    last_line: u64,
    keep: usize,
    size: u64,
    /// The digest so far; `None` if the file is too large to be read to its end for it.
    digest: Option<DigestBuilder>,
    /// How far the pass has come, in bytes and in line ends.
    position: u64,
    newlines: u64,
    last_byte: Option<u8>,
    taken: Option<Taken>,
}

/// What the pass has kept, from the moment it found the start.
struct Taken {
    slice: Slice,
    bytes: Vec<u8>,
    lines_left: u64,
}

impl StreamPass {
    pub(super) fn new(start: Start, last_line: u64, reach: Reach, size: u64) -> Self {
        Self {
            start,
            last_line,
            keep: usize::try_from(reach.keep).unwrap_or(usize::MAX),
            size,
            digest: (size <= reach.digest_bytes).then(DigestBuilder::default),
            position: 0,
            newlines: 0,
            last_byte: None,
            taken: None,
        }
    }

    pub(super) fn run(mut self, file: &File) -> io::Result<FilePortion> {
        chunks(file, 0, self.size, |chunk| self.pass(chunk))?;
        let read_to_end = self.position >= self.size;
        let open_line = u64::from(self.last_byte.is_some_and(|byte| byte != b'\n'));
        // Behind the end stands a line that does not exist, or the end of the last line.
        let nothing = || {
            let (line, at_line_start) = match self.start {
                Start::Line(_) => (self.newlines + open_line + 1, true),
                Start::Byte(_) => (self.newlines + 1, open_line == 0),
            };
            Slice { start_byte: self.position, first_line: Some(line), at_line_start, ..Slice::default() }
        };
        Ok(FilePortion {
            slice: self
                .taken
                .map_or_else(nothing, |taken| Slice { bytes: taken.bytes.into(), ..taken.slice }),
            digest: self.digest.filter(|_| read_to_end).map(DigestBuilder::finish),
            total_lines: read_to_end.then_some(self.newlines + open_line),
            snapshot: None,
        })
    }

    fn pass(&mut self, chunk: &[u8]) -> Enough {
        let before = match &self.taken {
            Some(_) => Some(0),
            None => self.start_in(chunk),
        };
        if let Some(before) = before {
            if self.taken.is_none() {
                self.taken = Some(self.start_at(&chunk[..before]));
            }
            let taken = self.taken.as_mut().expect("the start was found");
            taken.take(&chunk[before..], self.keep);
        }
        if let Some(digest) = &mut self.digest {
            digest.update(chunk);
        }
        self.position += chunk.len() as u64;
        self.newlines += newlines(chunk);
        self.last_byte = chunk.last().copied();
        let full = self.taken.as_ref().is_some_and(Taken::is_full);
        if full && self.digest.is_none() { Enough::Yes } else { Enough::No }
    }

    /// Where in this chunk the start lies, if it does.
    fn start_in(&self, chunk: &[u8]) -> Option<usize> {
        match self.start {
            Start::Line(line) => behind_newline(chunk, line - 1 - self.newlines),
            Start::Byte(byte) => usize::try_from(byte - self.position).ok().filter(|at| *at < chunk.len()),
        }
    }

    fn start_at(&self, before: &[u8]) -> Taken {
        let first_line = self.newlines + line_after(before);
        let slice = Slice {
            start_byte: self.position + before.len() as u64,
            first_line: Some(first_line),
            at_line_start: before.last().copied().or(self.last_byte).is_none_or(|byte| byte == b'\n'),
            ..Slice::default()
        };
        Taken {
            slice,
            bytes: Vec::new(),
            lines_left: self.last_line.saturating_sub(first_line).saturating_add(1),
        }
    }
}

impl Taken {
    fn take(&mut self, rest: &[u8], keep: usize) {
        if self.is_full() {
            return;
        }
        let end = behind_newline(rest, self.lines_left);
        let wanted = &rest[..end.unwrap_or(rest.len())];
        let kept = &wanted[..wanted.len().min(keep - self.bytes.len())];
        self.bytes.extend_from_slice(kept);
        self.slice.more = kept.len() < wanted.len();
        self.lines_left = if end.is_some() { 0 } else { self.lines_left - newlines(rest) };
    }

    fn is_full(&self) -> bool {
        self.slice.more || self.lines_left == 0
    }
}
