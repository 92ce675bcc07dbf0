//! Work and memory are bounded by sizes, whatever a patch asks for.
//!
//! The times are far above what a run takes, and far below what it took when the work was quadratic. They are those of the
//! processor, so that a busy machine does not matter.

use std::time::Duration;

use reread_codes::Code;
use reread_edit::{
    MatchTolerance, Patch, PatchBase, PatchError, PlaceError, PlacedPatch, PlacementOptions, TextEdit, apply,
    merge, parse_patch, place,
};

const LONG: Duration = Duration::from_secs(40);

/// Does something that must not take long.
#[expect(
    clippy::disallowed_methods,
    reason = "the system says how long this thread ran, in no file of a workspace"
)]
fn timed<T>(work: impl FnOnce() -> T) -> T {
    let used = || {
        let line = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds = line.split_whitespace().next().and_then(|used| used.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or_default())
    };
    let before = used();
    let done = work();
    let took = used().saturating_sub(before);
    assert!(took < LONG, "{took:?}");
    done
}

fn placed(patch: &Patch, base: &[u8], kind: PatchBase) -> Result<PlacedPatch, PlaceError> {
    let how = PlacementOptions { base: kind, loosest: MatchTolerance::Exact };
    timed(|| place(&patch.files[0], base, how))
}

fn edits<'e>(edits: &[(&'e str, &'e str, bool)]) -> Patch {
    let edit = |(old, new, all): &(&'e str, &'e str, bool)| TextEdit {
        old: old.as_bytes(),
        new: new.as_bytes(),
        all: *all,
    };
    Patch::of_edits(edits.iter().map(edit)).expect("these are edits")
}

/// A hunk with so many equal context lines before a new line, which begins at this line.
fn long_context(first: usize, lines: usize) -> Patch {
    let context = " a\n".repeat(lines);
    let text = format!("--- a/f\n+++ b/f\n@@ -{first},{lines} +{first},{} @@\n{context}+x\n", lines + 1);
    parse_patch(text.as_bytes()).expect("this is a patch")
}

#[test]
fn many_equal_context_lines_are_placed_in_millions_of_equal_lines() {
    let (total, context) = (5_000_000, 50_000);
    let base = b"a\n".repeat(total);
    let found = placed(&long_context(1001, context), &base, PatchBase::Exact).unwrap();
    assert_eq!(found.hunks[0].lines, 1000..1000 + context);

    let unnumbered = format!("--- a/f\n+++ b/f\n@@ @@\n{}+x\n", " a\n".repeat(context));
    let refused = placed(&parse_patch(unnumbered.as_bytes()).unwrap(), &base, PatchBase::Drifted);
    let places = (total - context + 1) as u64;
    assert!(matches!(refused, Err(PlaceError::Ambiguous { count, .. }) if count == places), "{refused:?}");
}

#[test]
fn hunks_that_each_search_the_whole_text_are_refused_by_their_number() {
    let base = b"a\n".repeat(1_000_000);
    let hunk = "@@ @@\n a\n b\n+x\n";
    let patch = format!("--- a/f\n+++ b/f\n{}", hunk.repeat(2));
    let refused = placed(&parse_patch(patch.as_bytes()).unwrap(), &base, PatchBase::Drifted);
    assert!(matches!(refused, Err(PlaceError::NoMatch { .. })), "{refused:?}");

    // Each is found, so that the next is looked for.
    let base =
        [b"a\n".repeat(1_000_000), (0..3000).flat_map(|n| format!("{n}\n").into_bytes()).collect()].concat();
    let hunks: String = (0..3000).map(|n| format!("@@ @@\n {n}\n+x\n")).collect();
    let patch = format!("--- a/f\n+++ b/f\n{hunks}");
    let refused = placed(&parse_patch(patch.as_bytes()).unwrap(), &base, PatchBase::Drifted).unwrap_err();
    assert!(matches!(refused, PlaceError::TooMuchWork { .. }), "{refused}");
    assert_eq!(refused.code(), Code::TooLarge);
}

