//! Which lines of which snapshots of one file are in the caller's context.
//!
//! What was shown or told is kept grant by grant, in the order in which the caller saw it. A grant never widens: it
//! stands for the lines of one reply, and is dropped whole once a later snapshot was shown in its place.

use reread_text::{Digest, LineRange, LineSet};

use crate::{ReadScope, ShownSnapshot};

/// The most grants kept for one file; beyond it the oldest is forgotten, which costs tokens and nothing else.
const MOST_GRANTS: usize = 512;

/// The lines of one file's snapshots that the caller holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldLines {
    grants: Vec<Grant>,
    /// Lines whose next reading must show them: a refresh asked for it.
    refreshed: LineSet,
    /// The latest generation in which the caller itself wrote the file; 0 if it never did.
    written: u64,
}

/// The lines that one reply put into the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    /// Of which snapshot, and when.
    pub snapshot: ShownSnapshot,
    /// Which lines; `None` is all there is of an empty file.
    pub lines: Option<LineRange>,
    /// How they got there.
    pub origin: Origin,
}

/// How lines got into the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Their text was shown, by themselves or as a diff from a snapshot that was held.
    Shown {
        /// The digest of the text as it was shown, if it has still to be found in the snapshot.
        text: Option<Digest>,
        /// Whether it is known to be the text that was made. If not, nothing can be carried on from it: the proof
        /// that it owes would be lost on the way.
        is_as_made: bool,
    },
    /// A marker said that they are as they were in a snapshot that was held.
    Told,
}

impl Grant {
    /// Whether it stands for every line of its snapshot.
    pub fn is_whole(&self) -> bool {
        match self.lines {
            Some(lines) => lines.first() == 1 && lines.last() == self.snapshot.total_lines,
            None => true,
        }
    }

    /// Whether something else may rest on it without looking at its text again.
    fn is_sound(&self) -> bool {
        match self.origin {
            Origin::Shown { text, is_as_made } => text.is_none() || is_as_made,
            Origin::Told => true,
        }
    }

    fn was_shown(&self) -> bool {
        matches!(self.origin, Origin::Shown { .. })
    }

    /// Whether the two have a line in common. A whole file has one with every other snapshot of it, however long.
    fn overlaps(&self, other: &Self) -> bool {
        match (self.lines, other.lines) {
            _ if self.is_whole() || other.is_whole() => true,
            (Some(a), Some(b)) => a.intersect(b).is_some(),
            _ => true,
        }
    }

    /// Whether it shows a line that a snapshot of that length does not have.
    fn reaches_beyond(&self, total_lines: u64) -> bool {
        self.lines.is_some_and(|lines| lines.last() > total_lines)
    }

    /// Whether the other stands for nothing that this one does not stand for.
    fn makes_needless(&self, other: &Self) -> bool {
        let as_good = (self.was_shown() || !other.was_shown()) && (self.is_sound() || !other.is_sound());
        let covers = match (self.lines, other.lines) {
            (Some(a), Some(b)) => a.covers(b),
            (a, b) => a == b,
        };
        self.snapshot.digest == other.snapshot.digest && as_good && covers
    }
}

impl HeldLines {
    /// Notes that these lines of this snapshot were shown, in any order of snapshots. An empty set is worth noting too:
    /// it is all there is of an empty file.
    pub(crate) fn add(&mut self, snapshot: ShownSnapshot, lines: &LineSet) {
        let origin = Origin::Shown { text: None, is_as_made: true };
        if lines.is_empty() {
            self.grants.push(Grant { snapshot, lines: None, origin });
        }
        let grant = |lines: &LineRange| Grant { snapshot, lines: Some(*lines), origin };
        self.grants.extend(lines.ranges().iter().map(grant));
    }

    /// Drops what a later snapshot has taken the place of: of two snapshots with a line number in common, only the one
    /// that was shown later counts, even if a still later one has taken the place of that.
    ///
    /// Without this, a file that was changed and changed back would be called unchanged on the strength of a text
    /// that the caller has since seen replaced.
    pub(crate) fn keep_latest(&mut self) {
        let all = self.grants.clone();
        self.grants.retain(|grant| !all.iter().any(|newer| supersedes(newer, grant)));
    }

    /// Notes what was shown last, and drops what it has taken the place of.
    pub(crate) fn show(&mut self, grant: Grant) {
        self.grants.retain(|older| !supersedes(&grant, older));
        if let (Some(lines), false) = (grant.lines, grant.is_whole()) {
            let shown = LineSet::from(lines);
            let still = self.refreshed.ranges().iter().map(|range| shown.missing(*range));
            self.refreshed = still.fold(LineSet::default(), |all, rest| all.union(&rest));
        }
        self.push(grant);
    }

    /// Notes lines, for example that a marker carried from a snapshot that is held into another, or confirmed.
    pub(crate) fn push(&mut self, grant: Grant) {
        self.grants.retain(|older| !grant.makes_needless(older));
        if self.grants.len() == MOST_GRANTS {
            self.grants.remove(0);
        }
        self.grants.push(grant);
    }

