//! Where lines of the three versions are in the merged text.

use std::ops::Range;

use reread_text::LineRange;

use super::{Chunk, ChunkKind, Merge, MergeSide};

impl Merge<'_> {
    /// Where a line went, counted from 1; `None` if it is not in the result, or if there is none.
    pub fn map_line(&self, version: MergeSide, line: u64) -> Option<u64> {
        let line = usize::try_from(line.checked_sub(1)?).ok()?;
        let (chunk, result) =
            self.placed()?.into_iter().find(|(chunk, _)| chunk.lines(version).contains(&line))?;
        let lines = chunk.lines(version);
        survives(chunk.kind, version).then(|| (result.start + line - lines.start + 1) as u64)
    }

    /// The lines of the result that stand for those lines; `None` if nothing does, or if there is no result.
    ///
    /// Lines that somebody replaced are stood for by everything that replaced them.
    pub fn map_range(&self, version: MergeSide, range: LineRange) -> Option<LineRange> {
        let first = usize::try_from(range.first() - 1).ok()?;
        let end = usize::try_from(range.last()).unwrap_or(usize::MAX);
        let mut covered: Option<Range<usize>> = None;
        for (chunk, result) in self.placed()? {
            let lines = chunk.lines(version);
            let (from, to) = (first.max(lines.start), end.min(lines.end));
            if from >= to {
                continue;
            }
            let piece = if survives(chunk.kind, version) {
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

    /// Every chunk with its lines of the result, unless there is a conflict.
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

/// Whether lines of that version are in the result as they are.
fn survives(kind: ChunkKind, version: MergeSide) -> bool {
    match kind {
        ChunkKind::Unchanged => true,
        ChunkKind::Both => version != MergeSide::Base,
        ChunkKind::Ours => version == MergeSide::Ours,
        ChunkKind::Theirs => version == MergeSide::Theirs,
        ChunkKind::Conflict => false,
    }
}
