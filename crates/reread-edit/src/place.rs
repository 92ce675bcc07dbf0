//! Where the hunks of a patch belong in a text.
//!
//! Every line that a hunk keeps or removes must be there. Of several places that fit, none is taken by guess: the line
//! number in the patch may point at one of them, otherwise all are named. There is no fuzz; whitespace and look-alike
//! characters are forgiven only if the caller says so, and the answer says where that was needed.

mod closest;
mod hunk_edits;
mod match_tolerance;
mod search;
mod searchable_text;

use std::fmt;
use std::ops::Range;

use reread_codes::Code;

use crate::edits::{Edits, EditsError, apply};
use crate::patch::{FilePatch, Hint, Hunk, PatchTarget, Sign};
pub use closest::Closest;
use hunk_edits::hunk_edits;
pub use match_tolerance::MatchTolerance;
use searchable_text::SearchableText;

/// What is known about the text, and what is forgiven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacementOptions {
    /// Whether the patch was made for this text.
    pub base: PatchBase,
    /// The most that is forgiven where nothing fits exactly.
    pub loosest: MatchTolerance,
}

/// What a patch is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatchBase {
    /// The very text it was made for, so a line number can be taken at its word where a hunk has no line to find.
    Exact,
    /// A text that may have changed since.
    Drifted,
}

/// A patch of one file as edits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedPatch {
    /// What it does.
    pub edits: Edits,
    /// Where each hunk is, in the order of the patch.
    pub hunks: Vec<PlacedHunk>,
}

/// Where a hunk is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedHunk {
    /// The lines it is about: counted from 0, the last not included.
    pub lines: Range<usize>,
    /// How many lines further down than its line number says; `None` if it has none.
    pub offset: Option<i64>,
    /// What had to be forgiven.
    pub pass: MatchTolerance,
}

/// Why a patch has no certain place in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// The lines are nowhere.
    #[error("hunk {hunk}, from line {patch_line} of the patch, fits nowhere{}", closest_words(.closest.as_ref()))]
    NoMatch {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// Where the hunk begins in the patch.
        patch_line: u64,
        /// The first of the lines that were looked for.
        expected: Vec<Vec<u8>>,
        /// The place that has most of them.
        closest: Option<Closest>,
    },
    /// The lines are in several places.
    #[error("hunk {hunk}, from line {patch_line} of the patch, fits in {count} places, at lines {}", number_list(.lines, *.count))]
    Ambiguous {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// Where the hunk begins in the patch.
        patch_line: u64,
        /// Where the first places begin, counted from 1.
        lines: Vec<u64>,
        /// How many places there are.
        count: u64,
    },
    /// It only adds lines, and nothing says where.
    #[error("hunk {hunk}, from line {patch_line} of the patch, has no line that would show where it belongs")]
    NoContext {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// Where the hunk begins in the patch.
        patch_line: u64,
    },
    /// It shows less context on one side, as diffs do where the file begins or ends, and fits elsewhere only.
    ///
    /// What others put beside it would otherwise go unnoticed.
    #[error(
        "hunk {hunk}, from line {patch_line} of the patch, has so little context that it belongs at the {edge} of the file, and fits at line {line}"
    )]
    NotAtEdge {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// Where the hunk begins in the patch.
        patch_line: u64,
        /// Where it belongs.
        edge: FileEdge,
        /// Where it would fit, counted from 1.
        line: u64,
    },
    /// It creates a file that is there.
    #[error("the patch creates the file, and it is not empty")]
    NotEmpty,
    /// It deletes a file and does not know all of it.
    #[error("the patch deletes the file, and {left} bytes of it are not in the patch")]
    NotAll {
        /// How many bytes would be left.
        left: usize,
    },
    /// Two hunks change the same bytes.
    #[error(transparent)]
    Edits(#[from] EditsError),
}

impl PlaceError {
    /// The stable word for it.
    pub fn code(&self) -> Code {
        match self {
            PlaceError::NoMatch { .. } | PlaceError::NotAtEdge { .. } | PlaceError::NotAll { .. } => {
                Code::NoMatch
            }
            PlaceError::Ambiguous { .. } | PlaceError::NoContext { .. } => Code::Ambiguous,
            PlaceError::NotEmpty => Code::Exists,
            PlaceError::Edits(_) => Code::Overlap,
        }
    }
}

/// An end of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileEdge {
    /// Before its first line.
    Start,
    /// Behind its last line.
    End,
}

