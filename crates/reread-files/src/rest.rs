//! The lines of a request that are not held, without those that are.
//!
//! Held lines are left out only of the version that was shown: the digest of what is held is the digest of the file now.
//! The bounds of a reply count from the first line that is sent, so that a caller which holds the first page of a file gets
//! the next one.

use reread_access::Located;
use reread_context::{Citation, ReadScope, rest};
use reread_disk::{FilePortion, Selection, Snapshot, Steady};
use reread_text::{Bounds, Limit, LineRange, LineSet, as_utf8, estimate_tokens, slice_lines};

use crate::assemble::passage;
use crate::read::ReadRequest;
use crate::read_reply::{CutPlace, CutShort, Passage};
use crate::reader::Reader;
use crate::take::kept_for;

/// What is sent in place of all lines of a request.
pub(crate) struct Rest {
    /// The lines that are left out, up to where the reply ends.
    pub(crate) held: LineSet,
    /// One for each run that is sent.
    pub(crate) passages: Vec<Passage>,
    pub(crate) cut: Option<CutShort>,
}

impl Reader<'_> {
    /// The lines of a request that are not held; `None` if none of it is, or if it would not become shorter.
    pub(crate) fn rest(
        &self,
        located: &Located,
        taken: &Steady<FilePortion>,
        request: &ReadRequest,
        asked: ReadScope,
        citation: &Citation,
    ) -> Option<Rest> {
        let snapshot = taken.value.snapshot.as_ref().filter(|_| !taken.changed_during_read)?;
        let asked = match asked {
            ReadScope::Whole => LineRange::new(1, snapshot.total_lines).ok()?,
            ReadScope::Lines(lines) => lines,
        };
        let held = citation.held_as_now(asked, &snapshot.digest);
        let length = |run| slice_lines(&snapshot.bytes, run).map_or(0, <[u8]>::len);
        let (held, sent) = rest(asked, &held, length)?;
        let (passages, cut) = self.pages_of(located, snapshot, request, &sent)?;
        // What lies behind the place where the reply ends is another reply's.
        let last = match cut.map(|cut| cut.place) {
            Some(CutPlace::GoesOn { line, .. }) => line? - 1,
            Some(CutPlace::StartsAt(_)) => return None,
            None => asked.last(),
        };
        let held = held.intersect(LineRange::new(asked.first(), last).ok()?);
        (!held.is_empty()).then_some(Rest { held, passages, cut })
    }

    /// The runs of lines within the bounds of a request; `None` if not even the first line fits.
    fn pages_of(
        &self,
        located: &Located,
        snapshot: &Snapshot,
        request: &ReadRequest,
        runs: &LineSet,
    ) -> Option<(Vec<Passage>, Option<CutShort>)> {
        let keep = kept_for(request.bounds.max_bytes.unwrap_or(u64::MAX));
        let mut room = request.bounds;
        let mut passages = Vec::new();
        for (index, run) in runs.ranges().iter().enumerate() {
            let slice = snapshot.slice(Selection::Lines(*run), keep);
            let (page, cut) = match index + 1 == runs.ranges().len() {
                true => self.page(
                    located,
                    &slice,
                    Some(snapshot),
                    &ReadRequest { bounds: room, ..request.clone() },
                ),
                false => passage(&slice, &room),
            };
            if !page.whole_lines || is_used_up(&room) {
                let place = CutPlace::GoesOn { line: Some(run.first()), byte: page.start_byte };
                let limit = cut.map_or(Limit::Lines, |cut| cut.limit);
                let cut = CutShort { limit, place, before_definition: false };
                return (!passages.is_empty()).then_some((passages, Some(cut)));
            }
            room = without(&room, &page);
            passages.push(page);
            if cut.is_some() {
                return Some((passages, cut));
            }
        }
        Some((passages, None))
    }
}

fn is_used_up(room: &Bounds) -> bool {
    [room.max_lines, room.max_bytes, room.max_chars, room.max_tokens].contains(&Some(0))
}

/// What a passage leaves of the bounds.
fn without(room: &Bounds, passage: &Passage) -> Bounds {
    let less = |bound: Option<u64>, used: u64| bound.map(|bound| bound.saturating_sub(used));
    let chars = || as_utf8(&passage.text).map_or(passage.text.len(), |text| text.chars().count()) as u64;
    Bounds {
        max_lines: less(room.max_lines, passage.line_count),
        max_bytes: less(room.max_bytes, passage.text.len() as u64),
        max_chars: room.max_chars.map(|bound| bound.saturating_sub(chars())),
        max_tokens: room.max_tokens.map(|bound| bound.saturating_sub(estimate_tokens(&passage.text))),
    }
}
