//! From the tags that a caller cites to the lines it holds.
//!
//! The caller chooses what it cites, so the work per citation has a bound. A tag is hashed once for each recorded
//! snapshot, and four times for each that may have been made of the one before it by an edit or shown by a diff of some lines.
//! A tag without lines is hashed once more for each snapshot. The diffs between all of them are hashed once for all tags. Of a
//! file with 32 snapshots, 256 tags cost at most 256 * (2 * 32 + 4 * 31) + 32 * 31 / 2 keyed hashes.

use std::collections::HashMap;

use reread_text::{Digest, LineRange, LineSet};

use crate::{
    Fallback, HeldLines, OutlineTag, ReadPlan, ReadScope, ShownSnapshot, Subject, Tag, TagDigits, TagKey,
    TagView, plan,
};

/// How much of a text that is no tag is repeated in the reply.
const MOST_REPEATED: usize = 120;

/// What the cited tags amount to for one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Citation {
    /// The lines the caller attests.
    pub held: HeldLines,
    /// Why tags were not believed, in the order in which they were cited.
    pub rejected: Vec<RejectedTag>,
    /// The lines that the recognised tags name, held or replaced since.
    named: LineSet,
    /// The newest snapshot that a tag names without a line of it: the caller's own edit made it.
    named_only: Option<ShownSnapshot>,
}

/// The snapshot that a tag is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaggedSnapshot {
    /// The snapshot, as it was recorded.
    pub snapshot: ShownSnapshot,
    /// The lines that the tag stands for by itself. The tag of an edit within lines has none.
    pub shown: LineSet,
    /// Whether it is the tag of an edit by the caller itself. A diff is none.
    pub is_own_edit: bool,
}

/// Why a cited tag counts for nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RejectedTag {
    /// It does not have the form of a tag: this is how it begins.
    #[error("`{0}` is not a tag")]
    NotATag(String),
    /// It is no tag of any recorded snapshot of this file: altered, stretched, of another file, of an earlier
    /// epoch, or of a snapshot that was forgotten.
    #[error("{0} is not a tag of this file")]
    Unknown(Tag),
    /// It is the tag of a diff, and what the diff started from was not cited, or not all of it; or that of an edit within
    /// lines, and none of what was edited was cited.
    #[error("{0} is the tag of a change, and the lines that it changed were not cited")]
    WithoutBase(Tag),
}

impl Citation {
    /// Recognises the cited texts as tags of this file in one of the snapshots recorded for it.
    ///
    /// The record only says where to look: what makes a tag count is that its digits come out again. One tag that
    /// cannot be recognised is enough to doubt all of them, since it may stand for what took the place of the other tags.
    pub fn recognise(
        cited: &[String],
        key: &TagKey,
        subject: &Subject<'_>,
        recorded: &[ShownSnapshot],
    ) -> Self {
        let digits = |view, snapshot: &ShownSnapshot, lines: &LineSet| {
            key.digits(&Subject { view, ..*subject }, snapshot, lines)
        };
        Self::looked_up(cited, &mut Roll { recorded, digits, changes: None })
    }

    fn looked_up(
        cited: &[String],
        roll: &mut Roll<'_, impl FnMut(TagView, &ShownSnapshot, &LineSet) -> TagDigits>,
    ) -> Self {
        let mut citation = Self::default();
        let mut changes = Vec::new();
        // An outline shows no line, so its tag cannot stand for what took the place of the other tags.
        for text in cited.iter().filter(|text| text.parse::<OutlineTag>().is_err()) {
            let Ok(tag) = text.parse::<Tag>() else {
                citation.rejected.push(RejectedTag::NotATag(text.chars().take(MOST_REPEATED).collect()));
                continue;
            };
            if let Some(snapshot) = roll.shown_by(&tag) {
                citation.named = citation.named.union(tag.lines());
                citation.held.add(snapshot, tag.lines());
            } else if let Some(change) = roll.changed_by(&tag).or_else(|| roll.edited_by(&tag)) {
                citation.named = citation.named.union(tag.lines());
                changes.push((tag, change));
            } else if let Some(snapshot) = roll.named_by(&tag) {
                let newest = citation.named_only.filter(|newest| newest.generation > snapshot.generation);
                citation.named_only = Some(newest.unwrap_or(snapshot));
            } else {
                citation.rejected.push(RejectedTag::Unknown(tag));
            }
        }
        citation.follow(changes);
        citation.held.keep_latest();
        citation
    }

