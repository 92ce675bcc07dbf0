//! What a reply vouches for: its tag, or the reason why it has none.

use reread_access::{Located, Untagged, framed, keep_shown, subject_of};
use reread_config::Limits;
use reread_context::{Answer, ShownSnapshot, Tag, TagDigits, TagView};
use reread_disk::{FilePortion, Snapshot, Steady};
use reread_path::Verdict;
use reread_text::{Digest, DigestBuilder, LineRange, LineSet, as_utf8};

use crate::read::ReadRequest;
use crate::read_reply::Passage;
use crate::reader::Reader;

/// How many lines every known host keeps whole, if their characters are within its limit.
const LINES_KEPT: u64 = 2_000;

/// What closes a reply.
pub(crate) struct Seal {
    /// The digits that end the text, those of the tag if there is one.
    pub(crate) frame: TagDigits,
    pub(crate) tag: Option<Tag>,
    /// Why text was sent without a tag.
    pub(crate) untagged: Option<Untagged>,
}

/// Whether a tag may stand for a text at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sealing {
    /// It may.
    Tagged,
    /// The text is not shown.
    NotShown,
    /// The user approved that this caller sees it; another caller could cite its tag.
    Approved,
    /// The text cannot be sent exactly.
    Inexact,
}

impl Reader<'_> {
    /// Gives a reply its tag, or the reason why there is none. A marker shows nothing and gets neither.
    pub(crate) fn seal(
        &self,
        located: &Located,
        taken: &Steady<FilePortion>,
        answer: &Answer,
        passages: &[Passage],
        sealing: Sealing,
    ) -> Seal {
        let frame = || self.frame_digits(located, taken.value.digest, answer, passages);
        if sealing == Sealing::NotShown || matches!(answer, Answer::Unchanged(_) | Answer::UnchangedHere) {
            return Seal { frame: frame(), tag: None, untagged: None };
        }
        match self.tag(located, taken, answer, passages, sealing) {
            Ok(tag) => Seal { frame: tag.digits(), tag: Some(tag), untagged: None },
            Err(why) => Seal { frame: frame(), tag: None, untagged: Some(why) },
        }
    }

    /// The tag that stands for a reply, or why none does.
    fn tag(
        &self,
        located: &Located,
        taken: &Steady<FilePortion>,
        answer: &Answer,
        passages: &[Passage],
        sealing: Sealing,
    ) -> Result<Tag, Untagged> {
        let state = self.access.state().ok_or(Untagged::NoState)?;
        match sealing {
            Sealing::Tagged => {}
            Sealing::Inexact => return Err(Untagged::NotUtf8),
            Sealing::NotShown | Sealing::Approved => return Err(Untagged::NotCached),
        }
        if taken.changed_during_read {
            return Err(Untagged::Changed);
        }
        let digest = taken.value.digest.ok_or(Untagged::NotHashed)?;
        if self.is_never_cached(located) {
            return Err(Untagged::NotCached);
        }
        let total = taken.value.total_lines.ok_or(Untagged::NotHashed)?;
        let (view, lines): (TagView, LineSet) = match answer {
            Answer::Diff { base, lines: None, .. } => {
                (TagView::Diff(*base), LineRange::new(1, total).map(LineSet::from).unwrap_or_default())
            }
            Answer::Diff { base, lines: Some(changed), .. } => {
                self.note_base(located, base, changed.base_lines, &digest).ok_or(Untagged::NoState)?;
                (TagView::PartialDiff { base: *base, is_whole: changed.is_whole }, changed.lines.clone())
            }
            _ => (TagView::Lines, whole_lines(passages)),
        };
        if lines.is_empty() && total > 0 {
            return Err(Untagged::NoWholeLine);
        }
        if !self.fits_one_reply(passages) {
            return Err(Untagged::TooLong);
        }
        let version = self.remember(located, &taken.value, &digest, total).ok_or(Untagged::NoState)?;
        Ok(state.key().mint(&subject_of(self.access, &located.name, view), &version, &lines))
    }

    /// Whether the caller is known to keep this much in one piece.
    fn fits_one_reply(&self, passages: &[Passage]) -> bool {
        let limits = &self.access.settings().limits;
        let lines: u64 = passages.iter().map(|passage| passage.line_count).sum();
        let bytes: u64 = passages.iter().map(|passage| passage.text.len() as u64).sum();
        // No text has more characters than bytes, so most are never counted.
        let chars = || passages.iter().map(|passage| chars(&passage.text)).sum::<u64>();
        // Hosts cut by characters, and by lines only far beyond a page. A limit that the user narrowed is meant as it is.
        let most_lines = match limits.reply_lines {
            narrowed if narrowed < Limits::default().reply_lines => narrowed,
            usual => usual.max(LINES_KEPT),
        };
        lines <= most_lines && (bytes <= limits.reply_chars || chars() <= limits.reply_chars)
    }

    /// Whether nothing of the file may be kept, and so nothing may stand for it.
    pub(crate) fn is_never_cached(&self, located: &Located) -> bool {
        self.access.settings().not_cached.judge(&located.judged_names()) != Verdict::Allow
    }

    /// Notes the base of a diff as shown right before what the diff leads to: that is where its tag is looked up.
    fn note_base(&self, located: &Located, base: &Digest, lines: u64, now: &Digest) -> Option<()> {
        let state = self.access.state()?;
        let (root, path) = (self.access.root(located.name.root).path(), &located.name.path);
        let recorded = state.versions(root, path);
        let is_noted = matches!(&recorded[..], [new, old, ..] if new.digest == *now && old.digest == *base);
        if is_noted { Some(()) } else { state.shown(root, path, base, lines).map(|_| ()) }
    }

    /// Notes that a version is shown after all earlier ones.
    fn remember(
        &self,
        located: &Located,
        portion: &FilePortion,
        digest: &Digest,
        lines: u64,
    ) -> Option<ShownSnapshot> {
        let state = self.access.state()?;
        let most = self.access.settings().limits.diff().max_bytes;
        let bytes = portion.snapshot.as_ref().map(|snapshot| &snapshot.bytes);
        let bytes = bytes.filter(|bytes| bytes.len() as u64 <= most);
        let (root, path) = (self.access.root(located.name.root).path(), &located.name.path);
        let (version, is_change) = state.shown(root, path, digest, lines)?;
        if let Some(bytes) = bytes.filter(|_| is_change) {
            state.note_shown(root, path, (*digest, bytes), &located.facts);
        }
        Some(version)
    }

    /// Digits for a text that no tag stands for: they close it, and cannot be cited.
    ///
    /// What they close must not know them. The digest of the whole file binds them to its text as well as the
    /// digest of the part does, so where there is one nothing is hashed a second time.
    fn frame_digits(
        &self,
        located: &Located,
        whole: Option<Digest>,
        answer: &Answer,
        passages: &[Passage],
    ) -> TagDigits {
        let key = self.access.frame_key();
        let bound_to = match (answer, whole) {
            (Answer::Diff { diff, .. }, _) => Digest::of(&diff.text),
            (_, Some(whole)) => whole,
            (_, None) => {
                let mut shown = DigestBuilder::default();
                passages.iter().for_each(|passage| shown.update(&passage.text));
                shown.finish()
            }
        };
        let lines = passages.iter().filter_map(Passage::lines).collect();
        key.digits(&subject_of(self.access, &located.name, TagView::Frame), &framed(bound_to), &lines)
    }
}

