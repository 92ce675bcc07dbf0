//! From the tags that a caller cites to the lines it holds.
//!
//! The caller chooses what it cites, so the work per citation has a bound: a tag is hashed once for each recorded snapshot,
//! and the diffs between them are hashed once for all tags. Of a file with 32 snapshots, 256 tags cost at most
//! 256 * 32 + 32 * 31 / 2 keyed hashes.

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
    /// It is the tag of a diff, and what the diff started from was not cited, or not all of it.
    #[error("{0} is the tag of a diff whose base was not cited whole")]
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
            } else if let Some(change) = roll.changed_by(&tag) {
                citation.named = citation.named.union(tag.lines());
                changes.push((tag, change));
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
            _ if !self.rejected.is_empty() => ReadPlan::Text(Some(Fallback::NotCovered)),
            plan => plan,
        }
    }

    /// Says what to do about the lines that a cut reply would show, where what is held does not cover all that was asked
    /// for. Lines that no tag names are text, as if nothing had been cited.
    pub fn plan_page(&self, page: LineRange, now: &Digest, total_lines: u64) -> ReadPlan {
        if self.rejected.is_empty() && self.named.intersect(page).is_empty() {
            return ReadPlan::Text(None);
        }
        match self.plan(ReadScope::Lines(page), now, total_lines) {
            ReadPlan::Text(None) => ReadPlan::Text(Some(Fallback::NotCovered)),
            plan => plan,
        }
    }

    /// Whether something was cited that cannot be recognised as a tag of this file.
    pub fn is_unknown(&self) -> bool {
        self.rejected.iter().any(|doubt| !matches!(doubt, RejectedTag::WithoutBase(_)))
    }

    /// Counts each diff whose base is held whole, the earliest first.
    fn follow(&mut self, mut changes: Vec<(Tag, Change)>) {
        changes.sort_by_key(|(_, change)| change.new.generation);
        for (tag, Change { base, new }) in changes {
            if self.held.covers_snapshot(&base, new.generation) {
                self.held.add(new, tag.lines());
            } else {
                self.rejected.push(RejectedTag::WithoutBase(tag));
            }
        }
    }
}

/// The recorded snapshots of a file, and how the digits of its tags come about.
struct Roll<'a, D> {
    recorded: &'a [ShownSnapshot],
    digits: D,
    /// The tags of all diffs between these snapshots, computed once a cited tag is no tag of lines.
    changes: Option<HashMap<TagDigits, Change>>,
}

/// What a diff leads from and to.
#[derive(Clone, Copy)]
struct Change {
    base: ShownSnapshot,
    new: ShownSnapshot,
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
            changes
                .insert(digits(TagView::Diff(base.digest), new, &lines), Change { base: *base, new: *new });
        }
    }
    changes
}

#[cfg(test)]
mod tests;
