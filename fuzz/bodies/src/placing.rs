//! A patch onto a text: what it keeps and removes is there, and nothing else is touched.

use reread_edit::{
    FilePatch, MatchTolerance, PatchBase, PlacedPatch, PlacementOptions, apply, parse_patch, place,
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
    for (hunk, place) in file.hunks.iter().zip(&placed.hunks) {
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
