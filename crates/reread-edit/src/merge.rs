//! Three-way merge, line by line.
//!
//! The result is a list of chunks: which lines of base, ours and theirs belong together, and which side is taken. The
//! merged text, conflict markers and the mapping of lines are derived from that list. The merge is that of
//! `git merge-file`, except for the cases in the crate documentation. Conflicts are reported, not resolved.

mod chunks;
mod mapping;
mod render;

use std::ops::Range;

use reread_text::{DiffLimits, lines};

use crate::line_changes::line_changes;
use crate::line_table::LineTable;
pub use chunks::{Chunk, ChunkKind};
pub use render::{ConflictLabels, ConflictStyle};

/// Bytes that git searches for a NUL to detect a binary text.
const BINARY_PROBE: usize = 8000;

/// With more unchanged lines than this between an edit and an external change, the merge needs no review.
pub const NEARBY_LINES: usize = 3;

/// One of the three texts of a merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergeSide {
    /// The common ancestor of the other two.
    Base,
    /// The current text, for example on disk.
    Ours,
    /// The requested text.
    Theirs,
}

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct Merge<'a> {
    base: LineTable<'a>,
    ours: LineTable<'a>,
    theirs: LineTable<'a>,
    chunks: Vec<Chunk>,
}

/// Why texts cannot be merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unmergeable {
    /// The comparison could take too long. Decided by size alone, so the same texts always get the same result.
    #[error("the texts differ in more than {max_lines} lines or {max_bytes} bytes")]
    TooLong {
        /// The largest number of differing lines.
        max_lines: u64,
        /// The largest number of differing bytes.
        max_bytes: u64,
    },
    /// A text has a NUL in its first 8000 bytes.
    #[error("one of the texts is binary")]
    Binary,
}

/// Merges the changes of two sides to a base.
///
/// If one side is unchanged or both are equal, the merge succeeds for every text, binary or large. Adjacent changes are a
/// conflict, as in git. The empty text has no lines. A last line without LF differs from the same line with LF.
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

/// Both texts without their common first and last lines.
fn different_middle<'a>(one: &'a [u8], other: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    fn shared<'a>(pairs: impl Iterator<Item = (&'a [u8], &'a [u8])>) -> usize {
        pairs.take_while(|(one, other)| one == other).map(|(line, _)| line.len()).sum()
    }
    let start = shared(lines(one).zip(lines(other)));
    let (one, other) = (&one[start..], &other[start..]);
    let end = shared(lines(one).rev().zip(lines(other).rev()));
    (&one[..one.len() - end], &other[..other.len() - end])
}

/// Lines of one side, with their text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideLines<'a> {
    /// Counted from 0, end exclusive.
    pub lines: Range<usize>,
    /// The bytes of these lines, unchanged.
    pub text: &'a [u8],
}

/// A place that both sides changed differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict<'a> {
    /// The lines of the common ancestor.
    pub base: SideLines<'a>,
    /// The lines of the current text.
    pub ours: SideLines<'a>,
    /// The lines of the requested text.
    pub theirs: SideLines<'a>,
}

impl<'a> Merge<'a> {
    /// The chunks in order. Together they cover all three texts.
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    /// True without any conflict.
    pub fn is_clean(&self) -> bool {
        self.chunks.iter().all(|chunk| chunk.kind != ChunkKind::Conflict)
    }

    /// The merged text; `None` with a conflict.
    pub fn text(&self) -> Option<Vec<u8>> {
        let mut text = Vec::with_capacity(self.ours.text().len() + self.theirs.text().len());
        for chunk in &self.chunks {
            text.extend_from_slice(self.taken(chunk)?);
        }
        Some(text)
    }

    /// The merged text with `decided` in place of the conflicts; `None` if the number of texts differs.
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

    /// One of the three inputs.
    pub fn whole(&self, side: MergeSide) -> &'a [u8] {
        self.table(side).text()
    }

    /// The text that a side has in a chunk.
    pub fn lines_of(&self, chunk: &Chunk, side: MergeSide) -> &'a [u8] {
        self.table(side).slice(chunk.lines(side).clone())
    }

    /// The conflicts in the order of the text.
    pub fn conflicts(&self) -> Vec<Conflict<'a>> {
        let conflicts = self.chunks.iter().filter(|chunk| chunk.kind == ChunkKind::Conflict);
        let conflict = |chunk: &Chunk| {
            let part =
                |side| SideLines { text: self.lines_of(chunk, side), lines: chunk.lines(side).clone() };
            Conflict {
                base: part(MergeSide::Base),
                ours: part(MergeSide::Ours),
                theirs: part(MergeSide::Theirs),
            }
        };
        conflicts.map(conflict).collect()
    }

    /// Whether changes of ours and theirs have at most [`NEARBY_LINES`] unchanged lines between them.
    ///
    /// Such a clean merge is correct line by line, but the result should be reviewed.
    pub fn has_nearby_changes(&self) -> bool {
        let changed =
            self.chunks.iter().filter(|chunk| matches!(chunk.kind, ChunkKind::Ours | ChunkKind::Theirs));
        let changed: Vec<&Chunk> = changed.collect();
        changed
            .windows(2)
            .any(|pair| pair[0].kind != pair[1].kind && pair[1].base.start - pair[0].base.end <= NEARBY_LINES)
    }

    /// The text that the chunk contributes to the result; `None` for a conflict.
    pub fn taken(&self, chunk: &Chunk) -> Option<&'a [u8]> {
        Some(self.lines_of(chunk, chunk.kind.taken()?))
    }

    fn table(&self, side: MergeSide) -> &LineTable<'a> {
        match side {
            MergeSide::Base => &self.base,
            MergeSide::Ours => &self.ours,
            MergeSide::Theirs => &self.theirs,
        }
    }
}

#[cfg(test)]
mod tests;
