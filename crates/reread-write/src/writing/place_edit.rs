//! Placing a patch on the version that it was made for, and carrying it over what its caller did since.
//!
//! Line numbers are those of the version that was named, and so is the text. What the patch makes of that version is merged with
//! the caller's own edits. Only lines that the version does not have are looked for in those edits, and there no number counts.
//! Where the text alone says where, and it says another place in the caller's own edits, the patch is refused.

use reread_disk::MOST_BYTES;
use reread_edit::{
    Edits, FilePatch, Hint, MatchTolerance, Merge, MergeSide, PatchBase, PlaceError, PlacedHunk,
    PlacementOptions, SpanReplacement, apply, merge, place,
};
use reread_text::{LineRange, slice_lines};

use super::base::{current, stale};
use super::own_lines::OwnLines;
use super::plan::EditOfBase;
use crate::write_error::WriteError;
use crate::write_target::WriteTarget;

/// The texts that a patch is placed on.
#[derive(Debug)]
pub(super) struct PatchedText {
    /// The version that the patch was made for, or what is there.
    pub(super) base: Vec<u8>,
    pub(super) kind: PatchBase,
    /// The same with what the caller itself did since.
    pub(super) carried: Vec<u8>,
}

/// What came of placing a patch.
#[derive(Debug)]
pub(super) enum PlacedEdit {
    /// An edit of the carried text; and whether the patch changes its base at all.
    Carried(EditOfBase, bool),
    /// The patch contradicts the caller's own edit: what it makes of its base.
    OwnConflict(Vec<u8>),
}

impl PatchedText {
    /// What the patch makes of the text with the caller's own edits.
    pub(super) fn place(
        &self,
        file: &FilePatch,
        target: &WriteTarget,
        loosest: MatchTolerance,
    ) -> Result<PlacedEdit, WriteError> {
        let on_base = place_on(file, target, &self.base, PlacementOptions { base: self.kind, loosest });
        if self.base == self.carried {
            return on_base.map(|placed| {
                let changes = placed.edit.theirs != self.base;
                PlacedEdit::Carried(placed.edit, changes)
            });
        }
        let by_text = without_numbers(file);
        let has_numbers = by_text != *file;
        let on_own =
            place_on(&by_text, target, &self.carried, PlacementOptions { base: PatchBase::Drifted, loosest });
        // Where a diff program counted lines, no shift of the indentation is accepted.
        let fits = |placed: &PlacedOn| !has_numbers || placed.edit.pass <= loosest;
        let on_base = match on_base {
            // The caller may mean lines that it wrote itself since. Any other error stands.
            Err(WriteError::Place { source: PlaceError::NoMatch { .. }, .. })
                if !on_own.as_ref().is_ok_and(|placed| !fits(placed)) =>
            {
                return on_own.map(|placed| PlacedEdit::Carried(placed.edit, true));
            }
            on_base => on_base?,
        };
        let on_own = on_own.ok().filter(fits);
        let changes = on_base.edit.theirs != self.base;
        let merged =
            merge(&self.base, &self.carried, &on_base.edit.theirs).map_err(|_| stale(target, true))?;
        let edit = match (merged.text(), on_own) {
            (Some(text), Some(on_own)) if text == on_own.edit.theirs => on_own.edit,
            (Some(_), Some(on_own)) if !has_numbers => {
                return Err(two_places(file, target, &merged, (&on_base, &on_own)));
            }
            (Some(text), _) => carried_edit(&on_base.edit, text, &self.carried, &merged),
            (None, Some(on_own)) if self.is_same_place(&by_text, target, (&on_base, &on_own)) => on_own.edit,
            (None, _) => return Ok(PlacedEdit::OwnConflict(on_base.edit.theirs)),
        };
        Ok(PlacedEdit::Carried(edit, changes))
    }

    /// Whether the one hunk of a patch stands where it stood, between lines that the caller changed: its lines are the same, and
    /// neither text has them twice.
    fn is_same_place(
        &self,
        by_text: &FilePatch,
        target: &WriteTarget,
        (on_base, on_own): (&PlacedOn, &PlacedOn),
    ) -> bool {
        let is_exact = |placed: &PlacedOn| placed.edit.pass == MatchTolerance::Exact;
        let how = PlacementOptions { base: PatchBase::Drifted, loosest: MatchTolerance::Exact };
        let is_unique = || {
            place_on(by_text, target, &self.base, how)
                .is_ok_and(|placed| placed.edit.theirs == on_base.edit.theirs)
        };
        let ([before], [after]) = (&on_base.hunks[..], &on_own.hunks[..]) else { return false };
        let (Some(before), Some(after)) = (lines_of(before), lines_of(after)) else { return false };
        let moved = merge(&self.base, &self.carried, &self.base).ok();
        let stands = moved.and_then(|moved| moved.map_range(MergeSide::Base, before)) == Some(after)
            && slice_lines(&self.base, before) == slice_lines(&self.carried, after);
        stands && is_exact(on_base) && is_exact(on_own) && is_unique()
    }
}

