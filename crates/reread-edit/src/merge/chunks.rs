//! Groups the changes of both sides into chunks.

use std::iter::Peekable;
use std::ops::Range;
use std::slice;

use super::MergeSide;
use crate::line_changes::LineChange;

/// Which side changed a chunk, and so which lines are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkKind {
    /// Equal in all three texts.
    Unchanged,
    /// Changed in ours only.
    Ours,
    /// Changed in theirs only.
    Theirs,
    /// Changed to the same lines in both.
    Both,
    /// Changed to different lines.
    Conflict,
}

impl ChunkKind {
    /// The side whose lines are taken; `None` in a conflict.
    pub(super) fn taken(self) -> Option<MergeSide> {
        match self {
            ChunkKind::Unchanged | ChunkKind::Ours | ChunkKind::Both => Some(MergeSide::Ours),
            ChunkKind::Theirs => Some(MergeSide::Theirs),
            ChunkKind::Conflict => None,
        }
    }
}

/// Corresponding lines of the three texts. Counted from 0, end exclusive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Decides which lines are taken.
    pub kind: ChunkKind,
    /// Empty where lines were inserted.
    pub base: Range<usize>,
    /// Empty where ours deleted the lines.
    pub ours: Range<usize>,
    /// Empty where theirs deleted the lines.
    pub theirs: Range<usize>,
}

impl Chunk {
    /// The range of one side.
    pub fn lines(&self, side: MergeSide) -> &Range<usize> {
        match side {
            MergeSide::Base => &self.base,
            MergeSide::Ours => &self.ours,
            MergeSide::Theirs => &self.theirs,
        }
    }
}

/// Groups the changes of both sides, and fills the gaps between the groups with unchanged chunks.
pub(super) fn chunks(
    ours: &[LineChange],
    theirs: &[LineChange],
    base_len: usize,
    equal: impl Fn(Range<usize>, Range<usize>) -> bool,
) -> Vec<Chunk> {
    let mut ours = Side::new(ours);
    let mut theirs = Side::new(theirs);
    let mut chunks = Vec::new();
    let mut base = 0;
    while let Some(first) = earliest(&mut ours, &mut theirs) {
        chunks.extend(unchanged(base..first.start, &mut ours, &mut theirs));
        let end = group_end(first.end, &mut ours, &mut theirs);
        let lines = end - first.start;
        let (from_ours, from_theirs) = (ours.has_change(), theirs.has_change());
        let (ours_lines, theirs_lines) = (ours.advance(lines), theirs.advance(lines));
        let kind = match (from_ours, from_theirs) {
            (true, false) => ChunkKind::Ours,
            (false, true) => ChunkKind::Theirs,
            _ if equal(ours_lines.clone(), theirs_lines.clone()) => ChunkKind::Both,
            _ => ChunkKind::Conflict,
        };
        chunks.push(Chunk { kind, base: first.start..end, ours: ours_lines, theirs: theirs_lines });
        base = end;
    }
    chunks.extend(unchanged(base..base_len, &mut ours, &mut theirs));
    chunks
}

/// The chunk of these lines, which no change touches; `None` if there are none.
fn unchanged(base: Range<usize>, ours: &mut Side<'_>, theirs: &mut Side<'_>) -> Option<Chunk> {
    let lines = base.len();
    let chunk = |ours, theirs| Chunk { kind: ChunkKind::Unchanged, base, ours, theirs };
    (lines > 0).then(|| chunk(ours.advance(lines), theirs.advance(lines)))
}

/// The base lines of the next change; it is not consumed.
fn earliest(ours: &mut Side<'_>, theirs: &mut Side<'_>) -> Option<Range<usize>> {
    let next = [ours.rest.peek(), theirs.rest.peek()].into_iter().flatten();
    next.map(|change| change.base.clone()).min_by_key(|base| (base.start, base.end))
}

/// Consumes every change that overlaps the group, or is adjacent to a change of the other side in it. Returns where the
/// group ends in the base.
fn group_end(first_end: usize, ours: &mut Side<'_>, theirs: &mut Side<'_>) -> usize {
    let mut end = first_end;
    // The first change begins before the end of the group, unless it is an insertion.
    let mut is_open = true;
    loop {
        let taken =
            ours.take_if(|start| start < end || (start == end && (is_open || theirs.has_change()))).or_else(
                || theirs.take_if(|start| start < end || (start == end && (is_open || ours.has_change()))),
            );
        let Some(taken) = taken else { return end };
        is_open = false;
        end = end.max(taken);
    }
}

/// The changes of one side that are not in a chunk yet.
struct Side<'a> {
    rest: Peekable<slice::Iter<'a, LineChange>>,
    /// Number of its lines that are in chunks.
    position: usize,
    /// Lines that the changes of the current group add and remove.
    grows: usize,
    shrinks: usize,
}

impl<'a> Side<'a> {
    fn new(changes: &'a [LineChange]) -> Self {
        Self { rest: changes.iter().peekable(), position: 0, grows: 0, shrinks: 0 }
    }

    /// Whether the current group has a change of this side. No change is empty on both sides.
    fn has_change(&self) -> bool {
        self.grows + self.shrinks > 0
    }

    /// Consumes the next change if its start qualifies. Returns its end.
    fn take_if(&mut self, begins: impl Fn(usize) -> bool) -> Option<usize> {
        let change = self.rest.next_if(|change| begins(change.base.start))?;
        self.grows += change.side.len();
        self.shrinks += change.base.len();
        Some(change.base.end)
    }

    /// The lines that correspond to the next lines of the base.
    fn advance(&mut self, base_lines: usize) -> Range<usize> {
        let start = self.position;
        self.position += base_lines + self.grows - self.shrinks;
        (self.grows, self.shrinks) = (0, 0);
        start..self.position
    }
}