    /// Forgets a scope because a refresh asked for it. Lines stay refused until they are shown again as lines:
    /// the whole file, shown in between, is not the reading that was asked for.
    pub(crate) fn refresh(&mut self, scope: ReadScope) {
        match scope {
            ReadScope::Whole => self.grants.clear(),
            ReadScope::Lines(range) => {
                // Lines that are all there are stand for the whole file.
                self.grants.retain(|grant| grant.lines != Some(range));
                self.refreshed.insert(range);
                if self.refreshed.ranges().len() > MOST_GRANTS {
                    self.refreshed = LineSet::from(LineRange::new(1, u64::MAX).expect("1 is not behind it"));
                }
            }
        }
    }

    /// Without what was shown; what is to be refreshed stays so.
    pub fn forgotten(&self) -> Self {
        Self { grants: Vec::new(), refreshed: self.refreshed.clone(), written: self.written }
    }

    /// Notes that the caller wrote the file itself.
    pub(crate) fn write(&mut self, generation: u64) {
        self.written = generation;
    }

    /// The lines of one snapshot that a request may count on; `None` if nothing of it is held.
    pub fn lines_of(&self, digest: &Digest) -> Option<LineSet> {
        self.lines_since(digest, 0)
    }

    /// Likewise, from what was shown after a generation; 0 is before everything.
    fn lines_since(&self, digest: &Digest, generation: u64) -> Option<LineSet> {
        let late = |grant: &Grant| grant.snapshot.generation > generation && grant.was_shown();
        self.lines_where(digest, |grant| generation == 0 || late(grant))
    }

    /// The lines of a snapshot from which something may be carried on.
    pub(crate) fn sound_lines_of(&self, digest: &Digest) -> Option<LineSet> {
        self.lines_where(digest, Grant::is_sound)
    }

    fn lines_where(&self, digest: &Digest, counts: impl Fn(&Grant) -> bool) -> Option<LineSet> {
        let counts = |grant: &&Grant| grant.snapshot.digest == *digest && counts(grant);
        let mut held = self.grants.iter().filter(counts).peekable();
        held.peek()?;
        let mut lines = LineSet::default();
        for grant in held {
            match grant.lines {
                Some(range) if grant.is_whole() || self.refreshed.is_empty() => lines.insert(range),
                Some(range) => {
                    self.refreshed.missing(range).ranges().iter().for_each(|rest| lines.insert(*rest));
                }
                None => {}
            }
        }
        Some(lines)
    }

    /// Whether lines are to be shown whatever is held.
    pub(crate) fn is_refreshed(&self, range: LineRange) -> bool {
        !self.refreshed.intersect(range).is_empty()
    }

    /// Whether a request for a snapshot as it was shown rests on nothing that the caller has written over since: it
    /// would take "unchanged" for word of its own edit.
    pub(crate) fn covers_since_written(&self, digest: &Digest, asked: ReadScope, total_lines: u64) -> bool {
        self.lines_since(digest, self.written).is_some_and(|lines| covers(&lines, asked, total_lines))
    }

    /// The lines of a range that are held as a snapshot has them, as far as "unchanged" may be said of them: no refresh
    /// asks for them, and the caller has not written to the file since they were shown.
    pub(crate) fn lines_as_now(&self, range: LineRange, now: &Digest) -> LineSet {
        let held = self.lines_since(now, self.written).unwrap_or_default().intersect(range);
        let to_be_left_out = held.ranges().iter().map(|run| self.refreshed.missing(*run));
        to_be_left_out.fold(LineSet::default(), |all, run| all.union(&run))
    }

    /// Whether all of a snapshot is held that was shown before this generation.
    pub(crate) fn covers_snapshot(&self, base: &ShownSnapshot, before: u64) -> bool {
        let earlier = self.grants.iter().filter(|grant| grant.snapshot.generation < before).copied();
        let earlier = Self { grants: earlier.collect(), refreshed: LineSet::default(), written: 0 };
        earlier.lines_of(&base.digest).is_some_and(|lines| covers_all(&lines, base.total_lines))
    }

    /// Drops what was shown before a generation of a line or of lines behind it.
    pub(crate) fn drop_behind(&mut self, first: u64, before: u64) {
        let stays = |grant: &Grant| {
            grant.snapshot.generation >= before || grant.lines.is_some_and(|lines| lines.last() < first)
        };
        self.grants.retain(stays);
    }

    /// Drops what was taken the place of before a generation, and says which lines of a snapshot are left.
    pub(crate) fn settle_before(&mut self, before: u64, digest: &Digest) -> Option<LineSet> {
        let is_earlier = |grant: &Grant| grant.snapshot.generation < before;
        let earlier: Vec<Grant> = self.grants.iter().filter(|grant| is_earlier(grant)).copied().collect();
        self.grants
            .retain(|grant| !is_earlier(grant) || !earlier.iter().any(|newer| supersedes(newer, grant)));
        self.lines_where(digest, is_earlier)
    }

