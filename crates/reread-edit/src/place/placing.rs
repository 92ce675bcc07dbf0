//! Places the hunks of a patch in one text, one behind the other.

use std::ops::Range;

use super::by_number::offset;
use super::closest::{self, Closest};
use super::hunk_edits::hunk_edits;
use super::place_error::LISTED;
use super::places::{MOST_REMEMBERED, Places};
use super::searchable_text::{EndDifference, SearchableText};
use super::{MatchTolerance, PlaceError, PlacedHunk, PlacementOptions};
use crate::edits::SpanReplacement;
use crate::patch::{Hint, Hunk};

/// The state while the hunks of a patch are placed one after another.
pub(super) struct Placing<'t, 'a> {
    pub(super) text: &'t SearchableText<'a>,
    pub(super) how: PlacementOptions,
    /// Which hunk is placed, counted from 1, and the line of the patch where it begins.
    pub(super) hunk: usize,
    patch_line: u64,
    /// The first line after all earlier hunks.
    pub(super) cursor: usize,
    /// How many lines below its line number the previous hunk matched.
    pub(super) offset: i64,
    /// The lines of the earlier hunks, in their order in the text.
    pub(super) taken: Vec<Range<usize>>,
    /// The greatest line number of all hunks.
    pub(super) lowest: u64,
}

impl<'t, 'a> Placing<'t, 'a> {
    /// Before the first of these hunks, which has this number in errors.
    pub(super) fn new(
        text: &'t SearchableText<'a>,
        how: PlacementOptions,
        first: usize,
        hunks: &[Hunk],
    ) -> Self {
        let number = |hunk: &Hunk| match hunk.hint {
            Hint::AfterLines(before) => Some(before),
            _ => None,
        };
        let lowest = hunks.iter().filter_map(number).max().unwrap_or(0);
        Self { text, how, hunk: first - 1, patch_line: 0, cursor: 0, offset: 0, taken: Vec::new(), lowest }
    }

    /// Finds the place of the next hunk.
    pub(super) fn place(&mut self, hunk: &Hunk) -> Result<(PlacedHunk, Vec<SpanReplacement>), PlaceError> {
        (self.hunk, self.patch_line) = (self.hunk + 1, hunk.line);
        match hunk.hint {
            Hint::Whole => return Ok(self.whole()),
            Hint::Text { all } => return self.place_text(hunk, all),
            Hint::AfterLines(_) | Hint::Forward(_) | Hint::Anywhere => {}
        }
        let old: Vec<&[u8]> = hunk.old_lines().map(|line| self.text.content(&line.text)).collect();
        let (start, pass) = if old.is_empty() {
            (self.insertion_point(hunk)?, MatchTolerance::Exact)
        } else {
            self.find(hunk, &old)?
        };
        let lines = start..start + old.len();
        self.check_edges(hunk, &lines)?;
        let offset = match hunk.hint {
            Hint::AfterLines(before) => Some(offset(before, start)),
            _ => None,
        };
        self.offset = offset.unwrap_or(0);
        if hunk.hint != Hint::Anywhere {
            self.cursor = lines.end;
            self.take(lines.clone());
        }
        let edits = hunk_edits(hunk, start, self.text, pass).ok_or_else(|| self.nowhere(&old, &hunk.hint))?;
        Ok((PlacedHunk { lines, offset, pass }, edits))
    }

    /// Replaces the whole text by nothing.
    fn whole(&self) -> (PlacedHunk, Vec<SpanReplacement>) {
        let (lines, span) = (0..self.text.len(), 0..self.text.start(self.text.len()));
        let edit = SpanReplacement { span, text: Vec::new() };
        (PlacedHunk { lines, offset: None, pass: MatchTolerance::Exact }, vec![edit])
    }

    /// The place of a hunk that has no kept or removed lines.
    pub(super) fn insertion_point(&self, hunk: &Hunk) -> Result<usize, PlaceError> {
        let end = self.text.len();
        if end == 0 {
            return Ok(0);
        }
        match &hunk.hint {
            // In the envelope format, lines without an anchor are appended.
            Hint::Forward(anchors) if anchors.is_empty() => Ok(end),
            Hint::Forward(_) | Hint::Anywhere | Hint::Text { .. } | Hint::Whole => Err(self.no_context()),
            Hint::AfterLines(before) => self.insertion_behind(*before),
        }
    }

