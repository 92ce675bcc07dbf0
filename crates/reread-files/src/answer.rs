//! The decision about one read, with the disk at hand.

use reread_access::{FileName, Located, subject_of};
use reread_context::{
    Answer, Citation, DiffGate, Fallback, HeldBase, ReadPlan, ReadScope, RejectedTag, ShownSnapshot, Tag,
    TagView, decide,
};
use reread_disk::FilePortion;
use reread_store::Lookup;
use reread_text::{Digest, LineRange, count_lines};

use crate::read::{Extent, ReadRequest, extent_of};
use crate::reader::Reader;

impl Reader<'_> {
    /// Chooses between text, marker and diff. `asked` is `None` if the request cannot be said in lines.
    pub(crate) fn answer(
        &self,
        located: &Located,
        asked: Option<ReadScope>,
        request: &ReadRequest,
        now: &FilePortion,
        citation: Option<&Citation>,
    ) -> (Answer, Vec<RejectedTag>) {
        if request.known.is_empty() {
            return (Answer::Text, Vec::new());
        }
        if request.approved.is_some() {
            // An approval is for the version on disk and for this caller; a tag may be of another of either.
            return (Answer::Fallback(Fallback::UnknownTag), Vec::new());
        }
        let (Some(asked), Some(digest), Some(total_lines)) = (asked, now.digest, now.total_lines) else {
            return (Answer::Fallback(Fallback::NotCovered), Vec::new());
        };
        let Some(citation) = citation else {
            return (Answer::Fallback(Fallback::UnknownTag), Vec::new());
        };
        let answer = match citation.plan(asked, &digest, total_lines) {
            ReadPlan::Text(reason) => Answer::Fallback(reason.unwrap_or(Fallback::NotCovered)),
            ReadPlan::Unchanged => Answer::Unchanged(asked),
            ReadPlan::NeedsBase(base) => self.answer_from_base(located, asked, request, now, &base, citation),
        };
        (answer, citation.rejected.clone())
    }

    /// Decides about the lines that a reply would show, where what is held does not cover all that was asked for.
    pub(crate) fn answer_of_page(
        &self,
        located: &Located,
        page: LineRange,
        request: &ReadRequest,
        now: &FilePortion,
        citation: &Citation,
    ) -> Answer {
        let not_covered = Answer::Fallback(Fallback::NotCovered);
        let (Some(digest), Some(total_lines)) = (now.digest, now.total_lines) else { return not_covered };
        let asked = ReadScope::Lines(page);
        match citation.plan_page(page, &digest, total_lines) {
            ReadPlan::Unchanged => Answer::Unchanged(asked),
            ReadPlan::NeedsBase(base) => self.answer_from_base(located, asked, request, now, &base, citation),
            ReadPlan::Text(None) => Answer::Text,
            ReadPlan::Text(Some(_)) => not_covered,
        }
    }

    /// What the cited tags amount to; `None` if there are none, or no state directory and so no key to check them.
    /// The file need not be open.
    pub(crate) fn citation(&self, name: &FileName, known: &[String]) -> Option<Citation> {
        let state = self.access.state().filter(|_| !known.is_empty())?;
        let recorded = state.versions(self.access.root(name.root).path(), &name.path);
        Some(Citation::recognise(
            known,
            state.key(),
            &subject_of(self.access, name, TagView::Lines),
            &recorded,
        ))
    }

    /// The snapshot of a file that a tag is of, be it the tag of lines, of a diff or of an edit.
    pub(crate) fn snapshot_of(&self, name: &FileName, tag: &Tag) -> Option<ShownSnapshot> {
        let state = self.access.state()?;
        let recorded = state.versions(self.access.root(name.root).path(), &name.path);
        Citation::snapshot_of(tag, state.key(), &subject_of(self.access, name, TagView::Lines), &recorded)
    }

    /// Those of the cited texts that are tags of this file, in any version recorded for it. It says nothing about what
    /// is held. The file is opened, and its record read, once for all of them.
    pub fn tags_of(&self, name: &str, cited: &[String]) -> Vec<String> {
        let Ok(located) = self.access.locate(name, true) else { return Vec::new() };
        let Some(citation) = self.citation(&located.name, cited) else { return Vec::new() };
        cited.iter().filter(|text| citation.knows(text)).cloned().collect()
    }

    fn answer_from_base(
        &self,
        located: &Located,
        asked: ReadScope,
        request: &ReadRequest,
        now: &FilePortion,
        base: &Digest,
        citation: &Citation,
    ) -> Answer {
        let Some(snapshot) = &now.snapshot else { return Answer::Fallback(Fallback::TooLargeToDiff) };
        let held = citation.held.lines_of(base).unwrap_or_default();
        let bytes = match self.access.state().map(|state| state.snapshot(base)) {
            Some(Lookup::Found(bytes)) => bytes,
            Some(Lookup::Damaged) => return Answer::Fallback(Fallback::BaseDamaged),
            Some(Lookup::Absent) | None => return Answer::Fallback(Fallback::BaseLost),
        };
        // Lines that were asked for and are gone show in no line that is left.
        let total_lines = snapshot.total_lines;
        let asks_beyond = matches!(asked, ReadScope::Lines(_))
            && goes_beyond(extent_of(located, request.extent), total_lines);
        if asks_beyond && (count_lines(&bytes) > total_lines || citation.held.reaches_beyond(total_lines)) {
            return Answer::Fallback(Fallback::LinesChanged);
        }
        // Whatever the caller asks for, a diff must not be longer than what it is known to keep whole.
        let reply = request.bounds.narrowed(&self.access.settings().limits.reply());
        let gate = DiffGate { limits: self.access.settings().limits.diff(), reply };
        let base = HeldBase { digest: *base, bytes: &bytes, held: &held };
        decide(base, &snapshot.bytes, asked, &located.name.path.to_string(), &gate)
    }
}

/// Whether a request goes beyond the lines that there are: it names more of them, or asks for the end whichever it is.
fn goes_beyond(extent: Extent, total_lines: u64) -> bool {
    match extent {
        Extent::Lines(range) => range.last() > total_lines,
        _ => true,
    }
}
