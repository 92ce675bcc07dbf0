//! The part of a file that was asked for, taken without keeping the rest.
//!
//! A file up to [`WHOLE`] bytes is read whole: its digest and its number of lines come for little. A larger
//! one is passed through a small buffer. If it is small enough to be hashed, the pass goes to the end and
//! yields digest and total; if not, it stops as soon as it has what was asked for.

mod pass;

use std::fs::File;
use std::io;

use reread_text::{Digest, LineRange, char_floor, count_lines, line_start, slice_lines, tail_start};

use self::pass::{Start, StreamPass};
use crate::shared_bytes::SharedBytes;
use crate::snapshot::Snapshot;
use crate::steady::{CHUNK, fill_at};

/// Up to this size a file is read whole.
pub const WHOLE: u64 = 8 * 1024 * 1024;

/// What to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// From a line to the end.
    From(u64),
    /// Exactly these lines, as far as they exist.
    Lines(LineRange),
    /// From a byte to the end: how a page continues inside a long line.
    FromByte(u64),
    /// The last lines.
    Last(u64),
}

/// How much of it to keep, and how far to go.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Bytes to keep at the most.
    pub keep: u64,
    /// Files up to this size are hashed.
    pub digest_bytes: u64,
}

/// What was taken of a file, and what is known of the whole.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FilePortion {
    /// The bytes that were wanted.
    pub slice: Slice,
    /// The digest of the whole file, if it was read to its end.
    pub digest: Option<Digest>,
    /// Its number of lines, likewise.
    pub total_lines: Option<u64>,
    /// The whole file, if it was read whole.
    pub snapshot: Option<Snapshot>,
}

/// A run of bytes and its place.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// Exact bytes; cut anywhere if `more`.
    pub bytes: SharedBytes,
    /// Where they start in the file.
    pub start_byte: u64,
    /// The line they start in; `None` if it was not counted.
    pub first_line: Option<u64>,
    /// Whether they start at the beginning of that line.
    pub at_line_start: bool,
    /// Whether there was more of what was wanted behind what was kept.
    pub more: bool,
    /// Whether there was more of what was wanted before it, since the end was wanted.
    pub starts_late: bool,
}

impl FilePortion {
    /// Takes what is wanted from a file that has `size` bytes.
    pub fn take(file: &File, size: u64, wanted: Selection, reach: Reach) -> io::Result<Self> {
        if size <= WHOLE.min(reach.digest_bytes) {
            let snapshot = Snapshot::take(file, size)?;
            return Ok(Self {
                slice: snapshot.slice(wanted, reach.keep),
                digest: Some(snapshot.digest),
                total_lines: Some(snapshot.total_lines),
                snapshot: Some(snapshot),
            });
        }
        match wanted {
            Selection::Last(count) => {
                let slice = Slice::from_the_end(file, size, count, reach.keep)?;
                Ok(Self { slice, ..Self::default() })
            }
            Selection::From(line) => StreamPass::new(Start::Line(line), u64::MAX, reach, size).run(file),
            Selection::Lines(range) => {
                StreamPass::new(Start::Line(range.first()), range.last(), reach, size).run(file)
            }
            Selection::FromByte(byte) => StreamPass::new(Start::Byte(byte), u64::MAX, reach, size).run(file),
        }
    }
}

impl Slice {
    /// Takes what is wanted from a file that is in memory.
    pub fn of(whole: &SharedBytes, wanted: Selection, keep: u64) -> Self {
        let (start, end) = match wanted {
            Selection::From(line) => (line_start(whole, line), whole.len()),
            Selection::FromByte(byte) => {
                (usize::try_from(byte).ok().filter(|at| *at <= whole.len()), whole.len())
            }
            Selection::Last(count) => return Self::last(whole, tail_start(whole, count), keep, 0),
            Selection::Lines(range) => {
                let start = line_start(whole, range.first());
                (start, start.unwrap_or(0) + slice_lines(whole, range).map_or(0, <[u8]>::len))
            }
        };
        let Some(start) = start else {
            let (start_byte, first_line) = (whole.len() as u64, Some(count_lines(whole) + 1));
            return Self { start_byte, first_line, at_line_start: true, ..Self::default() };
        };
        let kept = (end - start).min(usize::try_from(keep).unwrap_or(usize::MAX));
        let before = &whole[..start];
        Self {
            bytes: whole.part(start..start + kept),
            start_byte: start as u64,
            first_line: Some(line_after(before)),
            at_line_start: before.last().is_none_or(|byte| *byte == b'\n'),
            more: kept < end - start,
            starts_late: false,
        }
    }