    fn find(&self, hunk: &Hunk, old: &[&[u8]]) -> Result<(usize, MatchTolerance), PlaceError> {
        let from = match &hunk.hint {
            Hint::AfterLines(_) => self.cursor,
            Hint::Forward(anchors) => self.behind_anchors(anchors)?,
            Hint::Anywhere | Hint::Text { .. } | Hint::Whole => 0,
        };
        let hinted = match &hunk.hint {
            Hint::AfterLines(before) => self.numbered(*before),
            _ => None,
        };
        let mut different_end = None;
        let difference = self.text.end_difference(hunk, self.how.base);
        for pass in MatchTolerance::tried(self.how.loosest, &hunk.hint) {
            let mut has_hinted = false;
            let places = self.places(hunk, old, from, pass, |start| {
                let difference = difference(start + old.len());
                let is_different =
                    difference.map(|difference| different_end.get_or_insert((difference, start)));
                has_hinted |= is_different.is_none() && hinted == Some(start);
                is_different.is_none()
            })?;
            match (places.count, places.only(), hinted) {
                (0, ..) => {}
                (_, Some(place), _) => return Ok((place, pass)),
                (_, None, Some(place)) if has_hinted && pass == MatchTolerance::Exact => {
                    return Ok((place, pass));
                }
                _ => return Err(self.ambiguous(&places.first, places.count)),
            }
        }
        Err(match different_end {
            Some((difference, place)) => self.ends_differ(difference, place),
            None => self.nowhere(old, &hunk.hint),
        })
    }

    /// The places of the old lines that `ends_well` accepts.
    fn places(
        &self,
        hunk: &Hunk,
        old: &[&[u8]],
        from: usize,
        pass: MatchTolerance,
        mut ends_well: impl FnMut(usize) -> bool,
    ) -> Result<Places, PlaceError> {
        let shifts = pass >= MatchTolerance::Indent;
        let mut places = self.text.find(old, from, pass, |place| shifts || ends_well(place))?;
        if places.found == 0 && from > 0 && matches!(hunk.hint, Hint::AfterLines(_)) {
            let fits = |place| self.is_free(place..place + old.len()) && (shifts || ends_well(place));
            places = self.text.find(old, 0, pass, fits)?;
        }
        if shifts {
            // Bounds the work: of more places than this, none is examined for its indentation.
            if places.count > MOST_REMEMBERED {
                return Err(self.ambiguous(&places.first, places.count));
            }
            self.text.spend_lines(places.count * hunk.lines.len())?;
            places.retain(|place| hunk_edits(hunk, *place, self.text, pass).is_some() && ends_well(*place));
        }
        Ok(places)
    }

    pub(super) fn nowhere(&self, old: &[&[u8]], hint: &Hint) -> PlaceError {
        let near = match hint {
            Hint::AfterLines(before) => usize::try_from(*before).unwrap_or(usize::MAX),
            _ => self.cursor,
        };
        let expected = old.iter().take(closest::SHOWN_LINES).map(|line| closest::bounded(line)).collect();
        self.no_match(expected, Closest::of(old, self.text, near))
    }

    pub(super) fn no_match(&self, expected: Vec<Vec<u8>>, closest: Option<Closest>) -> PlaceError {
        PlaceError::NoMatch { hunk: self.hunk, patch_line: self.patch_line, expected, closest }
    }

    pub(super) fn no_context(&self) -> PlaceError {
        PlaceError::NoContext { hunk: self.hunk, patch_line: self.patch_line }
    }

    /// The first places, of so many, are first lines, counted from 0.
    pub(super) fn ambiguous(&self, first: &[usize], count: usize) -> PlaceError {
        let lines = first.iter().take(LISTED).map(|place| *place as u64 + 1).collect();
        let count = count as u64;
        PlaceError::Ambiguous { hunk: self.hunk, patch_line: self.patch_line, lines, count }
    }

    fn ends_differ(&self, difference: EndDifference, place: usize) -> PlaceError {
        let (hunk, patch_line, line) = (self.hunk, self.patch_line, place as u64 + 1);
        match difference {
            EndDifference::LinesFollow => PlaceError::LinesFollow { hunk, patch_line, line },
            EndDifference::LastNewline => {
                let file_has_it = !self.text.is_unterminated();
                PlaceError::LastNewline { hunk, patch_line, line, file_has_it }
            }
        }
    }

    pub(super) fn not_at_start(&self, place: usize) -> PlaceError {
        PlaceError::NotAtStart { hunk: self.hunk, patch_line: self.patch_line, line: place as u64 + 1 }
    }

    pub(super) fn not_at_end(&self, end: usize) -> PlaceError {
        PlaceError::NotAtEnd { hunk: self.hunk, patch_line: self.patch_line, line: end as u64 }
    }
}
