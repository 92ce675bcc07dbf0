//! From the tags that a caller cites to the lines it holds.

use reread_text::Digest;

use crate::{Held, Subject, Tag, TagKey, View};

/// What the cited tags amount to for one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Citation {
    /// The lines the caller attests.
    pub held: Held,
    /// Why tags were not believed, in the order in which they were cited.
    pub doubts: Vec<Doubt>,
}

/// Why a cited tag counts for nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// It does not have the form of a tag.
    #[error("`{0}` is not a tag")]
    NotATag(String),
    /// It is no tag of any recorded version of this file: altered, stretched, of another file, of an earlier
    /// epoch, or of a version that was forgotten.
    #[error("{0} is not a tag of this file")]
    Unknown(Tag),
    /// It is the tag of a diff, and what the diff started from was not cited, or not all of it.
    #[error("{0} is the tag of a diff whose base was not cited whole")]
    WithoutBase(Tag),
}

/// Where cited tags are looked up.
pub struct Versions<'a> {
    /// The file's digest now.
    pub now: Digest,
    /// The versions recorded for the file, in the order in which they were shown, the latest first. It only says
    /// where to look and what came after what: what makes a tag count is that its digits come out again.
    pub latest_first: &'a [Digest],
    /// How many lines a version has; `None` if it is no longer known.
    pub total_lines: &'a dyn Fn(&Digest) -> Option<u64>,
}

impl Citation {
    /// Recognises the cited texts as tags of this file, now or in a version recorded for it.
    pub fn recognise(cited: &[String], key: &TagKey, subject: &Subject<'_>, versions: &Versions<'_>) -> Self {
        let mut citation = Self::default();
        let mut changes = Vec::new();
        for text in cited {
            let Ok(tag) = text.parse::<Tag>() else {
                citation.doubts.push(Doubt::NotATag(text.clone()));
                continue;
            };
            if let Some(digest) = versions.shown_by(&tag, key, subject, View::Lines) {
                citation.held.add(digest, tag.lines());
            } else if let Some(change) = versions.changed_by(&tag, key, subject) {
                changes.push((tag, change));
            } else {
                citation.doubts.push(Doubt::Unknown(tag));
            }
        }
        citation.follow(changes, versions);
        citation.held.keep_latest(versions.latest_first);
        citation
    }

    /// Whether nothing that was cited has anything to do with this file.
    pub fn is_unknown(&self) -> bool {
        self.held.is_empty() && !self.doubts.iter().any(|doubt| matches!(doubt, Doubt::WithoutBase(_)))
    }

    /// Counts each diff whose base is held whole, until no further one does.
    fn follow(&mut self, mut changes: Vec<(Tag, Change)>, versions: &Versions<'_>) {
        loop {
            let (count, wait): (Vec<_>, Vec<_>) = changes.into_iter().partition(|(_, change)| {
                (versions.total_lines)(&change.base)
                    .is_some_and(|total| self.held.covers_whole(&change.base, total))
            });
            changes = wait;
            if count.is_empty() {
                break;
            }
            for (tag, change) in count {
                self.held.add(change.new, tag.lines());
            }
        }
        self.doubts.extend(changes.into_iter().map(|(tag, _)| Doubt::WithoutBase(tag)));
    }
}

/// What a diff leads from and to.
struct Change {
    base: Digest,
    new: Digest,
}

impl Versions<'_> {
    fn all(&self) -> impl Iterator<Item = &Digest> {
        let recorded = self.latest_first.iter();
        std::iter::once(&self.now).chain(recorded.filter(|digest| **digest != self.now))
    }

    /// The version that a reply with this view showed.
    fn shown_by(&self, tag: &Tag, key: &TagKey, subject: &Subject<'_>, view: View) -> Option<Digest> {
        let subject = Subject { view, ..*subject };
        self.all().find(|digest| key.digits(&subject, digest, tag.lines()) == tag.digits()).copied()
    }

    fn changed_by(&self, tag: &Tag, key: &TagKey, subject: &Subject<'_>) -> Option<Change> {
        self.all().find_map(|base| {
            let new = self.shown_by(tag, key, subject, View::Diff(*base))?;
            Some(Change { base: *base, new })
        })
    }
}

#[cfg(test)]
mod tests;
