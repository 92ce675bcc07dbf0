//! Three versions of a text into one, line by line.
//!
//! The result is a list of chunks: which lines of the three versions belong together, and whose are taken. Text,
//! conflict markers and the way from an old line to its new place are all read off that list. It is the merge of
//! `git merge-file`, but for what the crate's documentation lists; nothing here decides what becomes of a conflict.

mod chunks;
mod mapping;
mod render;

use std::ops::Range;

use reread_text::{DiffLimits, lines};

use crate::line_changes::line_changes;
use crate::line_table::LineTable;
pub use chunks::{Chunk, ChunkKind};
pub use render::{ConflictLabels, ConflictStyle};

/// How far git looks for a NUL before it calls a text binary.
const BINARY_PROBE: usize = 8000;

/// How many unchanged lines keep an edit apart from what others changed, so that nobody needs to look again.
pub const NEARBY_LINES: usize = 3;

/// One of the three versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergeSide {
    /// What both others were made from.
    Base,
    /// What is there now.
    Ours,
    /// What somebody wants to be there.
    Theirs,
}

/// Three versions, taken apart.
#[derive(Clone, Debug)]
pub struct Merge<'a> {
    base: LineTable<'a>,
    ours: LineTable<'a>,
    theirs: LineTable<'a>,
    chunks: Vec<Chunk>,
}

/// Why versions are not merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unmergeable {
    /// To compare them might take too long; the same texts always do.
    #[error("the versions differ in more than {max_lines} lines or {max_bytes} bytes")]
    TooLong {
        /// How many lines may be compared.
        max_lines: u64,
        /// How many bytes may be compared.
        max_bytes: u64,
    },
    /// A version has a NUL near its beginning, so it has no lines to speak of.
    #[error("a version is binary")]
    Binary,
}

/// Merges what two sides made of a base.
///
/// A side that changed nothing leaves the other as it is, and equal changes count once, whatever the texts are.
/// Changes that touch are a conflict, as in git. The empty text has no lines; a last line without LF is another line
/// than the same with one.
pub fn merge<'a>(base: &'a [u8], ours: &'a [u8], theirs: &'a [u8]) -> Result<Merge<'a>, Unmergeable> {
    let tables = [base, ours, theirs].map(LineTable::new);
    let [base_lines, ours_lines, theirs_lines] = &tables;
    let chunks = match comparable(base, ours, theirs) {
        Ok(()) => chunks::chunks(
            &line_changes(base, ours),
            &line_changes(base, theirs),
            base_lines.len(),
            |ours, theirs| ours_lines.slice(ours) == theirs_lines.slice(theirs),
        ),
        Err(why) => {
            let kind = if ours == base {
                ChunkKind::Theirs
            } else if theirs == base {
                ChunkKind::Ours
            } else if ours == theirs {
                ChunkKind::Both
            } else {
                return Err(why);
            };
            vec![Chunk {
                kind,
                base: 0..base_lines.len(),
                ours: 0..ours_lines.len(),
                theirs: 0..theirs_lines.len(),
            }]
        }
    };
    let [base, ours, theirs] = tables;
    Ok(Merge { base, ours, theirs, chunks })
}

fn comparable(base: &[u8], ours: &[u8], theirs: &[u8]) -> Result<(), Unmergeable> {
    let is_binary = |text: &[u8]| memchr::memchr(0, &text[..text.len().min(BINARY_PROBE)]).is_some();
    if [base, ours, theirs].into_iter().any(is_binary) {
        return Err(Unmergeable::Binary);
    }
    let limits = DiffLimits::default();
    let affordable = |side: &[u8]| {
        limits.affordable(base, side) || {
            let (base, side) = different_middle(base, side);
            limits.affordable(base, side)
        }
    };
    if affordable(ours) && affordable(theirs) {
        return Ok(());
    }
    Err(Unmergeable::TooLong { max_lines: limits.max_lines, max_bytes: limits.max_bytes })
}

