//! Where a page of a file ends.
//!
//! What does not fit is cut between two lines, wherever those are. In a file whose grammar is known the cut moves back to
//! where a definition begins, so that the next page begins with one; but not so far that less than half of the page were
//! left. Only the unified read does so, and only when it goes on to the end of the file: a request for lines by number
//! gets those, and the bounded readers promise to look into nothing.

use reread_access::Located;
use reread_code::{Basis, MAX_PARSED_BYTES, Outline};
use reread_disk::{Slice, Snapshot};
use reread_search::language_of;
use reread_text::Bounds;

use crate::assemble::passage;
use crate::read::{Extent, ReadRequest, extent_of};
use crate::read_reply::{CutPlace, CutShort, Passage};
use crate::reader::Reader;

impl Reader<'_> {
    /// Cuts a slice to the bounds of a request. Nothing is parsed unless something has to be cut.
    pub(crate) fn page(
        &self,
        located: &Located,
        slice: &Slice,
        snapshot: Option<&Snapshot>,
        request: &ReadRequest,
    ) -> (Passage, Option<CutShort>) {
        let (fitting, cut) = passage(slice, &request.bounds);
        let goes_to_end = matches!(extent_of(located, request.extent), Extent::Whole | Extent::From(_));
        match cut.filter(|_| goes_to_end).and_then(|cut| before_definition(located, snapshot, &fitting, cut))
        {
            Some((lines, cut)) => {
                let bounds = Bounds { max_lines: Some(lines), ..request.bounds };
                let (shorter, _) = passage(slice, &bounds);
                let byte = shorter.start_byte + shorter.text.len() as u64;
                let line = shorter.first_line.map(|first| first + shorter.line_count);
                (shorter, Some(CutShort { place: CutPlace::GoesOn { line, byte }, ..cut }))
            }
            None => (fitting, cut),
        }
    }
}

/// How many lines of a page come before the last definition that begins in its second half, if one does and the page does
/// not end before one anyway.
fn before_definition(
    located: &Located,
    snapshot: Option<&Snapshot>,
    page: &Passage,
    cut: CutShort,
) -> Option<(u64, CutShort)> {
    let CutPlace::GoesOn { line: Some(_), .. } = cut.place else { return None };
    let bytes = &snapshot.filter(|_| page.whole_lines)?.bytes;
    let language = language_of(&located.name.path, bytes).filter(|_| bytes.len() <= MAX_PARSED_BYTES)?;
    let lines = page.lines()?;
    let outline = Outline::of(bytes, Some(language));
    if outline.basis() != Basis::Syntax {
        return None;
    }
    let last = outline.chunk_end(lines.first(), page.line_count);
    let kept = last.checked_sub(lines.first())? + 1;
    let is_shorter = kept < page.line_count && kept * 2 >= page.line_count;
    is_shorter.then_some((kept, CutShort { before_definition: true, ..cut }))
}