impl fmt::Display for FileEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileEdge::Start => "start",
            FileEdge::End => "end",
        })
    }
}

/// How many places an error lists.
pub(crate) const LISTED: usize = 20;

fn closest_words(closest: Option<&Closest>) -> String {
    closest.map_or_else(String::new, |closest| format!("; the closest place is line {}", closest.line))
}

/// `3, 8, 20`, and how many are not listed.
pub(crate) fn number_list(lines: &[u64], count: u64) -> String {
    let listed: Vec<String> = lines.iter().map(u64::to_string).collect();
    let more = count.saturating_sub(lines.len() as u64);
    if more == 0 { listed.join(", ") } else { format!("{} and {more} more", listed.join(", ")) }
}

/// Finds the place of every hunk.
///
/// Numbers count in `base`, whatever the hunks before do to it. A text that is CRLF throughout is matched by lines
/// that are LF throughout, and gets CRLF; a BOM, and a last line without LF, stay unless the patch speaks of them.
pub fn place(patch: &FilePatch, base: &[u8], how: PlacementOptions) -> Result<PlacedPatch, PlaceError> {
    if matches!(patch.target, PatchTarget::Create { .. }) && !base.is_empty() {
        return Err(PlaceError::NotEmpty);
    }
    if matches!(patch.target, PatchTarget::Delete { .. }) && patch.hunks.is_empty() {
        return Ok(PlacedPatch { edits: Edits::whole(base, Vec::new()), hunks: Vec::new() });
    }
    let text = SearchableText::new(base, patch);
    let mut placing = Placing { text: &text, how, cursor: 0, offset: 0 };
    let mut hunks = Vec::new();
    let mut replacements = Vec::new();
    for (index, hunk) in patch.hunks.iter().enumerate() {
        let placed = placing.place(hunk).map_err(|miss| miss.of_hunk(index + 1, hunk))?;
        replacements.extend(hunk_edits(hunk, placed.lines.start, &text));
        hunks.push(placed);
    }
    let edits = Edits::new(base, replacements)?;
    if matches!(patch.target, PatchTarget::Delete { .. }) {
        let left = apply(base, &edits).len();
        if left > 0 {
            return Err(PlaceError::NotAll { left });
        }
    }
    Ok(PlacedPatch { edits, hunks })
}

/// Why a hunk was not placed.
enum Miss {
    Nowhere {
        expected: Vec<Vec<u8>>,
        closest: Option<Closest>,
    },
    /// First lines of all places, counted from 0.
    Several(Vec<usize>),
    NoContext,
    /// The edge where it belongs, and the place where it fits, counted from 0.
    NotAtEdge(FileEdge, usize),
}

impl Miss {
    fn of_hunk(self, hunk: usize, of: &Hunk) -> PlaceError {
        let patch_line = of.line;
        match self {
            Miss::Nowhere { expected, closest } => {
                PlaceError::NoMatch { hunk, patch_line, expected, closest }
            }
            Miss::Several(places) => PlaceError::Ambiguous {
                hunk,
                patch_line,
                lines: places.iter().take(LISTED).map(|place| *place as u64 + 1).collect(),
                count: places.len() as u64,
            },
            Miss::NoContext => PlaceError::NoContext { hunk, patch_line },
            Miss::NotAtEdge(edge, place) => {
                PlaceError::NotAtEdge { hunk, patch_line, edge, line: place as u64 + 1 }
            }
        }
    }
}

/// How far the hunks of a patch are placed.
struct Placing<'t, 'a> {
    text: &'t SearchableText<'a>,
    how: PlacementOptions,
    /// The first line that no hunk before is about.
    cursor: usize,
    /// How many lines further down than its number says the hunk before was.
    offset: i64,
}

impl Placing<'_, '_> {
    fn place(&mut self, hunk: &Hunk) -> Result<PlacedHunk, Miss> {
        let old: Vec<&[u8]> = hunk.old_lines().map(|line| self.text.content(&line.text)).collect();
        let (start, pass) = if old.is_empty() {
            (self.insertion_point(hunk)?, MatchTolerance::Exact)
        } else {
            self.find(hunk, &old)?
        };
        let lines = start..start + old.len();
        self.check_edges(hunk, &lines)?;
        let offset = match hunk.hint {
            Hint::AfterLines(before) => Some(start as i64 - i64::try_from(before).unwrap_or(i64::MAX)),
            Hint::Forward(_) | Hint::Anywhere => None,
        };
        self.offset = offset.unwrap_or(0);
        if hunk.hint != Hint::Anywhere {
            self.cursor = lines.end;
        }
        Ok(PlacedHunk { lines, offset, pass })
    }

