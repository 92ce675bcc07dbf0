//! The chain in one stream, to be kept elsewhere and checked there.
//!
//! It is every line that is there, segments and all, and one more that says so: it follows from the last record like any
//! other, so that a copy that was cut off is told from a whole one. A file of the journal by itself can be read as well;
//! then nothing confirms its end.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

use super::Journal;
use super::head::{ChainEnd, HeadFile};
use super::line::{FORMAT, Link, seal, unseal};
use super::verify::{BrokenChain, ChainWalk, Damage, VerifiedChain, next_line};

/// A copy of the chain, as far as it was found whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalExport {
    /// What was found.
    pub verified: VerifiedChain,
    /// Whether the copy says where it ends.
    pub is_whole: bool,
}

/// The line that ends an export.
#[derive(Serialize, Deserialize)]
struct Closing {
    v: u64,
    seq: u64,
    prev: String,
    export: Span,
}

/// The records that an export holds.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Span {
    first: u64,
    last: u64,
}

impl Journal {
    /// Writes the whole chain, if it holds. What was written of one that does not is no export.
    pub fn export(&self, out: &mut dyn Write) -> io::Result<Result<VerifiedChain, BrokenChain>> {
        let mut written = Ok(());
        let walked = self.walk(None, |line| {
            if written.is_ok() {
                written = out.write_all(line).and_then(|()| out.write_all(b"\n"));
            }
        });
        written?;
        if let Ok(verified) = &walked {
            let (line, _) = seal(&Closing {
                v: FORMAT,
                seq: verified.records + 1,
                prev: verified.head.to_string(),
                export: Span { first: verified.first, last: verified.records },
            });
            out.write_all(&line)?;
        }
        out.flush()?;
        Ok(walked)
    }
}

impl JournalExport {
    /// Reads a copy of the chain, and hands over every line of a record, oldest first and without its newline.
    pub fn walk(mut lines: impl BufRead, mut each: impl FnMut(&[u8])) -> Result<Self, BrokenChain> {
        let mut line = Vec::new();
        let mut walk = ChainWalk::new(ChainEnd::genesis(), HeadFile::Empty, 0);
        let mut closing = None;
        let mut is_first = true;
        while next_line(&mut lines, &mut line).map_err(|source| walk.unreadable(source))? {
            let link = line.strip_suffix(b"\n").and_then(|line| unseal(line).ok());
            if let Some(before) = link.as_ref().filter(|_| is_first).and_then(|link| before(link, &line)) {
                walk = ChainWalk::new(before, HeadFile::Empty, 0);
            }
            is_first = false;
            if closing.is_some() {
                // Whatever it is, it was put there by another hand.
                return Err(walk.broken(Damage::Altered));
            }
            let end = walk.copied();
            walk.step(&line).map_err(|what| walk.broken(what))?;
            closing = closing_of(&line).map(|span| (span, end));
            if closing.is_none() {
                each(line.strip_suffix(b"\n").unwrap_or(&line));
            }
        }
        match closing {
            None => Ok(Self { verified: walk.copied(), is_whole: false }),
            Some((span, verified)) if span == (Span { first: verified.first, last: verified.records }) => {
                Ok(Self { verified, is_whole: true })
            }
            Some(_) => Err(BrokenChain { line: walk.last.seq, what: Damage::Altered }),
        }
    }
}

/// What the first line of a copy follows from, if that is not the beginning: a copy may begin where the journal did.
fn before(first: &Link, line: &[u8]) -> Option<ChainEnd> {
    let begins_late = first.seq > 1 && closing_of(line).is_none_or(|span| span.first == first.seq);
    begins_late.then(|| ChainEnd { seq: first.seq - 1, size: 0, hash: first.prev })
}

fn closing_of(line: &[u8]) -> Option<Span> {
    Some(serde_json::from_slice::<Closing>(line).ok()?.export)
}
