//! The marker for a page that is held, when lines behind the page are held as well.
//!
//! A page ends where a reply would be full. A marker has no such end: it stands for all the lines that are held from there on, so
//! that the next page begins with a line that is not.

use reread_context::{Answer, Citation, ReadScope};
use reread_text::{Limit, LineRange, slice_lines};

use super::CitedRead;
use crate::read_reply::{CutPlace, CutShort};

/// A marker for more lines than a page would show.
pub(crate) struct HeldPage {
    pub(crate) answer: Answer,
    pub(crate) lines: LineRange,
    /// Where the file goes on; `None` if the lines are all that was asked for.
    pub(crate) cut: Option<CutShort>,
}

impl CitedRead<'_> {
    /// The marker for the lines of a page and those held behind it. `None` if the page has no marker, or no longer one.
    pub(crate) fn longer_marker(
        &self,
        page: LineRange,
        asked: Option<ReadScope>,
        answer: &Answer,
        citation: &Citation,
    ) -> Option<HeldPage> {
        let snapshot = self.now.snapshot.as_ref()?;
        let last = match asked? {
            ReadScope::Whole => snapshot.total_lines,
            ReadScope::Lines(lines) => lines.last(),
        };
        let until = match answer {
            Answer::Unchanged(_) => {
                let rest = LineRange::new(page.first(), last).ok()?;
                citation.held_as_now(rest, &snapshot.digest).ranges().first()?.last()
            }
            Answer::UnchangedHere => citation.last_held_from(page.first())?.min(last),
            _ => return None,
        };
        let lines = LineRange::new(page.first(), until).ok().filter(|_| until > page.last())?;
        let answer = self.answer_of_page(lines, citation);
        let is_marker = matches!(answer, Answer::Unchanged(_) | Answer::UnchangedHere);
        let until_here = slice_lines(&snapshot.bytes, LineRange::new(1, until).ok()?)?;
        let place = CutPlace::GoesOn { line: Some(until + 1), byte: until_here.len() as u64 };
        let cut = (until < last).then_some(CutShort { limit: Limit::Lines, place, before_definition: false });
        is_marker.then_some(HeldPage { answer, lines, cut })
    }
}