impl Reader<'_> {
    /// Keeps what a text about a file was made of, so that the reply can be made again. It is not kept if the text is not
    /// shown, or if the user approved that this caller alone sees it. Whether it is kept.
    pub(crate) fn keep_source(
        &self,
        request: &ReadRequest,
        located: &Located,
        taken: &Steady<Snapshot>,
    ) -> bool {
        let Steady { value, changed_during_read } = taken;
        request.seals() == Sealing::Tagged
            && keep_shown(self.access, &located.judged_names(), value, *changed_during_read).is_some()
    }

    /// Keeps what a read is answered from: as the base of a later diff, and so that the reply can be made again. That goes
    /// for a text without a tag and for a marker, too. Whether it is kept.
    pub(crate) fn keep_read(
        &self,
        request: &ReadRequest,
        located: &Located,
        taken: &Steady<FilePortion>,
    ) -> bool {
        if request.seals() != Sealing::Tagged || taken.changed_during_read {
            return false;
        }
        match (&taken.value.snapshot, &taken.value.digest, self.access.state()) {
            (Some(snapshot), _, _) => {
                keep_shown(self.access, &located.judged_names(), snapshot, false).is_some()
            }
            // A marker for a large file is decided by its digest alone.
            (None, Some(digest), Some(state)) => state.cache().has(digest),
            _ => false,
        }
    }

    /// The digits that close an outline, and that its tag has: they are those of its text, whatever the bodies say.
    pub(crate) fn outline_digits(&self, located: &Located, text: &str) -> TagDigits {
        let key = self.access.frame_key();
        let bound_to = framed(Digest::of(text.as_bytes()));
        key.digits(&subject_of(self.access, &located.name, TagView::Outline), &bound_to, &LineSet::default())
    }
}

fn whole_lines(passages: &[Passage]) -> LineSet {
    passages.iter().filter(|passage| passage.whole_lines).filter_map(Passage::lines).collect()
}

/// Characters. Text that is not UTF-8 gets no tag, so those of it are not needed; its bytes are the most it has.
fn chars(text: &[u8]) -> u64 {
    as_utf8(text).map_or(text.len(), |text| text.chars().count()) as u64
}
