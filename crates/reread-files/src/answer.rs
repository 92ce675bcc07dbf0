//! The decision about one read, with the disk at hand.

use reread_context::{
    Answer, Asked, Base, Citation, DiffGate, Doubt, Fallback, Plan, Subject, Versions, View, decide, plan,
};
use reread_store::Lookup;
use reread_text::{Bounds, Digest, count_lines};

use crate::located::Located;
use crate::portion::Portion;
use crate::read::ReadRequest;
use crate::workspace::Workspace;

impl Workspace {
    /// Chooses between text, marker and diff. `asked` is `None` if the request cannot be said in lines.
    pub(crate) fn answer(
        &self,
        located: &Located,
        asked: Option<Asked>,
        request: &ReadRequest,
        now: &Portion,
    ) -> (Answer, Vec<Doubt>) {
        if request.known.is_empty() {
            return (Answer::Text, Vec::new());
        }
        let (Some(asked), Some(digest), Some(total_lines)) = (asked, now.digest, now.total_lines) else {
            return (Answer::Fallback(Fallback::NotCovered), Vec::new());
        };
        let Some(citation) = self.citation(located, &request.known, &digest) else {
            return (Answer::Fallback(Fallback::UnknownTag), Vec::new());
        };
        let answer = match plan(&citation.held, asked, &digest, total_lines) {
            Plan::Text if citation.is_unknown() => Answer::Fallback(Fallback::UnknownTag),
            Plan::Text => Answer::Fallback(Fallback::NotCovered),
            Plan::Unchanged => Answer::Unchanged(asked),
            Plan::NeedsBase(base) => {
                self.answer_from_base(located, asked, &request.bounds, now, &base, &citation)
            }
        };
        (answer, citation.doubts)
    }

    /// What the cited tags amount to; `None` without a state directory, since there is no key to check them.
    pub(crate) fn citation(&self, located: &Located, known: &[String], now: &Digest) -> Option<Citation> {
        let state = self.state()?;
        let latest_first = state.seen(self.root(located.name.root).path(), &located.name.path);
        let total_lines = |digest: &Digest| match state.snapshot(digest) {
            Lookup::Found(bytes) => Some(count_lines(&bytes)),
            Lookup::Absent | Lookup::Damaged => None,
        };
        let versions = Versions { now: *now, latest_first: &latest_first, total_lines: &total_lines };
        Some(Citation::recognise(known, state.key(), &self.subject(located, View::Lines), &versions))
    }

    /// What a tag of this file is bound to.
    pub(crate) fn subject<'a>(&'a self, located: &'a Located, view: View) -> Subject<'a> {
        Subject {
            epoch: self.state().map_or(0, crate::state::State::epoch),
            root: self.root(located.name.root).path().as_os_str().as_encoded_bytes(),
            path: located.name.path.as_bytes(),
            view,
        }
    }

    fn answer_from_base(
        &self,
        located: &Located,
        asked: Asked,
        bounds: &Bounds,
        now: &Portion,
        base: &Digest,
        citation: &Citation,
    ) -> Answer {
        let Some(snapshot) = &now.snapshot else { return Answer::Fallback(Fallback::TooLargeToDiff) };
        let held = citation.held.lines_of(base).cloned().unwrap_or_default();
        let bytes = match self.state().map(|state| state.snapshot(base)) {
            Some(Lookup::Found(bytes)) => bytes,
            Some(Lookup::Damaged) => return Answer::Fallback(Fallback::BaseDamaged),
            Some(Lookup::Absent) | None => return Answer::Fallback(Fallback::BaseLost),
        };
        let widest = |limit: Option<u64>| limit.unwrap_or(u64::MAX);
        let gate = DiffGate {
            limits: self.settings().limits.diff(),
            reply_bytes: widest(bounds.max_bytes).min(widest(bounds.max_chars)),
            reply_lines: widest(bounds.max_lines),
        };
        let base = Base { digest: *base, bytes: &bytes, held: &held };
        decide(base, &snapshot.bytes, asked, &located.name.path.to_string(), &gate)
    }
}