    /// Whether a text that was cited is a tag of this file. That says nothing about what is held.
    pub fn knows(&self, cited: &str) -> bool {
        cited.parse().is_ok_and(|tag| !self.rejected.contains(&RejectedTag::Unknown(tag)))
    }

    /// Says what to do about a request, as [`plan`](crate::plan()) does.
    ///
    /// A tag that could not be recognised may stand for the snapshot that the caller saw last, so one doubt is enough
    /// to send the text.
    pub fn plan(&self, asked: ReadScope, now: &Digest, total_lines: u64) -> ReadPlan {
        match plan(&self.held, asked, now, total_lines) {
            _ if self.is_unknown() => ReadPlan::Text(Some(Fallback::UnknownTag)),
            _ if !self.rejected.is_empty() || self.is_overtaken() => {
                ReadPlan::Text(Some(Fallback::NotCovered))
            }
            plan => plan,
        }
    }

    /// Says what to do about the lines that a cut reply would show, where what is held does not cover all that was asked
    /// for. Lines that no tag names are text, as if nothing had been cited.
    pub fn plan_page(&self, page: LineRange, now: &Digest, total_lines: u64) -> ReadPlan {
        if self.rejected.is_empty() && self.named.intersect(page).is_empty() {
            return ReadPlan::Text(None);
        }
        match self.plan(ReadScope::of_lines(page, total_lines), now, total_lines) {
            ReadPlan::Text(None) => ReadPlan::Text(Some(Fallback::NotCovered)),
            plan => plan,
        }
    }

    /// The snapshot of which something was shown last, if it is not the file as it is now: changes since then may tell the
    /// caller all that it asks for. One doubt is enough to send the text, and so are lines of an earlier snapshot: a caller
    /// would take the changes for all that became of them.
    pub fn latest_before(&self, now: &Digest) -> Option<Digest> {
        let latest = self.held.latest().filter(|_| self.rejected.is_empty() && !self.is_overtaken())?;
        if self.held.grants().iter().any(|grant| grant.snapshot.digest != latest.digest) {
            return None;
        }
        (latest.digest != *now).then_some(latest.digest)
    }

    /// The lines of a request that the caller holds as they are now, so that they may be left out. One doubt is enough
    /// to send all of them.
    pub fn held_as_now(&self, asked: LineRange, now: &Digest) -> LineSet {
        match self.rejected.is_empty() && !self.is_overtaken() {
            true => self.held.lines_as_now(asked, now),
            false => LineSet::default(),
        }
    }

    /// The last of the lines behind this one of which some version is held, without a gap. Whether it is the version as it is
    /// now remains to be asked.
    pub fn last_held_from(&self, first: u64) -> Option<u64> {
        let held: LineSet = self.held.grants().iter().filter_map(|grant| grant.lines).collect();
        held.ranges().iter().find(|run| run.contains(first)).map(|run| run.last())
    }

    /// Whether the caller holds lines from before an edit of its own that it names without lines. It is not known then which of
    /// them the edit left: a marker or a diff would be about lines that the caller believes to be others.
    fn is_overtaken(&self) -> bool {
        self.named_only.is_some_and(|edited| {
            self.held.grants().iter().any(|grant| grant.snapshot.generation < edited.generation)
        })
    }

    /// Whether something was cited that cannot be recognised as a tag of this file.
    pub fn is_unknown(&self) -> bool {
        self.rejected.iter().any(|doubt| !matches!(doubt, RejectedTag::WithoutBase(_)))
    }

