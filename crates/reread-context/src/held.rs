//! Which lines of which snapshots of one file are in the caller's context.

use reread_text::{Digest, LineRange, LineSet};

use crate::{Asked, Version};

/// The lines of one file's snapshots that the caller holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    snapshots: Vec<(Version, LineSet)>,
}

impl Held {
    /// Notes that these lines of this version are held. An empty set is worth noting too: it is all there is of an
    /// empty file.
    pub fn add(&mut self, version: Version, lines: &LineSet) {
        match self.snapshots.iter_mut().find(|(held, _)| *held == version) {
            Some((_, held)) => *held = held.union(lines),
            None => self.snapshots.push((version, lines.clone())),
        }
    }

    /// Drops what a later version has taken the place of: of two versions with a line number in common, only the one
    /// that was shown later counts, even if a still later one has taken the place of that.
    ///
    /// Without this, a file that was changed and changed back would be called unchanged on the strength of a text
    /// that the caller has since seen replaced.
    pub(crate) fn keep_latest(&mut self) {
        let all = self.snapshots.clone();
        self.snapshots.retain(|(version, lines)| {
            !all.iter().any(|(other, newer)| {
                other.generation > version.generation
                    && other.digest != version.digest
                    && overlap(newer, lines)
            })
        });
    }

    /// The held lines of one snapshot; `None` if nothing of it is held.
    pub fn lines_of(&self, digest: &Digest) -> Option<LineSet> {
        let mut held = self.snapshots.iter().filter(|(version, _)| version.digest == *digest);
        let (_, first) = held.next()?;
        Some(held.fold(first.clone(), |lines, (_, more)| lines.union(more)))
    }

    /// Whether the whole of a snapshot with that many lines is held, and nothing of a later one: a line that a later
    /// version had more says that the whole is another by now.
    pub fn covers_whole(&self, digest: &Digest, total_lines: u64) -> bool {
        let whole = || self.lines_of(digest).is_some_and(|lines| covers_all(&lines, total_lines));
        self.latest() == Some(*digest) && whole()
    }

    /// The version that was shown last.
    fn latest(&self) -> Option<Digest> {
        let latest = self.snapshots.iter().max_by_key(|(version, _)| version.generation);
        latest.map(|(version, _)| version.digest)
    }

    /// Whether the whole of a version is held that was shown before this generation.
    pub(crate) fn covers_version(&self, base: &Version, before: u64) -> bool {
        let shown_before = |held: &Version| held.digest == base.digest && held.generation < before;
        let mut lines: Option<LineSet> = None;
        for (_, held) in self.snapshots.iter().filter(|(version, _)| shown_before(version)) {
            lines = Some(lines.map_or_else(|| held.clone(), |lines| lines.union(held)));
        }
        lines.is_some_and(|lines| covers_all(&lines, base.total_lines))
    }

    /// The snapshot other than `now` that bears most on a request.
    pub(crate) fn base_for(&self, asked: Asked, now: &Digest) -> Option<Digest> {
        match asked {
            Asked::Whole => self.latest().filter(|latest| latest != now),
            Asked::Lines(range) => {
                let others = || self.snapshots.iter().filter(|(version, _)| version.digest != *now);
                let best = others().find(|(_, lines)| lines.covers(range)).or_else(|| others().next());
                best.map(|(version, _)| version.digest)
            }
        }
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

/// Whether two versions have a line in common. An empty file stands in the place of every other version.
fn overlap(a: &LineSet, b: &LineSet) -> bool {
    a.is_empty() || b.is_empty() || b.ranges().iter().any(|range| !a.intersect(*range).is_empty())
}
