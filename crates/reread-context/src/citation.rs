//! From the tags that a caller cites to the lines it holds.

use reread_text::Digest;

use crate::{Asked, Fallback, Held, Plan, Subject, Tag, TagKey, View, plan};

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

/// A version of a file, and when it was shown.
///
/// The generation rises whenever another version is shown than the time before, and every tag is bound to it. So the
/// tags that a caller cites tell by themselves in which order it saw what they stand for: nobody has to remember who
/// was sent what, and a reply that was lost on its way changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// When it was shown.
    pub generation: u64,
    /// What was shown.
    pub digest: Digest,
    /// How many lines it has.
    pub total_lines: u64,
}

impl Citation {
    /// Recognises the cited texts as tags of this file in one of the versions recorded for it.
    ///
    /// The record only says where to look: what makes a tag count is that its digits come out again. One tag that
    /// cannot be recognised is enough to doubt all of them, since it may stand for what took the place of the others.
    pub fn recognise(cited: &[String], key: &TagKey, subject: &Subject<'_>, recorded: &[Version]) -> Self {
        let mut citation = Self::default();
        let mut changes = Vec::new();
        for text in cited {
            let Ok(tag) = text.parse::<Tag>() else {
                citation.doubts.push(Doubt::NotATag(text.clone()));
                continue;
            };
            if let Some(version) = shown_by(&tag, key, subject, View::Lines, recorded) {
                citation.held.add(version, tag.lines());
            } else if let Some(change) = changed_by(&tag, key, subject, recorded) {
                changes.push((tag, change));
            } else {
                citation.doubts.push(Doubt::Unknown(tag));
            }
        }
        citation.follow(changes);
        citation.held.keep_latest();
        citation
    }

    /// Says what to do about a request, as [`plan`](crate::plan()) does.
    ///
    /// A tag that could not be recognised may stand for the version that the caller saw last, so one doubt is enough
    /// to send the text.
    pub fn plan(&self, asked: Asked, now: &Digest, total_lines: u64) -> Plan {
        match plan(&self.held, asked, now, total_lines) {
            _ if self.is_unknown() => Plan::Text(Some(Fallback::UnknownTag)),
            _ if !self.doubts.is_empty() => Plan::Text(Some(Fallback::NotCovered)),
            plan => plan,
        }
    }

    /// Whether something was cited that has nothing to do with this file, as far as anybody can tell.
    pub fn is_unknown(&self) -> bool {
        self.doubts.iter().any(|doubt| !matches!(doubt, Doubt::WithoutBase(_)))
    }

    /// Counts each diff whose base is held whole, the earliest first.
    fn follow(&mut self, mut changes: Vec<(Tag, Change)>) {
        changes.sort_by_key(|(_, change)| change.new.generation);
        for (tag, Change { base, new }) in changes {
            if self.held.covers_version(&base, new.generation) {
                self.held.add(new, tag.lines());
            } else {
                self.doubts.push(Doubt::WithoutBase(tag));
            }
        }
    }
}

/// What a diff leads from and to.
struct Change {
    base: Version,
    new: Version,
}

/// The version that a reply with this view showed.
fn shown_by(
    tag: &Tag,
    key: &TagKey,
    subject: &Subject<'_>,
    view: View,
    recorded: &[Version],
) -> Option<Version> {
    let subject = Subject { view, ..*subject };
    let is_shown = |version: &&Version| key.digits(&subject, version, tag.lines()) == tag.digits();
    recorded.iter().find(is_shown).copied()
}

fn changed_by(tag: &Tag, key: &TagKey, subject: &Subject<'_>, recorded: &[Version]) -> Option<Change> {
    recorded.iter().find_map(|base| {
        let new = shown_by(tag, key, subject, View::Diff(base.digest), recorded)?;
        Some(Change { base: *base, new })
    })
}

#[cfg(test)]
mod tests;