/// A patch that was placed on one text.
struct PlacedOn {
    edit: EditOfBase,
    hunks: Vec<PlacedHunk>,
}

fn lines_of(hunk: &PlacedHunk) -> Option<LineRange> {
    LineRange::new(hunk.lines.start as u64 + 1, hunk.lines.end as u64).ok()
}

/// The edit of the base, as one of the carried text.
fn carried_edit(edit: &EditOfBase, text: Vec<u8>, carried: &[u8], merged: &Merge<'_>) -> EditOfBase {
    let moved = edit.ranges.iter().filter_map(|range| merged.map_range(MergeSide::Theirs, *range));
    // The lines of a merge are not those of the patch, byte for byte.
    let (ranges, base) = (moved.collect(), carried.to_vec());
    EditOfBase { base, theirs: text, ranges, pass: edit.pass, mode: edit.mode, own: None }
}

/// The error about a text that is at one place in the base and at another one in the caller's own edits.
fn two_places(
    file: &FilePatch,
    target: &WriteTarget,
    merged: &Merge<'_>,
    (on_base, on_own): (&PlacedOn, &PlacedOn),
) -> WriteError {
    let moved = |range: &LineRange| merged.map_range(MergeSide::Theirs, *range);
    let places = [on_base.edit.ranges.first().and_then(moved), on_own.edit.ranges.first().copied()];
    let lines: Vec<u64> = places.into_iter().flatten().map(LineRange::first).collect();
    let patch_line = file.hunks.first().map_or(0, |hunk| hunk.line);
    let source = PlaceError::Ambiguous { hunk: 1, patch_line, lines, count: 2 };
    WriteError::Place { name: target.name.requested.clone(), source, current: current(target) }
}

/// The patch without its line numbers, which are those of another text.
fn without_numbers(file: &FilePatch) -> FilePatch {
    let mut file = file.clone();
    for hunk in file.hunks.iter_mut().chain(file.later.iter_mut().flatten()) {
        if matches!(hunk.hint, Hint::AfterLines(_)) {
            hunk.hint = Hint::Anywhere;
        }
    }
    file
}

/// What the hunks of a patch make of a text.
pub(super) fn edit_of(
    file: &FilePatch,
    target: &WriteTarget,
    base: &[u8],
    how: PlacementOptions,
) -> Result<EditOfBase, WriteError> {
    place_on(file, target, base, how).map(|placed| placed.edit)
}

fn place_on(
    file: &FilePatch,
    target: &WriteTarget,
    base: &[u8],
    how: PlacementOptions,
) -> Result<PlacedOn, WriteError> {
    let name = || target.name.requested.clone();
    let placed = place(file, base, how).map_err(|source| WriteError::Place {
        name: name(),
        source,
        current: current(target),
    })?;
    let theirs = apply(base, &placed.edits);
    if theirs.len() as u64 > MOST_BYTES {
        return Err(WriteError::TooLarge { name: name(), size: theirs.len() as u64, most: MOST_BYTES });
    }
    let ranges = new_lines(&placed.edits, &theirs);
    let pass = placed.hunks.iter().map(|hunk| hunk.pass).max().unwrap_or_default();
    let own = (pass == MatchTolerance::Exact)
        .then(|| OwnLines::of_patch(file, (&placed.edits, &placed.hunks), base, &theirs))
        .flatten();
    let edit = EditOfBase { base: base.to_vec(), theirs, ranges, pass, mode: None, own };
    Ok(PlacedOn { edit, hunks: placed.hunks })
}

/// The lines of a text that edits put there.
fn new_lines(edits: &Edits, text: &[u8]) -> Vec<LineRange> {
    let mut ranges: Vec<LineRange> = Vec::new();
    let (mut start, mut kept) = (0, 0);
    // Ends of lines before an offset of the text, which only grows: there may be as many edits as lines.
    let (mut counted, mut newlines) = (0, 0);
    let mut newlines_before = |offset: usize| {
        newlines += reread_disk::newlines(&text[counted..offset]);
        counted = offset;
        newlines
    };
    for SpanReplacement { span, text: new } in edits.replacements() {
        start += span.start - kept;
        kept = span.end;
        let first = newlines_before(start) + 1;
        start += new.len();
        let last = newlines_before(start) + u64::from(start > 0 && text[start - 1] != b'\n');
        match (LineRange::new(first, last), ranges.last_mut()) {
            (Ok(range), Some(before)) if before.last() + 1 >= range.first() => {
                *before = LineRange::new(before.first(), range.last()).expect("it begins no later");
            }
            (Ok(range), _) if !new.is_empty() => ranges.push(range),
            _ => {}
        }
    }
    ranges
}
