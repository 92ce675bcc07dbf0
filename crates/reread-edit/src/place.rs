//! Finds the place of each hunk of a patch in a text.
//!
//! Every line that a hunk keeps or removes must exist. If several places match, the line number of the patch may select
//! one; otherwise the patch is rejected with all places. There is no fuzz as in `patch`. A uniform shift of the indentation
//! is accepted where no diff program counted lines. Other differences in whitespace and look-alike characters are accepted
//! only if the caller allows it. The result says where that was needed.

mod closest;
mod hunk_edits;
mod indentation;
mod match_tolerance;
mod search;
mod searchable_text;
mod text_edit;

use std::fmt;
use std::ops::Range;

use reread_codes::Code;

use crate::edits::{Edits, EditsError, SpanReplacement, apply};
use crate::patch::{FilePatch, Hint, Hunk, PatchTarget, Sign};
pub use closest::Closest;
use hunk_edits::hunk_edits;
pub use match_tolerance::MatchTolerance;
use searchable_text::{EndDifference, SearchableText};

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

/// Why a patch cannot be placed in a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// The text does not contain the lines of a hunk.
    #[error("{} fits nowhere{}", which(*.hunk, *.patch_line), closest_words(.closest.as_ref()))]
    NoMatch {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// The first lines of the hunk, shortened.
        expected: Vec<Vec<u8>>,
        /// The place with the most matching lines; `None` if no line matches anywhere.
        closest: Option<Closest>,
    },
    /// The text contains the lines of a hunk several times.
    #[error("{} fits in {count} places, at lines {}", which(*.hunk, *.patch_line), number_list(.lines, *.count))]
    Ambiguous {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// First lines of the first places, counted from 1.
        lines: Vec<u64>,
        /// Number of all places.
        count: u64,
    },
    /// A hunk only adds lines, and nothing determines where.
    #[error("{} has no line that would show where it belongs", which(*.hunk, *.patch_line))]
    NoContext {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
    },
    /// A hunk is for the start or end of a file, by its context, but matches only elsewhere.
    ///
    /// Without this check, external changes next to it would go unnoticed.
    #[error(
        "{} is for the {edge} of a file, by its context, and its lines, from line {line}, are not there",
        which(*.hunk, *.patch_line)
    )]
    NotAtEdge {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// The edge that its context indicates.
        edge: FileEdge,
        /// The line where it matches, counted from 1.
        line: u64,
    },
    /// A hunk says that the file ends with it, but lines follow.
    #[error(
        "{} says that the file ends there, and more lines follow its lines, at line {line}",
        which(*.hunk, *.patch_line)
    )]
    LinesFollow {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// The line where it matches, counted from 1.
        line: u64,
    },
    /// A hunk agrees with the end of the file in everything but the newline of the last line.
    #[error(
        "{} fits at line {line} but for the newline at the end of the file, which the {} has and the {} lacks",
        which(*.hunk, *.patch_line),
        if *.file_has_it { "file" } else { "patch" },
        if *.file_has_it { "patch" } else { "file" }
    )]
    LastNewline {
        /// Which hunk, counted from 1.
        hunk: usize,
        /// The line of the patch where the hunk begins, counted from 1.
        patch_line: u64,
        /// The line where it matches, counted from 1.
        line: u64,
        /// Whether the last line of the file has a newline.
        file_has_it: bool,
    },
    /// The patch creates a file that already has content.
    #[error("the patch creates the file, and it is not empty")]
    NotEmpty,
    /// The patch deletes a file, but its hunks do not contain the whole file.
    #[error("the patch deletes the file, and {left} bytes of it are not in the patch")]
    NotAll {
        /// Bytes that are not in the patch.
        left: usize,
    },
    /// Two hunks change the same bytes.
    #[error(transparent)]
    Edits(#[from] EditsError),
}

impl PlaceError {
    /// One of `no_match`, `ambiguous`, `exists` and `overlap`.
    pub fn code(&self) -> Code {
        match self {
            PlaceError::NoMatch { .. }
            | PlaceError::NotAtEdge { .. }
            | PlaceError::LinesFollow { .. }
            | PlaceError::LastNewline { .. }
            | PlaceError::NotAll { .. } => Code::NoMatch,
            PlaceError::Ambiguous { .. } | PlaceError::NoContext { .. } => Code::Ambiguous,
            PlaceError::NotEmpty => Code::Exists,
            PlaceError::Edits(_) => Code::Overlap,
        }
    }
}

