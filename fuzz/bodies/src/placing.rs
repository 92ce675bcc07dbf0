//! A patch onto a text: what it keeps and removes is there, and nothing else is touched.

use reread_edit::{
    FilePatch, Hint, Hunk, MatchTolerance, Patch, PatchBase, PlacedPatch, PlacementOptions, TextEdit, apply,
    parse_patch, place,
};
use reread_text::{BOM, lines};

use crate::input::parts;

/// What stands before the seam is a text, what follows a patch.
pub fn placed_patch(data: &[u8]) {
    let (base, patch) = parts(data);
    let Ok(patch) = parse_patch(patch) else { return };
    for file in &patch.files {
        let exact = placed(file, base, PatchBase::Exact, MatchTolerance::Exact);
        let drifted = placed(file, base, PatchBase::Drifted, MatchTolerance::Exact);
        let loosest = placed(file, base, PatchBase::Exact, MatchTolerance::Unicode);
        assert!(exact.is_none() || exact == loosest, "what fits exactly is taken");
        assert!(drifted.is_none() || exact.is_some(), "less is known about a text that may have drifted");
    }
}

fn placed(file: &FilePatch, base: &[u8], what: PatchBase, loosest: MatchTolerance) -> Option<PlacedPatch> {
    let placed = place(file, base, PlacementOptions { base: what, loosest }).ok()?;
    check_lines(file, base, &placed);
    check_rest(base, &placed);
    Some(placed)
}

/// Old lines are where the hunk is said to be.
fn check_lines(file: &FilePatch, base: &[u8], placed: &PlacedPatch) {
    let base: Vec<&[u8]> = lines(base).collect();
    // Blocks and later mentions of a file may be placed in the result of others.
    let is_searched = |hunk: &Hunk| matches!(hunk.hint, Hint::Anywhere | Hint::Whole);
    if file.hunks.len() > 1 && file.hunks.iter().any(is_searched) {
        return;
    }
    for (hunk, place) in file.hunks.iter().zip(&placed.hunks).filter(|(hunk, _)| hunk.hint != Hint::Whole) {
        let there = &base[place.lines.clone()];
        assert_eq!(hunk.old_lines().count(), there.len());
        for (old, there) in hunk.old_lines().zip(there) {
            let is_same = bare(&old.text) == bare(there);
            assert!(
                is_same || place.pass > MatchTolerance::Exact,
                "{} is not there",
                old.text.escape_ascii()
            );
        }
    }
}

/// What stands before the first seam is a text, what follows are old and new texts with a NUL behind each.
///
/// Texts that are there once are replaced as a plain search replaces them, one after another.
pub fn text_edits(data: &[u8]) {
    let (base, rest) = parts(data);
    let texts: Vec<&[u8]> = rest.split(|byte| *byte == 0).collect();
    let edits: Vec<TextEdit<'_>> =
        texts.chunks_exact(2).map(|pair| TextEdit { old: pair[0], new: pair[1], all: false }).collect();
    let Ok(patch) = Patch::of_edits(edits.iter().copied()) else { return };
    let how = PlacementOptions { base: PatchBase::Drifted, loosest: MatchTolerance::Exact };
    let placed = place(&patch.files[0], base, how);
    if let Ok(placed) = &placed {
        check_rest(base, placed);
    }
    let Some(expected) = replaced(base, &edits) else { return };
    let placed = placed.expect("each text is there once");
    assert_eq!(apply(base, &placed.edits).escape_ascii().to_string(), expected.escape_ascii().to_string());
}

/// The text after all edits; `None` if a text is not there once, or line ends and BOM need a closer look.
fn replaced(base: &[u8], edits: &[TextEdit<'_>]) -> Option<Vec<u8>> {
    if base.contains(&b'\r') || base.starts_with(BOM) {
        return None;
    }
    let mut text = base.to_vec();
    for edit in edits {
        let is_there = |place: &usize| text[*place..].starts_with(edit.old);
        let places: Vec<usize> = (0..text.len()).filter(is_there).collect();
        let [place] = places[..] else { return None };
        if edit.old.is_empty() {
            return None;
        }
        text.splice(place..place + edit.old.len(), edit.new.iter().copied());
    }
    Some(text)
}

/// A line without its end, and without a BOM.
fn bare(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    line.strip_prefix(BOM).unwrap_or(line)
}

/// Bytes between the replacements come through.
fn check_rest(base: &[u8], placed: &PlacedPatch) {
    let result = apply(base, &placed.edits);
    let mut rest = &result[..];
    let mut kept = 0;
    for replacement in placed.edits.replacements() {
        rest = rest.strip_prefix(&base[kept..replacement.span.start]).expect("what stands before stays");
        rest = rest.strip_prefix(&replacement.text[..]).expect("what is put there is there");
        kept = replacement.span.end;
    }
    assert_eq!(rest, &base[kept..]);
}
