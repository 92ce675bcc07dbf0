//! Sealed segments: parts of the chain that no process appends to any more.
//!
//! A name has the numbers of the first and the last record in it, so that the order is known without reading. What is
//! believed is what the lines say.

use std::fs::File;
use std::io;

use cap_std::fs::Dir;

use super::head::ChainEnd;
use super::line::{LONGEST_LINE, Link, unseal};
use super::newlines::Newlines;
use super::settle::read_between;
use crate::private;

/// A sealed segment, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Segment {
    pub(super) first: u64,
    pub(super) last: u64,
}

const BEGINNING: &str = "journal-";
const ENDING: &str = ".jsonl";

impl Segment {
    /// All there are, oldest first.
    pub(super) fn all(audit: &Dir) -> io::Result<Vec<Self>> {
        let mut segments = Vec::new();
        for entry in audit.entries()? {
            segments.extend(entry?.file_name().to_str().and_then(Self::named));
        }
        segments.sort_unstable();
        Ok(segments)
    }

    pub(super) fn name(&self) -> String {
        format!("{BEGINNING}{:020}-{:020}{ENDING}", self.first, self.last)
    }

    fn named(name: &str) -> Option<Self> {
        let (first, last) = name.strip_prefix(BEGINNING)?.strip_suffix(ENDING)?.split_once('-')?;
        let segment = Self { first: first.parse().ok()?, last: last.parse().ok()? };
        // What is not what would be written was not written by us.
        (segment.name() == name).then_some(segment)
    }

    pub(super) fn open(&self, audit: &Dir) -> io::Result<File> {
        private::open_file(audit, &self.name())
    }

    /// The record at its end, if that is whole.
    pub(super) fn end(&self, audit: &Dir) -> io::Result<Option<Link>> {
        last_link(&self.open(audit)?)
    }
}

/// The last record of a file that ends with a whole one.
fn last_link(file: &File) -> io::Result<Option<Link>> {
    let size = file.metadata()?.len();
    let mut newlines = Newlines::before(file, size);
    match newlines.next().transpose()? {
        Some(end) if end + 1 == size => {}
        Some(_) | None => return Ok(None),
    }
    let start = newlines.next().transpose()?.map_or(0, |newline| newline + 1);
    let line = read_between(file, start, size)?;
    Ok(line.as_deref().and_then(|line| unseal(line.strip_suffix(b"\n")?).ok()))
}

/// The number of the first record of a file.
pub(super) fn first_number(file: &File, size: u64) -> io::Result<Option<u64>> {
    let beginning = read_between(file, 0, size.min(LONGEST_LINE))?.unwrap_or_default();
    let line = beginning.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(unseal(line).ok().map(|link| link.seq))
}

/// The end of the chain, if a segment was sealed and the process died before the head said so.
pub(super) fn sealed_end(audit: &Dir, head: Option<&ChainEnd>) -> io::Result<Option<ChainEnd>> {
    let Some(newest) = Segment::all(audit)?.pop() else { return Ok(None) };
    let follows = |link: &Link| match head {
        None => true,
        Some(head) => {
            (link.seq == head.seq && link.hash == head.hash)
                || (link.seq == head.seq + 1 && link.prev == head.hash)
        }
    };
    let end = newest.end(audit)?.filter(follows);
    Ok(end.as_ref().map(ChainEnd::of))
}

#[cfg(test)]
mod tests;
