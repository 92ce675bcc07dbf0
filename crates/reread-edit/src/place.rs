//! Finds the place of each hunk of a patch in a text.
//!
//! Every line that a hunk keeps or removes must exist. If several places match, the line number of the patch may select
//! one; otherwise the patch is rejected with all places. There is no fuzz as in `patch`. A uniform shift of the indentation
//! is accepted where no diff program counted lines. Other differences in whitespace and look-alike characters are accepted
//! only if the caller allows it. The result says where that was needed.

mod by_number;
mod by_text;
mod closest;
mod hunk_edits;
mod indent_unit;
mod indentation;
mod match_tolerance;
mod place_error;
mod places;
mod placing;
mod search;
mod searchable_text;
mod work;

use std::ops::Range;

use reread_text::BOM;

use crate::edits::{Edits, apply};
use crate::patch::{FilePatch, Hint, Hunk, PatchTarget};
pub use by_text::MOST_PATCHED_BYTES;
pub use closest::Closest;
pub use match_tolerance::MatchTolerance;
pub use place_error::PlaceError;
use placing::Placing;
use searchable_text::SearchableText;
use work::{PlacementWork, steps_for_bytes};

/// How strictly hunks are matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacementOptions {
    /// Whether the patch was written for exactly this text.
    pub base: PatchBase,
    /// The most tolerant comparison that is tried when nothing matches exactly.
    pub loosest: MatchTolerance,
}

/// The relation between a patch and the text that it is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatchBase {
    /// The patch was written for this text. Line numbers are trusted for hunks without context.
    Exact,
    /// The text may have changed since the patch was written.
    Drifted,
}

/// The patch of one file as edits of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedPatch {
    /// The changes of all hunks together.
    pub edits: Edits,
    /// The place of each hunk, in the order of the patch.
    pub hunks: Vec<PlacedHunk>,
}

/// The place of a hunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedHunk {
    /// Its kept and removed lines, in the text that it was applied to. Counted from 0, end exclusive.
    pub lines: Range<usize>,
    /// Lines below (or above, if negative) its line number; `None` for a hunk without a line number.
    pub offset: Option<i64>,
    /// The tolerance that was needed for the match.
    pub pass: MatchTolerance,
}

/// Finds the place of every hunk.
///
/// Line numbers refer to `base`, regardless of earlier hunks. A patch with LF also matches a text that has only CRLF, and
/// the added lines get CRLF. A BOM, and a last line without LF, are kept unless the patch mentions them. Hunks of a later
/// mention of the file refer to the result of the earlier ones.
pub fn place(patch: &FilePatch, base: &[u8], how: PlacementOptions) -> Result<PlacedPatch, PlaceError> {
    if matches!(patch.target, PatchTarget::Create { .. }) && !base.is_empty() {
        return Err(PlaceError::NotEmpty);
    }
    if matches!(patch.target, PatchTarget::Delete { .. }) && patch.hunks.is_empty() {
        return Ok(PlacedPatch { edits: Edits::whole(base, Vec::new()), hunks: Vec::new() });
    }
    let work = PlacementWork::new();
    let mut placed = place_all(&patch.hunks, base, how, &work)?;
    for hunks in &patch.later {
        placed = placed.followed_by(base, &work, |text| place_all(hunks, text, how, &work))?;
    }
    if matches!(patch.target, PatchTarget::Delete { .. }) {
        let left = apply(base, &placed.edits).len();
        if left > 0 {
            return Err(PlaceError::NotAll { left });
        }
    }
    Ok(placed)
}

impl PlacedPatch {
    /// How many hunks do not fit byte for byte.
    fn inexact_hunks(&self) -> usize {
        self.hunks.iter().filter(|hunk| hunk.pass != MatchTolerance::Exact).count()
    }

    /// Places more hunks in the result.
    fn followed_by(
        mut self,
        base: &[u8],
        work: &PlacementWork,
        next: impl FnOnce(&[u8]) -> Result<PlacedPatch, PlaceError>,
    ) -> Result<Self, PlaceError> {
        // The text and the list of edits are made anew.
        work.spend_bytes(base.len() as u64)?;
        work.spend(self.edits.replacements().len() as u64)?;
        let next = next(&apply(base, &self.edits))?;
        self.hunks.extend(next.hunks);
        Ok(Self { edits: self.edits.then(base, &next.edits), hunks: self.hunks })
    }
}

