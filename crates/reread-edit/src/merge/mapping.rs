//! Maps lines of the three texts to lines of the merged text.

use std::ops::Range;

use reread_text::LineRange;

use super::{Chunk, ChunkKind, Merge, MergeSide};

impl Merge<'_> {
    /// The lines of the result that correspond to these lines; `None` if they were deleted, or with a conflict.
    ///
    /// Replaced lines correspond to all lines that replaced them.
    pub fn map_range(&self, side: MergeSide, range: LineRange) -> Option<LineRange> {
        let first = usize::try_from(range.first() - 1).ok()?;
        let end = usize::try_from(range.last()).unwrap_or(usize::MAX);
        let mut covered: Option<Range<usize>> = None;
        for (chunk, result) in self.placed()? {
            let lines = chunk.lines(side);
            let (from, to) = (first.max(lines.start), end.min(lines.end));
            if from >= to {
                continue;
            }
            let piece = if survives(chunk.kind, side) {
                result.start + from - lines.start..result.start + to - lines.start
            } else {
                result
            };
            if !piece.is_empty() {
                let start = covered.map_or(piece.start, |covered| covered.start);
                covered = Some(start..piece.end);
            }
        }
        let covered = covered?;
        LineRange::new(covered.start as u64 + 1, covered.end as u64).ok()
    }

    /// Every chunk with its lines in the result; `None` with a conflict.
    fn placed(&self) -> Option<Vec<(&Chunk, Range<usize>)>> {
        let mut placed = Vec::with_capacity(self.chunks.len());
        let mut start = 0;
        for chunk in &self.chunks {
            let end = start + chunk.lines(chunk.kind.taken()?).len();
            placed.push((chunk, start..end));
            start = end;
        }
        Some(placed)
    }
}

/// Whether the lines of that side are in the result unchanged.
fn survives(kind: ChunkKind, side: MergeSide) -> bool {
    match kind {
        ChunkKind::Unchanged => true,
        ChunkKind::Both => side != MergeSide::Base,
        ChunkKind::Ours => side == MergeSide::Ours,
        ChunkKind::Theirs => side == MergeSide::Theirs,
        ChunkKind::Conflict => false,
    }
}