    /// Whether something may be carried on from these lines of a snapshot, and no refresh asked for them.
    pub(crate) fn carries_lines(&self, digest: &Digest, range: LineRange) -> bool {
        let meets = |grant: &Grant| grant.lines.is_some_and(|lines| lines.intersect(range).is_some());
        let lines = self.lines_where(digest, |grant| grant.is_sound() && meets(grant));
        !self.is_refreshed(range) && lines.is_some_and(|lines| lines.covers(range))
    }

    /// The snapshot of which something was shown last.
    pub fn latest(&self) -> Option<ShownSnapshot> {
        let shown = self.grants.iter().filter(|grant| grant.was_shown());
        shown.map(|grant| grant.snapshot).max_by_key(|snapshot| snapshot.generation)
    }

    /// The snapshot to compare lines with: the freshest that covers them, and of two equally fresh ones that which
    /// was asked for in exactly these lines.
    pub(crate) fn freshest(&self, range: LineRange) -> Option<Digest> {
        let meets = |grant: &Grant| grant.lines.is_some_and(|lines| lines.intersect(range).is_some());
        let fresh = |grant: &Grant| (grant.snapshot.generation, grant.lines == Some(range));
        let mut freshest: Vec<((u64, bool), Digest)> = Vec::new();
        for grant in self.grants.iter().filter(|grant| meets(grant)) {
            match freshest.iter_mut().find(|(_, digest)| *digest == grant.snapshot.digest) {
                Some((known, _)) => *known = fresh(grant).max(*known),
                None => freshest.push((fresh(grant), grant.snapshot.digest)),
            }
        }
        freshest.sort_by_key(|(fresh, _)| std::cmp::Reverse(*fresh));
        let covers =
            |digest: &Digest| self.lines_where(digest, meets).is_some_and(|lines| lines.covers(range));
        freshest.into_iter().map(|(_, digest)| digest).find(covers)
    }

    /// Whether a line was shown that a snapshot of that length does not have. Who asks for lines up to the end, or
    /// beyond it, has to learn that they are gone, whichever snapshot they were seen in.
    pub fn reaches_beyond(&self, total_lines: u64) -> bool {
        self.grants.iter().any(|grant| grant.reaches_beyond(total_lines))
    }

    /// What has to be found in a snapshot before a request may rest on it: shown again, these lines must give a text with
    /// this digest, notices included.
    ///
    /// Going back from the newest, that is every grant which bears on the request, up to the first that stands for all
    /// of it: what was shown later than that must be the same text.
    pub fn to_be_found(&self, digest: &Digest, asked: ReadScope) -> Vec<(LineRange, Digest)> {
        let covers = |grant: &Grant| match (asked, grant.lines) {
            (ReadScope::Lines(range), Some(lines)) => lines.covers(range),
            _ => grant.is_whole(),
        };
        let bears = |grant: &Grant| match (asked, grant.lines) {
            (ReadScope::Lines(range), Some(lines)) => lines.intersect(range).is_some(),
            _ => true,
        };
        let shows = |grant: &&Grant| grant.snapshot.digest == *digest && grant.was_shown();
        let of_digest = || self.grants.iter().rev().filter(shows);
        let text = |grant: &Grant| match (grant.lines, grant.origin) {
            (Some(lines), Origin::Shown { text: Some(text), .. }) => Some((lines, text)),
            _ => None,
        };
        let needed = of_digest().position(covers).map_or(usize::MAX, |place| place + 1);
        of_digest().take(needed).filter(|grant| bears(grant)).filter_map(text).collect()
    }

    /// What was shown and told, oldest first.
    pub fn grants(&self) -> &[Grant] {
        &self.grants
    }

    /// The lines that are to be shown whatever is held.
    pub fn refreshed(&self) -> &LineSet {
        &self.refreshed
    }

    /// Whether nothing is held.
    pub fn is_empty(&self) -> bool {
        self.grants.is_empty()
    }
}

/// Whether the newer shows that the older is no longer what the file says: it has a line in common with it, or ends
/// before it.
fn supersedes(newer: &Grant, older: &Grant) -> bool {
    // A digest has one length: of two that differ one is wrong, and what was seen last is what the caller believes.
    let is_same =
        |a: &ShownSnapshot, b: &ShownSnapshot| (a.digest, a.total_lines) == (b.digest, b.total_lines);
    newer.snapshot.generation > older.snapshot.generation
        && !is_same(&newer.snapshot, &older.snapshot)
        && (newer.overlaps(older) || older.reaches_beyond(newer.snapshot.total_lines))
}

/// Whether the set holds all that is asked of a text with that many lines.
pub(crate) fn covers(lines: &LineSet, asked: ReadScope, total_lines: u64) -> bool {
    match asked {
        ReadScope::Whole => covers_all(lines, total_lines),
        ReadScope::Lines(range) => lines.covers(range),
    }
}

/// Whether the set holds lines 1 to `total_lines`.
pub(crate) fn covers_all(lines: &LineSet, total_lines: u64) -> bool {
    LineRange::new(1, total_lines).map_or(true, |whole| lines.covers(whole))
}

#[cfg(test)]
mod tests;
