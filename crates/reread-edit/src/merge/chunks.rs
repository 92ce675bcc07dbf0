//! Which changes of two sides belong together.

use std::iter::Peekable;
use std::ops::Range;
use std::slice;

use super::MergeSide;
use crate::line_changes::LineChange;

/// Whose lines a chunk takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkKind {
    /// Nobody changed anything.
    Unchanged,
    /// Only ours changed something.
    Ours,
    /// Only theirs changed something.
    Theirs,
    /// Both changed it to the same lines.
    Both,
    /// Both changed it, to different lines.
    Conflict,
}

impl ChunkKind {
    /// The version whose lines are taken; none in a conflict.
    pub(super) fn taken(self) -> Option<MergeSide> {
        match self {
            ChunkKind::Unchanged | ChunkKind::Ours | ChunkKind::Both => Some(MergeSide::Ours),
            ChunkKind::Theirs => Some(MergeSide::Theirs),
            ChunkKind::Conflict => None,
        }
    }
}

/// Lines of the three versions that stand for each other: counted from 0, the last not included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Whose lines are taken.
    pub kind: ChunkKind,
    /// Lines of the base.
    pub base: Range<usize>,
    /// Lines of ours.
    pub ours: Range<usize>,
    /// Lines of theirs.
    pub theirs: Range<usize>,
}

impl Chunk {
    /// The lines of one version.
    pub fn lines(&self, version: MergeSide) -> &Range<usize> {
        match version {
            MergeSide::Base => &self.base,
            MergeSide::Ours => &self.ours,
            MergeSide::Theirs => &self.theirs,
        }
    }
}

/// Takes the changes of both sides to a base of so many lines together, and fills the gaps between them.
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
        if base < first.start {
            let gap = first.start - base;
            chunks.push(Chunk {
                kind: ChunkKind::Unchanged,
                base: base..first.start,
                ours: ours.advance(gap),
                theirs: theirs.advance(gap),
            });
        }
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
    if base < base_len {
        let tail = base_len - base;
        chunks.push(Chunk {
            kind: ChunkKind::Unchanged,
            base: base..base_len,
            ours: ours.advance(tail),
            theirs: theirs.advance(tail),
        });
    }
    chunks
}

/// The base lines of the change that comes next; nothing is taken yet.
fn earliest(ours: &mut Side<'_>, theirs: &mut Side<'_>) -> Option<Range<usize>> {
    let next = [ours.rest.peek(), theirs.rest.peek()].into_iter().flatten();
    next.map(|change| change.base.clone()).min_by_key(|base| (base.start, base.end))
}

/// Takes every change that overlaps the group, or touches a change of the other side in it; says where the group ends.
fn group_end(first_end: usize, ours: &mut Side<'_>, theirs: &mut Side<'_>) -> usize {
    let mut end = first_end;
    // The change that opened the group is among those that begin before its end, unless it inserts.
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

/// The changes of one side that no chunk has yet.
struct Side<'a> {
    rest: Peekable<slice::Iter<'a, LineChange>>,
    /// How many of its lines are in chunks.
    position: usize,
    /// What the changes of the group under way add to its length, and take from it.
    grows: usize,
    shrinks: usize,
}

impl<'a> Side<'a> {
    fn new(changes: &'a [LineChange]) -> Self {
        Self { rest: changes.iter().peekable(), position: 0, grows: 0, shrinks: 0 }
    }

    /// Whether the group under way has a change of this side. No change is empty on both sides.
    fn has_change(&self) -> bool {
        self.grows + self.shrinks > 0
    }

    /// Takes the next change into the group, if it begins where it should; says where it ends.
    fn take_if(&mut self, begins: impl Fn(usize) -> bool) -> Option<usize> {
        let change = self.rest.next_if(|change| begins(change.base.start))?;
        self.grows += change.side.len();
        self.shrinks += change.base.len();
        Some(change.base.end)
    }

    /// The lines that stand for the next so many lines of the base.
    fn advance(&mut self, base_lines: usize) -> Range<usize> {
        let start = self.position;
        self.position += base_lines + self.grows - self.shrinks;
        (self.grows, self.shrinks) = (0, 0);
        start..self.position
    }
}