/// Start or end of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileEdge {
    /// Before the first line.
    Start,
    /// After the last line.
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

/// Bounds the work: of more places than this, none is examined for its indentation.
const MOST_SHIFTED: usize = 1000;

/// Number of places that an error lists.
pub(crate) const LISTED: usize = 20;

/// `hunk 2, from line 9 of the patch,`, or `edit 2` of a list of edits, which has no lines.
fn which(hunk: usize, patch_line: u64) -> String {
    match patch_line {
        0 => format!("edit {hunk}"),
        line => format!("hunk {hunk}, from line {line} of the patch,"),
    }
}

fn closest_words(closest: Option<&Closest>) -> String {
    closest.map_or_else(String::new, |closest| format!("; the closest place is line {}", closest.line))
}

/// `3, 8, 20`, or `3, 8, 20 and 5 more`.
pub(crate) fn number_list(lines: &[u64], count: u64) -> String {
    let listed: Vec<String> = lines.iter().map(u64::to_string).collect();
    let more = count.saturating_sub(lines.len() as u64);
    if more == 0 { listed.join(", ") } else { format!("{} and {more} more", listed.join(", ")) }
}

/// Finds the place of every hunk.
///
/// Line numbers refer to `base`, regardless of earlier hunks. A patch with LF also matches a text that has only CRLF, and
/// the added lines get CRLF. A BOM, and a last line without LF, are kept unless the patch mentions them. Hunks of a later
/// mention of the file refer to the result of the earlier ones.
pub fn place(patch: &FilePatch, base: &[u8], how: PlacementOptions) -> Result<PlacedPatch, PlaceError> {
    if how.loosest > MatchTolerance::Exact {
        // What fits exactly, in whichever order, is not looked for again.
        let exact = place(patch, base, PlacementOptions { loosest: MatchTolerance::Exact, ..how });
        if exact.is_ok() {
            return exact;
        }
    }
    if matches!(patch.target, PatchTarget::Create { .. }) && !base.is_empty() {
        return Err(PlaceError::NotEmpty);
    }
    if matches!(patch.target, PatchTarget::Delete { .. }) && patch.hunks.is_empty() {
        return Ok(PlacedPatch { edits: Edits::whole(base, Vec::new()), hunks: Vec::new() });
    }
    let mut placed = place_all(&patch.hunks, base, how)?;
    for hunks in &patch.later {
        placed = placed.followed_by(base, |text| place_all(hunks, text, how))?;
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
    /// Places more hunks in the result.
    fn followed_by(
        mut self,
        base: &[u8],
        next: impl FnOnce(&[u8]) -> Result<PlacedPatch, PlaceError>,
    ) -> Result<Self, PlaceError> {
        let next = next(&apply(base, &self.edits))?;
        self.hunks.extend(next.hunks);
        Ok(Self { edits: self.edits.then(base, &next.edits), hunks: self.hunks })
    }
}

/// Places hunks that were written for one text.
///
/// Blocks and edits that do not fit the text together are applied one after another, since an author may refer to a line
/// that an earlier one added. Where both ways fit they agree, except for an edit of all places, which is never placed
/// together with others.
fn place_all(hunks: &[Hunk], base: &[u8], how: PlacementOptions) -> Result<PlacedPatch, PlaceError> {
    let has_numbers = |hunk: &Hunk| matches!(hunk.hint, Hint::AfterLines(_) | Hint::Forward(_) | Hint::Whole);
    if hunks.len() < 2 || hunks.iter().any(has_numbers) {
        return place_together(hunks, 1, base, how);
    }
    let one_by_one = || {
        let mut placed = PlacedPatch { edits: Edits::default(), hunks: Vec::new() };
        for (number, hunk) in (1..).zip(hunks) {
            let next = |text: &[u8]| place_together(std::slice::from_ref(hunk), number, text, how);
            placed = placed.followed_by(base, next)?;
        }
        Ok(placed)
    };
    if hunks.iter().any(|hunk| hunk.hint == Hint::Text { all: true }) {
        return one_by_one();
    }
    place_together(hunks, 1, base, how).or_else(|error| one_by_one().map_err(|_: PlaceError| error))
}

/// Places hunks in one text. The first has this number in errors.
fn place_together(
    hunks: &[Hunk],
    first: usize,
    base: &[u8],
    how: PlacementOptions,
) -> Result<PlacedPatch, PlaceError> {
    let text = SearchableText::new(base, hunks);
    let mut placing =
        Placing { text: &text, how, hunk: first - 1, patch_line: 0, cursor: 0, offset: 0, taken: Vec::new() };
    let mut placed = Vec::new();
    let mut replacements = Vec::new();
    for hunk in hunks {
        let (place, edits) = placing.place(hunk)?;
        replacements.extend(edits);
        placed.push(place);
    }
    Ok(PlacedPatch { edits: Edits::new(base, replacements)?, hunks: placed })
}

/// The state while the hunks of a patch are placed one after another.
struct Placing<'t, 'a> {
    text: &'t SearchableText<'a>,
    how: PlacementOptions,
    /// Which hunk is placed, counted from 1, and the line of the patch where it begins.
    hunk: usize,
    patch_line: u64,
    /// The first line after all earlier hunks.
    cursor: usize,
    /// How many lines below its line number the previous hunk matched.
    offset: i64,
    /// The lines of the earlier hunks.
    taken: Vec<Range<usize>>,
}

impl Placing<'_, '_> {
    /// Finds the place of the next hunk.
    fn place(&mut self, hunk: &Hunk) -> Result<(PlacedHunk, Vec<SpanReplacement>), PlaceError> {
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
            Hint::AfterLines(before) => Some(start as i64 - i64::try_from(before).unwrap_or(i64::MAX)),
            _ => None,
        };
        self.offset = offset.unwrap_or(0);
        if hunk.hint != Hint::Anywhere {
            self.cursor = lines.end;
            self.taken.push(lines.clone());
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
    fn insertion_point(&self, hunk: &Hunk) -> Result<usize, PlaceError> {
        let end = self.text.len();
        if end == 0 {
            return Ok(0);
        }
        match &hunk.hint {
            // In the envelope format, lines without an anchor are appended.
            Hint::Forward(anchors) if anchors.is_empty() => Ok(end),
            Hint::Forward(_) | Hint::Anywhere | Hint::Text { .. } | Hint::Whole => Err(self.no_context()),
            Hint::AfterLines(_) if self.how.base == PatchBase::Drifted => Err(self.no_context()),
            Hint::AfterLines(before) => match usize::try_from(*before) {
                Ok(before) if self.cursor <= before && before <= end => Ok(before),
                _ => Err(self.no_match(Vec::new(), None)),
            },
        }
    }

    fn find(&self, hunk: &Hunk, old: &[&[u8]]) -> Result<(usize, MatchTolerance), PlaceError> {
        let from = match &hunk.hint {
            Hint::AfterLines(_) => self.cursor,
            Hint::Forward(anchors) => self.behind_anchors(anchors)?,
            Hint::Anywhere | Hint::Text { .. } | Hint::Whole => 0,
        };
        let mut different_end = None;
        for pass in MatchTolerance::tried(self.how.loosest, &hunk.hint) {
            let mut places = self.places(hunk, old, from, pass)?;
            places.retain(|start| {
                let difference = self.text.end_difference(hunk, *start + old.len(), self.how.base);
                let is_different =
                    difference.map(|difference| different_end.get_or_insert((difference, *start)));
                is_different.is_none()
            });
            match (places.as_slice(), &hunk.hint) {
                ([], _) => {}
                ([place], _) => return Ok((*place, pass)),
                (places, Hint::AfterLines(before)) if pass == MatchTolerance::Exact => {
                    let hinted =
                        i64::try_from(*before).ok().and_then(|before| before.checked_add(self.offset));
                    return match hinted.and_then(|hinted| usize::try_from(hinted).ok()) {
                        Some(hinted) if places.contains(&hinted) => Ok((hinted, pass)),
                        _ => Err(self.ambiguous(places)),
                    };
                }
                (places, _) => return Err(self.ambiguous(places)),
            }
        }
        Err(match different_end {
            Some((difference, place)) => self.ends_differ(difference, place),
            None => self.nowhere(old, &hunk.hint),
        })
    }

    /// All places of the old lines. A diff may have its hunks in any order, but no line is changed twice.
    fn places(
        &self,
        hunk: &Hunk,
        old: &[&[u8]],
        from: usize,
        pass: MatchTolerance,
    ) -> Result<Vec<usize>, PlaceError> {
        let mut places = self.text.find(old, from, pass);
        if places.is_empty() && from > 0 && matches!(hunk.hint, Hint::AfterLines(_)) {
            places = self.text.find(old, 0, pass);
            let is_free = |place: usize| {
                self.taken.iter().all(|taken| place + old.len() <= taken.start || taken.end <= place)
            };
            places.retain(|place| is_free(*place));
        }
        if pass >= MatchTolerance::Indent {
            if places.len() > MOST_SHIFTED {
                return Err(self.ambiguous(&places));
            }
            places.retain(|place| hunk_edits(hunk, *place, self.text, pass).is_some());
        }
        Ok(places)
    }

    /// In a drifted text, rejects a place that is not at the edge of the file that the hunk's context indicates.
    ///
    /// As in git: a hunk that starts at line 1 is for the start of the file, and one without context after its change for the
    /// end. Less context on one side than on the other says nothing. The edge never selects among several places, because
    /// a caller may just have left out context. A replacement without any context may stand at its stated line.
    fn check_edges(&self, hunk: &Hunk, lines: &Range<usize>) -> Result<(), PlaceError> {
        let (PatchBase::Drifted, Hint::AfterLines(before)) = (self.how.base, &hunk.hint) else {
            return Ok(());
        };
        let leading = hunk.lines.iter().take_while(|line| line.sign == Sign::Kept).count();
        let trailing = hunk.lines.iter().rev().take_while(|line| line.sign == Sign::Kept).count();
        if lines.start > 0 && *before == 0 {
            return Err(self.not_at_edge(FileEdge::Start, lines.start));
        }
        let is_where_stated = leading == 0 && *before > 0 && lines.start as u64 == *before;
        if lines.end < self.text.len() && trailing == 0 && !is_where_stated {
            return Err(self.not_at_edge(FileEdge::End, lines.start));
        }
        Ok(())
    }

    /// The line after the last anchor. Each anchor must be unique.
    fn behind_anchors(&self, anchors: &[Vec<u8>]) -> Result<usize, PlaceError> {
        let mut from = self.cursor;
        for anchor in anchors {
            let anchor = [self.text.content(anchor)];
            // An anchor is not written, so its indentation does not matter.
            let loosest = self.how.loosest.max(MatchTolerance::Ws);
            let found = MatchTolerance::up_to(loosest).map(|pass| self.text.find(&anchor, from, pass));
            from = match found.into_iter().find(|places| !places.is_empty()).as_deref() {
                None => return Err(self.nowhere(&anchor, &Hint::Anywhere)),
                Some([place]) => place + 1,
                Some(places) => return Err(self.ambiguous(places)),
            };
        }
        Ok(from)
    }

    fn nowhere(&self, old: &[&[u8]], hint: &Hint) -> PlaceError {
        let near = match hint {
            Hint::AfterLines(before) => usize::try_from(*before).unwrap_or(usize::MAX),
            _ => self.cursor,
        };
        let expected = old.iter().take(closest::SHOWN_LINES).map(|line| closest::bounded(line)).collect();
        self.no_match(expected, Closest::of(old, self.text, near))
    }

    fn no_match(&self, expected: Vec<Vec<u8>>, closest: Option<Closest>) -> PlaceError {
        PlaceError::NoMatch { hunk: self.hunk, patch_line: self.patch_line, expected, closest }
    }

    fn no_context(&self) -> PlaceError {
        PlaceError::NoContext { hunk: self.hunk, patch_line: self.patch_line }
    }

    /// The places are first lines, counted from 0.
    fn ambiguous(&self, places: &[usize]) -> PlaceError {
        let lines = places.iter().take(LISTED).map(|place| *place as u64 + 1).collect();
        let count = places.len() as u64;
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

    fn not_at_edge(&self, edge: FileEdge, place: usize) -> PlaceError {
        PlaceError::NotAtEdge { hunk: self.hunk, patch_line: self.patch_line, edge, line: place as u64 + 1 }
    }
}

#[cfg(test)]
mod tests;