/// Places hunks that were written for one text.
///
/// Blocks and edits that do not fit the text together are applied one after another, since an author may refer to a line
/// that an earlier one added. Where both ways fit exactly they agree, except for an edit of all places, which is never
/// placed together with others.
fn place_all(
    hunks: &[Hunk],
    base: &[u8],
    how: PlacementOptions,
    work: &PlacementWork,
) -> Result<PlacedPatch, PlaceError> {
    let has_numbers = |hunk: &Hunk| matches!(hunk.hint, Hint::AfterLines(_) | Hint::Forward(_) | Hint::Whole);
    if hunks.len() < 2 || hunks.iter().any(has_numbers) {
        return place_together(hunks, 1, base, how, work);
    }
    if hunks.iter().any(|hunk| hunk.hint == Hint::Text { all: true }) {
        return place_one_by_one(hunks, base, how, work);
    }
    let together = place_together(hunks, 1, base, how, work);
    if together.as_ref().is_ok_and(|placed| placed.inexact_hunks() == 0) {
        return together;
    }
    match (together, place_one_by_one(hunks, base, how, work)) {
        (_, Err(error @ PlaceError::TooMuchWork { .. })) => Err(error),
        (Ok(together), Ok(one_by_one)) if one_by_one.inexact_hunks() < together.inexact_hunks() => {
            Ok(one_by_one)
        }
        // Several lines fit exactly, so that one which fits less well is not the one that was meant.
        (Ok(_), Err(error @ PlaceError::Ambiguous { .. })) => Err(error),
        (Err(error), one_by_one) => one_by_one.map_err(|_| error),
        (together, _) => together,
    }
}

/// Places each hunk in the result of those before it.
fn place_one_by_one(
    hunks: &[Hunk],
    base: &[u8],
    how: PlacementOptions,
    work: &PlacementWork,
) -> Result<PlacedPatch, PlaceError> {
    work.check(steps_for_bytes(base.len() as u64).saturating_mul(hunks.len() as u64))?;
    let mut placed = PlacedPatch { edits: Edits::default(), hunks: Vec::new() };
    for (number, hunk) in (1..).zip(hunks) {
        let next = |text: &[u8]| place_together(std::slice::from_ref(hunk), number, text, how, work);
        placed = placed.followed_by(base, work, next)?;
    }
    Ok(placed)
}

/// Places hunks in one text. The first has this number in errors.
fn place_together(
    hunks: &[Hunk],
    first: usize,
    base: &[u8],
    how: PlacementOptions,
    work: &PlacementWork,
) -> Result<PlacedPatch, PlaceError> {
    if base == BOM && hunks.iter().all(adds_bom) {
        let placed = place_together(hunks, first, b"", how, work)?;
        return Ok(PlacedPatch { edits: Edits::whole(base, apply(b"", &placed.edits)), ..placed });
    }
    let text = SearchableText::new(base, hunks, work);
    // Hunks with a line number begin behind the one before, so that half of it may do.
    let searched =
        hunks.iter().filter(|hunk| matches!(hunk.hint, Hint::AfterLines(_) | Hint::Anywhere)).count();
    work.check((text.len() as u64).saturating_mul(searched as u64) / 2)?;
    let mut placing = Placing::new(&text, how, first, hunks);
    let mut placed = Vec::new();
    let mut replacements = Vec::new();
    for hunk in hunks {
        let (place, edits) = placing.place(hunk)?;
        replacements.extend(edits);
        placed.push(place);
    }
    Ok(PlacedPatch { edits: Edits::new(base, replacements)?, hunks: placed })
}

/// Whether a hunk adds a text that begins with a BOM, and has nothing to find.
fn adds_bom(hunk: &Hunk) -> bool {
    hunk.old_lines().next().is_none() && hunk.lines.first().is_some_and(|line| line.text.starts_with(BOM))
}

#[cfg(test)]
mod tests;