    /// The end of `bytes` from `wanted` on, at most `keep` bytes of it, whole lines if one fits. Something may stand
    /// before `bytes` in the file: that many bytes.
    fn last(bytes: &SharedBytes, wanted: usize, keep: u64, before: u64) -> Self {
        let keep = usize::try_from(keep).unwrap_or(usize::MAX);
        let start = late_start(bytes, wanted, keep);
        let start_byte = before + start as u64;
        Self {
            bytes: bytes.part(start..bytes.len()),
            start_byte,
            first_line: (before == 0).then(|| line_after(&bytes[..start])),
            at_line_start: bytes[..start].last().map_or(start_byte == 0, |byte| *byte == b'\n'),
            more: false,
            starts_late: start > wanted,
        }
    }

    /// Whether the other slice starts inside this one or right behind it.
    pub fn meets(&self, later: &Slice) -> bool {
        !self.more && later.start_byte <= self.end_byte()
    }

    /// Goes on with a slice that it [meets](Self::meets).
    pub fn join(&mut self, later: &Slice) {
        let known = usize::try_from(self.end_byte() - later.start_byte).unwrap_or(usize::MAX);
        self.bytes = [&self.bytes, later.bytes.get(known..).unwrap_or_default()].concat().into();
    }

    fn end_byte(&self) -> u64 {
        self.start_byte + self.bytes.len() as u64
    }

    /// Reads a growing piece of the end until it holds enough lines, or enough bytes.
    fn from_the_end(file: &File, size: u64, count: u64, keep: u64) -> io::Result<Self> {
        let mut length = (CHUNK as u64).min(size);
        let tail = loop {
            let mut tail = vec![0; usize::try_from(length).map_err(|_| io::ErrorKind::OutOfMemory)?];
            let got = fill_at(file, &mut tail, size - length)?;
            tail.truncate(got);
            // One line more than asked for means that the first of the asked ones is whole.
            let enough = count_lines(&tail) > count;
            if length == size || length > keep || enough {
                break SharedBytes::from(tail);
            }
            length = length.saturating_mul(2).min(size);
        };
        let before = size - length;
        let wanted = tail_start(&tail, count);
        let mut slice = Self::last(&tail, wanted, keep, before);
        // Without the beginning of the first line that was asked for, something is missing before what is there.
        slice.starts_late |= wanted == 0 && before > 0;
        Ok(slice)
    }
}

/// Where the last `keep` bytes begin, not before `wanted`: at the beginning of a line if one lies there, else between
/// two characters.
fn late_start(bytes: &[u8], wanted: usize, keep: usize) -> usize {
    let earliest = bytes.len().saturating_sub(keep);
    if earliest <= wanted {
        return wanted;
    }
    let line_end = memchr::memchr(b'\n', &bytes[earliest - 1..]).map(|at| earliest + at);
    match line_end.filter(|start| *start < bytes.len()) {
        Some(start) => start,
        None => (earliest..bytes.len()).find(|at| char_floor(bytes, *at) == *at).unwrap_or(bytes.len()),
    }
}

/// The number of the line that goes on behind these bytes.
fn line_after(before: &[u8]) -> u64 {
    newlines(before) + 1
}

/// How many line ends these bytes have.
pub fn newlines(bytes: &[u8]) -> u64 {
    let open_line = u64::from(bytes.last().is_some_and(|byte| *byte != b'\n'));
    count_lines(bytes) - open_line
}

/// The offset right behind the `count`th line end; 0 for none, `None` if there are fewer.
pub fn behind_newline(bytes: &[u8], count: u64) -> Option<usize> {
    if newlines(bytes) < count {
        return None;
    }
    match count {
        0 => Some(0),
        _ => line_start(bytes, count + 1).or(Some(bytes.len())),
    }
}

#[cfg(test)]
mod tests;