    /// What a caller names by a tag, whatever else was cited.
    pub fn named_by(
        tag: &Tag,
        key: &TagKey,
        subject: &Subject<'_>,
        recorded: &[ShownSnapshot],
    ) -> Option<TaggedSnapshot> {
        let digits = |view, snapshot: &ShownSnapshot, lines: &LineSet| {
            key.digits(&Subject { view, ..*subject }, snapshot, lines)
        };
        let mut roll = Roll { recorded, digits, changes: None };
        if let Some(snapshot) = roll.shown_by(tag) {
            return Some(TaggedSnapshot { snapshot, shown: tag.lines().clone(), is_own_edit: false });
        }
        let Some(Change { new, kind, .. }) = roll.changed_by(tag).or_else(|| roll.edited_by(tag)) else {
            let shown = LineSet::default();
            return roll.named_by(tag).map(|snapshot| TaggedSnapshot { snapshot, shown, is_own_edit: true });
        };
        let (shown, is_own_edit) = match kind {
            ChangeKind::Diff => (tag.lines().clone(), false),
            ChangeKind::InLines { is_whole: true, is_own } => (tag.lines().clone(), is_own),
            ChangeKind::InLines { is_whole: false, is_own } => (LineSet::default(), is_own),
        };
        Some(TaggedSnapshot { snapshot: new, shown, is_own_edit })
    }

    /// Counts each diff whose base is held whole, and each edit with what is held of its base, the earliest first.
    fn follow(&mut self, mut changes: Vec<(Tag, Change)>) {
        changes.sort_by_key(|(_, change)| change.new.generation);
        // What is held of a base is worked out once for all edits of it: what they add is shown later.
        let mut held_of_base: Option<(u64, Option<LineSet>)> = None;
        for (tag, Change { base, new, kind }) in changes {
            let counts = match kind {
                ChangeKind::Diff => {
                    let covers = self.held.covers_snapshot(&base, new.generation);
                    covers.then(|| tag.lines().clone())
                }
                ChangeKind::InLines { is_whole, .. } => {
                    let held = match &held_of_base {
                        Some((generation, held)) if *generation == new.generation => held,
                        _ => {
                            let held = self.held.settle_before(new.generation, &base.digest);
                            &held_of_base.insert((new.generation, held)).1
                        }
                    };
                    let edit = Carried { base: &base, new: &new, edited: tag.lines(), is_whole };
                    let held = edit.held(held.as_ref());
                    // The caller knows that what was behind its edit may have moved.
                    let first = tag.lines().ranges().first().map_or(1, |range| range.first());
                    self.held.drop_behind(first, new.generation);
                    held
                }
            };
            match counts {
                Some(lines) => self.held.add(new, &lines),
                None => self.rejected.push(RejectedTag::WithoutBase(tag)),
            }
        }
    }
}

/// An edit that made one snapshot of another: all of it lies between the first and the last of its lines.
struct Carried<'a> {
    base: &'a ShownSnapshot,
    new: &'a ShownSnapshot,
    edited: &'a LineSet,
    is_whole: bool,
}

impl Carried<'_> {
    /// The lines of the new snapshot that are held together with what is held of its base; `None` if that is nothing.
    fn held(&self, base: Option<&LineSet>) -> Option<LineSet> {
        let (first, last) = match (self.edited.ranges().first(), self.edited.ranges().last()) {
            (Some(first), Some(last)) => (first.first(), last.last()),
            // An edit that leaves no line shows all there is.
            _ => return (self.new.total_lines == 0).then(LineSet::default),
        };
        let mut lines = if self.is_whole { self.edited.clone() } else { LineSet::default() };
        let Some(base) = base else { return Some(lines).filter(|lines| !lines.is_empty()) };
        // The lines behind the edit keep their distance from the end.
        let behind = self.new.total_lines.checked_sub(last)?;
        let last_of_base = self.base.total_lines.checked_sub(behind)?;
        for range in base.ranges() {
            if let Ok(before) = LineRange::new(range.first(), range.last().min(first - 1)) {
                lines.insert(before);
            }
            let start = range.first().max(last_of_base + 1);
            if let Ok(after) = LineRange::new(start, range.last().min(self.base.total_lines)) {
                let moved = |line: u64| line - last_of_base + last;
                lines.insert(LineRange::new(moved(after.first()), moved(after.last())).ok()?);
            }
        }
        // A caller that holds all that was replaced knows what its edit made of it.
        let replaced = LineRange::new(first, last_of_base);
        if replaced.map_or(self.is_whole, |replaced| base.covers(replaced)) {
            lines.insert(LineRange::new(first, last).ok()?);
        }
        Some(lines).filter(|lines| !lines.is_empty())
    }
}

