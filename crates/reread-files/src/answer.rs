//! The decision about one read, with the disk at hand.

use reread_context::{
    Answer, Citation, DiffGate, Fallback, HeldBase, ReadPlan, ReadScope, RejectedTag, Subject, TagView,
    decide,
};
use reread_disk::FilePortion;
use reread_store::Lookup;
use reread_text::{Digest, count_lines};

use crate::located::{FileName, Located};
use crate::read::{Extent, ReadRequest};
use crate::workspace::Workspace;

impl Workspace {
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
        if request.agreed.is_some() {
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

    /// What the cited tags amount to; `None` if there are none, or no state directory and so no key to check them.
    pub(crate) fn citation(&self, located: &Located, known: &[String]) -> Option<Citation> {
        self.citation_of(&located.name, known)
    }

    /// As [`Workspace::citation`], of a file that need not be open.
    pub(crate) fn citation_of(&self, name: &FileName, known: &[String]) -> Option<Citation> {
        let state = self.state().filter(|_| !known.is_empty())?;
        let recorded = state.versions(self.root(name.root).path(), &name.path);
        Some(Citation::recognise(known, state.key(), &self.subject_of(name, TagView::Lines), &recorded))
    }

    /// Those of the cited texts that are tags of this file, in any version recorded for it. It says nothing about what
    /// is held. The file is opened, and its record read, once for all of them.
    pub fn tags_of(&self, name: &str, cited: &[String]) -> Vec<String> {
        let Ok(located) = self.locate(name, true) else { return Vec::new() };
        let Some(citation) = self.citation(&located, cited) else { return Vec::new() };
        cited.iter().filter(|text| citation.knows(text)).cloned().collect()
    }

    /// What a tag of this file is bound to.
    pub(crate) fn subject<'a>(&'a self, located: &'a Located, view: TagView) -> Subject<'a> {
        self.subject_of(&located.name, view)
    }

    /// As [`Workspace::subject`], of a file that need not exist.
    pub(crate) fn subject_of<'a>(&'a self, name: &'a FileName, view: TagView) -> Subject<'a> {
        Subject {
            epoch: self.state().map_or(0, crate::state::State::epoch),
            root: self.root(name.root).path().as_os_str().as_encoded_bytes(),
            path: name.path.as_bytes(),
            view,
        }
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
        let bytes = match self.state().map(|state| state.snapshot(base)) {
            Some(Lookup::Found(bytes)) => bytes,
            Some(Lookup::Damaged) => return Answer::Fallback(Fallback::BaseDamaged),
            Some(Lookup::Absent) | None => return Answer::Fallback(Fallback::BaseLost),
        };
        // Lines that were asked for and are gone show in no line that is left.
        let total_lines = snapshot.total_lines;
        let asks_beyond =
            matches!(asked, ReadScope::Lines(_)) && goes_beyond(located.extent(request.extent), total_lines);
        if asks_beyond && (count_lines(&bytes) > total_lines || citation.held.reaches_beyond(total_lines)) {
            return Answer::Fallback(Fallback::LinesChanged);
        }
        // Whatever the caller asks for, a diff must not be longer than what it is known to keep whole.
        let reply = request.bounds.narrowed(&self.settings().limits.reply());
        let gate = DiffGate { limits: self.settings().limits.diff(), reply };
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
