//! The place of a hunk with a line number: what the number says, and what git concludes from it.

use std::ops::Range;

use super::placing::Placing;
use super::{PatchBase, PlaceError};
use crate::patch::{Hint, Hunk, Sign};

/// How many lines below the line number of its hunk a place is.
pub(super) fn offset(before: u64, place: usize) -> i64 {
    place as i64 - i64::try_from(before).unwrap_or(i64::MAX)
}

impl Placing<'_, '_> {
    /// The place that a line number means, moved as far as the hunk before it was.
    pub(super) fn numbered(&self, before: u64) -> Option<usize> {
        let moved = i64::try_from(before).ok()?.checked_add(self.offset)?;
        usize::try_from(moved).ok()
    }

    /// The place of lines that are added behind so many others, without a line that would show where.
    pub(super) fn insertion_behind(&self, before: u64) -> Result<usize, PlaceError> {
        match usize::try_from(before) {
            _ if self.how.base == PatchBase::Drifted => Err(self.no_context()),
            Ok(before) if self.cursor <= before && before <= self.text.len() => Ok(before),
            _ => Err(self.no_match(Vec::new(), None)),
        }
    }

    /// Whether no earlier hunk has one of these lines. A diff may have its hunks in any order, but no line is changed twice.
    pub(super) fn is_free(&self, lines: Range<usize>) -> bool {
        let next = self.taken.partition_point(|taken| taken.end <= lines.start);
        self.taken.get(next).is_none_or(|taken| lines.end <= taken.start)
    }

    /// Notes the lines of a hunk.
    pub(super) fn take(&mut self, lines: Range<usize>) {
        let next = self.taken.partition_point(|taken| (taken.start, taken.end) <= (lines.start, lines.end));
        self.taken.insert(next, lines);
    }

    /// In a drifted text, rejects a place that is not at the edge of the file that the hunk's context indicates.
    ///
    /// As in git: a hunk that starts at line 1 is for the start of the file, and one without context after its change for the
    /// end, unless another hunk is further down. Less context on one side than on the other says nothing. The edge never
    /// selects among several places, because a caller may just have left out context. A replacement without any context may
    /// stand at its stated line, if that is not the first one: a text of one line looks the same.
    pub(super) fn check_edges(&self, hunk: &Hunk, lines: &Range<usize>) -> Result<(), PlaceError> {
        let (PatchBase::Drifted, Hint::AfterLines(before)) = (self.how.base, &hunk.hint) else {
            return Ok(());
        };
        let leading = hunk.lines.iter().take_while(|line| line.sign == Sign::Kept).count();
        let trailing = hunk.lines.iter().rev().take_while(|line| line.sign == Sign::Kept).count();
        if lines.start > 0 && *before == 0 {
            return Err(self.not_at_start(lines.start));
        }
        let is_where_stated = leading == 0 && *before > 0 && lines.start as u64 == *before;
        let is_last = *before >= self.lowest;
        if lines.end < self.text.len() && trailing == 0 && is_last && !is_where_stated {
            return Err(self.not_at_end(lines.end));
        }
        Ok(())
    }
}