/// Both texts without the lines that are equal at their ends.
fn different_middle<'a>(one: &'a [u8], other: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    fn shared<'a>(pairs: impl Iterator<Item = (&'a [u8], &'a [u8])>) -> usize {
        pairs.take_while(|(one, other)| one == other).map(|(line, _)| line.len()).sum()
    }
    let start = shared(lines(one).zip(lines(other)));
    let (one, other) = (&one[start..], &other[start..]);
    let end = shared(lines(one).rev().zip(lines(other).rev()));
    (&one[..one.len() - end], &other[..other.len() - end])
}

/// Lines of one version, and their text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideLines<'a> {
    /// Which lines: counted from 0, the last not included.
    pub lines: Range<usize>,
    /// Exactly their bytes.
    pub text: &'a [u8],
}

/// A place that both sides changed, each in its own way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict<'a> {
    /// What both changed.
    pub base: SideLines<'a>,
    /// What is there now.
    pub ours: SideLines<'a>,
    /// What somebody wants to be there.
    pub theirs: SideLines<'a>,
}

impl<'a> Merge<'a> {
    /// The chunks in order; together they cover all three versions.
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    /// Whether there is no conflict.
    pub fn is_clean(&self) -> bool {
        self.chunks.iter().all(|chunk| chunk.kind != ChunkKind::Conflict)
    }

    /// The merged text, if there is no conflict.
    pub fn text(&self) -> Option<Vec<u8>> {
        let mut text = Vec::with_capacity(self.ours.text().len() + self.theirs.text().len());
        for chunk in &self.chunks {
            text.extend_from_slice(self.taken(chunk)?);
        }
        Some(text)
    }

    /// The merged text, with a text of the caller's in place of each conflict; `None` if there are not as many.
    pub fn resolved(&self, decided: &[Vec<u8>]) -> Option<Vec<u8>> {
        let (mut text, mut decided) = (Vec::new(), decided.iter());
        for chunk in &self.chunks {
            match self.taken(chunk) {
                Some(taken) => text.extend_from_slice(taken),
                None => text.extend_from_slice(decided.next()?),
            }
        }
        decided.next().is_none().then_some(text)
    }

    /// A version as it was given.
    pub fn whole(&self, version: MergeSide) -> &'a [u8] {
        self.table(version).text()
    }

    /// The lines that a version has in a chunk.
    pub fn lines_of(&self, chunk: &Chunk, version: MergeSide) -> &'a [u8] {
        self.table(version).slice(chunk.lines(version).clone())
    }

    /// The places that have to be decided, in order.
    pub fn conflicts(&self) -> Vec<Conflict<'a>> {
        let conflicts = self.chunks.iter().filter(|chunk| chunk.kind == ChunkKind::Conflict);
        let conflict = |chunk: &Chunk| {
            let part = |version| SideLines {
                text: self.lines_of(chunk, version),
                lines: chunk.lines(version).clone(),
            };
            Conflict {
                base: part(MergeSide::Base),
                ours: part(MergeSide::Ours),
                theirs: part(MergeSide::Theirs),
            }
        };
        conflicts.map(conflict).collect()
    }

    /// Whether ours changed something within [`NEARBY_LINES`] lines of what theirs changed.
    ///
    /// A clean merge then is right by the rules, and still worth a look.
    pub fn has_nearby_changes(&self) -> bool {
        let changed =
            self.chunks.iter().filter(|chunk| matches!(chunk.kind, ChunkKind::Ours | ChunkKind::Theirs));
        let changed: Vec<&Chunk> = changed.collect();
        changed
            .windows(2)
            .any(|pair| pair[0].kind != pair[1].kind && pair[1].base.start - pair[0].base.end <= NEARBY_LINES)
    }

    /// What the chunk contributes to the result; nothing certain if it is a conflict.
    pub fn taken(&self, chunk: &Chunk) -> Option<&'a [u8]> {
        Some(self.lines_of(chunk, chunk.kind.taken()?))
    }

    fn table(&self, version: MergeSide) -> &LineTable<'a> {
        match version {
            MergeSide::Base => &self.base,
            MergeSide::Ours => &self.ours,
            MergeSide::Theirs => &self.theirs,
        }
    }
}

#[cfg(test)]
mod tests;