/// The recorded snapshots of a file, and how the digits of its tags come about.
struct Roll<'a, D> {
    recorded: &'a [ShownSnapshot],
    digits: D,
    /// The tags of all diffs between these snapshots, computed once a cited tag is no tag of lines.
    changes: Option<HashMap<TagDigits, Change>>,
}

/// What a diff or an edit leads from and to.
#[derive(Clone, Copy)]
struct Change {
    base: ShownSnapshot,
    new: ShownSnapshot,
    kind: ChangeKind,
}

#[derive(Clone, Copy)]
enum ChangeKind {
    /// Of a base that was held whole.
    Diff,
    /// An edit by the caller itself, or a diff for a caller that holds lines of the base.
    InLines { is_whole: bool, is_own: bool },
}

impl<D: FnMut(TagView, &ShownSnapshot, &LineSet) -> TagDigits> Roll<'_, D> {
    /// The snapshot whose lines a reply showed.
    fn shown_by(&mut self, tag: &Tag) -> Option<ShownSnapshot> {
        let is_shown =
            |snapshot: &&ShownSnapshot| (self.digits)(TagView::Lines, snapshot, tag.lines()) == tag.digits();
        self.recorded.iter().find(is_shown).copied()
    }

    fn changed_by(&mut self, tag: &Tag) -> Option<Change> {
        let Self { recorded, digits, changes } = self;
        let change = changes.get_or_insert_with(|| all_changes(recorded, digits)).get(&tag.digits())?;
        // These digits were not made from the lines that are cited, so the lines have to be compared.
        (*tag.lines() == change.new.all_lines()).then_some(*change)
    }

    /// The edit or partial diff of the snapshot that was recorded right before the one that it made.
    fn edited_by(&mut self, tag: &Tag) -> Option<Change> {
        for pair in self.recorded.windows(2) {
            let (new, base) = (pair[0], pair[1]);
            for (is_own, is_whole) in [(true, true), (true, false), (false, true), (false, false)] {
                let view = match is_own {
                    true => TagView::Edit { base: base.digest, is_whole },
                    false => TagView::PartialDiff { base: base.digest, is_whole },
                };
                if (self.digits)(view, &new, tag.lines()) == tag.digits() {
                    return Some(Change { base, new, kind: ChangeKind::InLines { is_whole, is_own } });
                }
            }
        }
        None
    }

    /// The snapshot that a tag names without a line of it.
    fn named_by(&mut self, tag: &Tag) -> Option<ShownSnapshot> {
        let is_named = |snapshot: &&ShownSnapshot| {
            (self.digits)(TagView::Version, snapshot, tag.lines()) == tag.digits()
        };
        if tag.lines().is_empty() { self.recorded.iter().find(is_named).copied() } else { None }
    }
}

/// Every diff that may have been sent: to a snapshot, from one that was shown before it.
fn all_changes(
    recorded: &[ShownSnapshot],
    mut digits: impl FnMut(TagView, &ShownSnapshot, &LineSet) -> TagDigits,
) -> HashMap<TagDigits, Change> {
    let mut changes = HashMap::new();
    for new in recorded {
        let lines = new.all_lines();
        for base in recorded.iter().filter(|base| base.generation < new.generation) {
            let change = Change { base: *base, new: *new, kind: ChangeKind::Diff };
            changes.insert(digits(TagView::Diff(base.digest), new, &lines), change);
        }
    }
    changes
}

#[cfg(test)]
mod tests;
