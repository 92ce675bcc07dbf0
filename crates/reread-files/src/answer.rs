//! The decision about one read, with the disk at hand.

mod held_page;

use reread_access::{Access, Located, recognised_tags};
use reread_context::{
    Answer, Citation, DiffGate, Fallback, HeldBase, ReadPlan, ReadScope, RejectedTag, decide,
    decide_changed_lines,
};
use reread_disk::FilePortion;
use reread_store::Lookup;
use reread_text::{Digest, LineRange, count_lines};

use crate::read::{Extent, ReadRequest, extent_of};
use crate::reader::Reader;

pub(crate) use held_page::HeldPage;

/// A read with tags: the file as it was located and taken, and what the tags amount to.
#[derive(Clone, Copy)]
pub(crate) struct CitedRead<'a> {
    pub(crate) access: &'a Access,
    pub(crate) located: &'a Located,
    pub(crate) request: &'a ReadRequest,
    pub(crate) now: &'a FilePortion,
    /// `None` if nothing was cited, or if there is no key to check it.
    pub(crate) citation: Option<&'a Citation>,
}

impl CitedRead<'_> {
    /// Chooses between text, marker and diff. `asked` is `None` if the request cannot be said in lines.
    pub(crate) fn answer(&self, asked: Option<ReadScope>) -> (Answer, Vec<RejectedTag>) {
        if self.request.known.is_empty() {
            return (Answer::Text, Vec::new());
        }
        if self.request.approved.is_some() {
            // An approval is for the version on disk and for this caller; a tag may be of another of either.
            return (Answer::Fallback(Fallback::UnknownTag), Vec::new());
        }
        let (Some(asked), Some(digest), Some(total_lines)) = (asked, self.now.digest, self.now.total_lines)
        else {
            return (Answer::Fallback(Fallback::NotCovered), Vec::new());
        };
        let Some(citation) = self.citation else {
            return (Answer::Fallback(Fallback::UnknownTag), Vec::new());
        };
        let answer = match citation.plan(asked, &digest, total_lines) {
            ReadPlan::Text(reason) => Answer::Fallback(reason.unwrap_or(Fallback::NotCovered)),
            ReadPlan::Unchanged => Answer::Unchanged(asked),
            ReadPlan::NeedsBase(base) => self.decided_by(asked, &base, citation),
        };
        let lines = match asked {
            ReadScope::Whole => LineRange::new(1, total_lines).ok(),
            ReadScope::Lines(lines) => Some(lines),
        };
        (self.or_changes(answer, lines, citation), citation.rejected.clone())
    }

    /// Decides about the lines that a reply would show, where what is held does not cover all that was asked for.
    pub(crate) fn answer_of_page(&self, page: LineRange, citation: &Citation) -> Answer {
        let not_covered = Answer::Fallback(Fallback::NotCovered);
        let (Some(digest), Some(total_lines)) = (self.now.digest, self.now.total_lines) else {
            return not_covered;
        };
        let asked = ReadScope::of_lines(page, total_lines);
        let answer = match citation.plan_page(page, &digest, total_lines) {
            ReadPlan::Unchanged => Answer::Unchanged(asked),
            ReadPlan::NeedsBase(base) => self.decided_by(asked, &base, citation),
            ReadPlan::Text(None) => Answer::Text,
            ReadPlan::Text(Some(_)) => not_covered,
        };
        self.or_changes(answer, Some(page), citation)
    }

    /// The answer, or in place of a text the changes of the file, if they tell the caller all of these lines.
    fn or_changes(&self, answer: Answer, lines: Option<LineRange>, citation: &Citation) -> Answer {
        let is_text = matches!(answer, Answer::Fallback(Fallback::NotCovered | Fallback::LinesChanged));
        let changes = || {
            let (snapshot, lines) = (self.now.snapshot.as_ref()?, lines?);
            let digest = citation.latest_before(&snapshot.digest)?;
            let Lookup::Found(bytes) = self.access.state()?.snapshot(&digest) else { return None };
            let held = citation.held.lines_of(&digest)?;
            let base = HeldBase { digest, bytes: &bytes, held: &held };
            decide_changed_lines(base, &snapshot.bytes, lines, &self.name(), &self.diff_gate())
        };
        if is_text { changes().unwrap_or(answer) } else { answer }
    }

    fn decided_by(&self, asked: ReadScope, base: &Digest, citation: &Citation) -> Answer {
        let Some(snapshot) = &self.now.snapshot else { return Answer::Fallback(Fallback::TooLargeToDiff) };
        let held = citation.held.lines_of(base).unwrap_or_default();
        let bytes = match self.access.state().map(|state| state.snapshot(base)) {
            Some(Lookup::Found(bytes)) => bytes,
            Some(Lookup::Damaged) => return Answer::Fallback(Fallback::BaseDamaged),
            Some(Lookup::Absent) | None => return Answer::Fallback(Fallback::BaseLost),
        };
        // Lines that were asked for and are gone show in no line that is left.
        let total_lines = snapshot.total_lines;
        let asks_beyond = matches!(asked, ReadScope::Lines(_))
            && goes_beyond(extent_of(self.located, self.request.extent), total_lines);
        if asks_beyond && (count_lines(&bytes) > total_lines || citation.held.reaches_beyond(total_lines)) {
            return Answer::Fallback(Fallback::LinesChanged);
        }
        let base = HeldBase { digest: *base, bytes: &bytes, held: &held };
        decide(base, &snapshot.bytes, asked, &self.name(), &self.diff_gate())
    }

    /// Whatever the caller asks for, a diff must not be longer than what it is known to keep whole.
    fn diff_gate(&self) -> DiffGate {
        let limits = &self.access.settings().limits;
        DiffGate { limits: limits.diff(), reply: self.request.bounds.narrowed(&limits.reply()) }
    }

    fn name(&self) -> String {
        self.located.name.path.to_string()
    }
}

impl Reader<'_> {
    /// Those of the cited texts that are tags of this file, in any version recorded for it. It says nothing about what
    /// is held. The file is opened, and its record read, once for all of them.
    pub fn tags_of(&self, name: &str, cited: &[String]) -> Vec<String> {
        let Ok(located) = self.access.locate(name, true) else { return Vec::new() };
        let Some(citation) = recognised_tags(self.access, &located.name, cited) else { return Vec::new() };
        cited.iter().filter(|text| citation.knows(text)).cloned().collect()
    }
}

/// Whether a request goes beyond the lines that there are: it names more of them, or asks for the end whichever it is.
fn goes_beyond(extent: Extent, total_lines: u64) -> bool {
    match extent {
        Extent::Lines(range) => range.last() > total_lines,
        _ => true,
    }
}