    /// Where lines are put that have no others beside them.
    fn insertion_point(&self, hunk: &Hunk) -> Result<usize, Miss> {
        let end = self.text.len();
        if end == 0 {
            return Ok(0);
        }
        match &hunk.hint {
            // In this form, lines without a place belong at the end.
            Hint::Forward(anchors) if anchors.is_empty() => Ok(end),
            Hint::Forward(_) | Hint::Anywhere => Err(Miss::NoContext),
            Hint::AfterLines(_) if self.how.base == PatchBase::Drifted => Err(Miss::NoContext),
            Hint::AfterLines(before) => match usize::try_from(*before) {
                Ok(before) if self.cursor <= before && before <= end => Ok(before),
                _ => Err(Miss::Nowhere { expected: Vec::new(), closest: None }),
            },
        }
    }

    fn find(&self, hunk: &Hunk, old: &[&[u8]]) -> Result<(usize, MatchTolerance), Miss> {
        let from = match &hunk.hint {
            Hint::Anywhere => 0,
            Hint::AfterLines(_) => self.cursor,
            Hint::Forward(anchors) => self.behind_anchors(anchors)?,
        };
        for pass in MatchTolerance::up_to(self.how.loosest) {
            let mut places = self.text.find(old, from, pass);
            places.retain(|start| self.text.ends_fit(hunk, *start + old.len(), self.how.base));
            match (places.as_slice(), &hunk.hint) {
                ([], _) => {}
                ([place], _) => return Ok((*place, pass)),
                (places, Hint::AfterLines(before)) if pass == MatchTolerance::Exact => {
                    let hinted =
                        i64::try_from(*before).ok().and_then(|before| before.checked_add(self.offset));
                    return match hinted.and_then(|hinted| usize::try_from(hinted).ok()) {
                        Some(hinted) if places.contains(&hinted) => Ok((hinted, pass)),
                        _ => Err(Miss::Several(places.to_vec())),
                    };
                }
                (places, _) => return Err(Miss::Several(places.to_vec())),
            }
        }
        Err(self.nowhere(old, &hunk.hint))
    }

    /// Refuses a place away from the edge of the text where the hunk belongs, if it may have drifted and belongs at one.
    ///
    /// An edge never chooses among places: context that a caller left out looks the same.
    fn check_edges(&self, hunk: &Hunk, lines: &Range<usize>) -> Result<(), Miss> {
        let (PatchBase::Drifted, Hint::AfterLines(before)) = (self.how.base, &hunk.hint) else {
            return Ok(());
        };
        let leading = hunk.lines.iter().take_while(|line| line.sign == Sign::Kept).count();
        let trailing = hunk.lines.iter().rev().take_while(|line| line.sign == Sign::Kept).count();
        if lines.start > 0 && (leading < trailing || *before == 0) {
            return Err(Miss::NotAtEdge(FileEdge::Start, lines.start));
        }
        if lines.end < self.text.len() && (trailing < leading || trailing == 0) {
            return Err(Miss::NotAtEdge(FileEdge::End, lines.start));
        }
        Ok(())
    }

    /// The line behind the last anchor; each must be in one place only.
    fn behind_anchors(&self, anchors: &[Vec<u8>]) -> Result<usize, Miss> {
        let mut from = self.cursor;
        for anchor in anchors {
            let anchor = [self.text.content(anchor)];
            let found =
                MatchTolerance::up_to(self.how.loosest).map(|pass| self.text.find(&anchor, from, pass));
            from = match found.into_iter().find(|places| !places.is_empty()).as_deref() {
                None => return Err(self.nowhere(&anchor, &Hint::Anywhere)),
                Some([place]) => place + 1,
                Some(places) => return Err(Miss::Several(places.to_vec())),
            };
        }
        Ok(from)
    }

    fn nowhere(&self, old: &[&[u8]], hint: &Hint) -> Miss {
        let near = match hint {
            Hint::AfterLines(before) => usize::try_from(*before).unwrap_or(usize::MAX),
            Hint::Forward(_) | Hint::Anywhere => self.cursor,
        };
        let expected = old.iter().take(closest::SHOWN_LINES).map(|line| closest::bounded(line)).collect();
        Miss::Nowhere { expected, closest: Closest::of(old, self.text, near) }
    }
}

#[cfg(test)]
mod tests;