#[test]
fn edits_that_are_applied_one_by_one_are_refused_by_their_number() {
    let many: Vec<(&str, &str, bool)> = (0..5000).map(|_| ("x", "x", true)).collect();
    let base = [&b"a\n".repeat(2_000_000)[..], b"x\n"].concat();
    let refused = placed(&edits(&many), &base, PatchBase::Drifted).unwrap_err();
    assert!(matches!(refused, PlaceError::TooMuchWork { .. }), "{refused}");
}

#[test]
fn an_edit_of_all_places_is_refused_before_it_is_expanded() {
    let base = b"a".repeat(2_000_000);
    let refused = placed(&edits(&[("a", "b", true)]), &base, PatchBase::Drifted).unwrap_err();
    assert_eq!(refused, PlaceError::TooManyPlaces { hunk: 1, places: 2_000_000, most: 500_000 });
    assert_eq!(refused.code(), Code::TooLarge);

    let long = "b".repeat(100_000);
    let patch = Patch::of_edits([TextEdit { old: b"a", new: long.as_bytes(), all: true }]).unwrap();
    let refused = placed(&patch, &base[..400_000], PatchBase::Drifted).unwrap_err();
    let (bytes, most) = (40_000_000_000, 64 * 1024 * 1024);
    assert_eq!(refused, PlaceError::TooManyBytes { hunk: 1, places: 400_000, bytes, most });
    assert_eq!(
        refused.to_string(),
        "edit 1 is for 400000 places and makes a text of 40000000000 bytes; at most 67108864 are written"
    );

    let base = b"a\n".repeat(100_000);
    let replaced = placed(&edits(&[("a", "b", true)]), &base, PatchBase::Drifted).unwrap();
    assert_eq!(apply(&base, &replaced.edits), b"b\n".repeat(100_000));
}

#[test]
fn a_patch_of_too_many_lines_is_refused_before_it_is_parsed() {
    let long = [&b"--- a/f\n+++ b/f\n@@ -1 +1,1000000 @@\n"[..], &b"+\n".repeat(1_000_000)].concat();
    let refused = parse_patch(&long).unwrap_err();
    assert_eq!(refused, PatchError::TooManyLines { lines: 1_000_003, most: 1_000_000 });
    assert_eq!(refused.code(), Code::TooLarge);
    let long = b"\n".repeat(600_000);
    let edit = TextEdit { old: &long, new: &long, all: false };
    assert!(matches!(Patch::of_edits([edit]), Err(PatchError::TooManyLines { lines: 1_200_000, .. })));
}

#[test]
fn parts_about_many_files_and_many_parts_about_one_file_are_combined() {
    let part = |name: usize| format!("--- a/f{name}\n+++ b/f{name}\n@@ -1 +1 @@\n-a\n+b\n");
    let many: String = (0..100_000).map(part).collect();
    assert_eq!(timed(|| parse_patch(many.as_bytes())).unwrap().files.len(), 100_000);
    let first = format!("--- a/f\n+++ b/f\n@@ -1,2 +1,400001 @@\n a\n{}-b\n", "+x\n".repeat(400_000));
    let one = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n".repeat(20_000);
    let parsed = timed(|| parse_patch((first + &one).as_bytes())).unwrap();
    assert_eq!((parsed.files.len(), parsed.files[0].later.len()), (1, 20_000));
}

#[test]
fn prose_of_lines_that_announce_a_file_is_skipped() {
    let prose = "====\n".repeat(300_000);
    let patch = format!("{prose}--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n");
    assert_eq!(timed(|| parse_patch(patch.as_bytes())).unwrap().files.len(), 1);
}

#[test]
fn texts_of_many_short_lines_are_merged_or_refused_by_their_size() {
    let text = |salt: u64| -> Vec<u8> {
        let line = |n: u64| {
            format!("{}\n", n.wrapping_mul(6_364_136_223_846_793_005).rotate_left(29).wrapping_mul(salt) % 26)
        };
        (0..400_000).flat_map(|n| line(n).into_bytes()).collect()
    };
    let [base, ours, theirs] = [3, 5, 7].map(text);
    assert!(timed(|| merge(&base, &ours, &theirs)).is_err());
    let changed = [b"new\n", &base[..]].concat();
    let last = [&base[..], b"last\n"].concat();
    let merged = timed(|| merge(&base, &changed, &last)).unwrap();
    assert_eq!(merged.text().unwrap(), [b"new\n", &base[..], b"last\n"].concat());
}
