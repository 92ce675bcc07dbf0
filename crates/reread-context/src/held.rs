//! Which lines of which snapshots of one file are in the caller's context.

use reread_text::{Digest, LineRange, LineSet};

use crate::Asked;

/// The lines of one file's snapshots that the caller holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    snapshots: Vec<(Digest, LineSet)>,
}

impl Held {
    /// Notes that these lines of this snapshot are held. An empty set is worth noting too: it is all there is
    /// of an empty file.
    pub fn add(&mut self, digest: Digest, lines: &LineSet) {
        match self.snapshots.iter_mut().find(|(held, _)| *held == digest) {
            Some((_, held)) => *held = held.union(lines),
            None => self.snapshots.push((digest, lines.clone())),
        }
    }

    /// Drops what a later version has taken the place of: of two snapshots with a line number in common, only
    /// the one that was shown later counts. `latest_first` is the order in which versions were shown.
    ///
    /// Without this, a file that was changed and changed back would be called unchanged on the strength of a
    /// text that the caller has since seen replaced.
    pub fn keep_latest(&mut self, latest_first: &[Digest]) {
        let rank =
            |digest: &Digest| latest_first.iter().position(|shown| shown == digest).unwrap_or(usize::MAX);
        self.snapshots.sort_by_key(|(digest, _)| rank(digest));
        let mut kept: Vec<(Digest, LineSet)> = Vec::new();
        for (digest, lines) in self.snapshots.drain(..) {
            let superseded =
                kept.iter().any(|(_, newer)| newer.is_empty() || lines.is_empty() || overlap(newer, &lines));
            if !superseded {
                kept.push((digest, lines));
            }
        }
        self.snapshots = kept;
    }

    /// The held lines of one snapshot; `None` if nothing of it is held.
    pub fn lines_of(&self, digest: &Digest) -> Option<&LineSet> {
        self.snapshots.iter().find(|(held, _)| held == digest).map(|(_, lines)| lines)
    }

    /// Whether the whole of a snapshot with that many lines is held.
    pub fn covers_whole(&self, digest: &Digest, total_lines: u64) -> bool {
        self.lines_of(digest).is_some_and(|lines| covers_all(lines, total_lines))
    }

    /// The snapshot other than `now` that bears most on a request.
    pub(crate) fn base_for(&self, asked: Asked, now: &Digest) -> Option<Digest> {
        let others = || self.snapshots.iter().filter(|(digest, _)| digest != now);
        let best = match asked {
            Asked::Whole => others().max_by_key(|(_, lines)| lines.count()),
            Asked::Lines(range) => {
                others().find(|(_, lines)| lines.covers(range)).or_else(|| others().next())
            }
        };
        best.map(|(digest, _)| *digest)
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.snapshots.is_empty()
    }
}

/// Whether the set holds lines 1 to `total_lines`.
pub(crate) fn covers_all(lines: &LineSet, total_lines: u64) -> bool {
    LineRange::new(1, total_lines).map_or(true, |whole| lines.covers(whole))
}

fn overlap(a: &LineSet, b: &LineSet) -> bool {
    b.ranges().iter().any(|range| !a.intersect(*range).is_empty())
}
