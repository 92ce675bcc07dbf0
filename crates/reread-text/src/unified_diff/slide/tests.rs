use std::ops::Range;

use gix_imara_diff::{NoSliderHeuristic, Token};

use super::slide;
use crate::unified_diff::changed_lines::ChangedLines;

fn change(old: Range<usize>, new: Range<usize>) -> ChangedLines {
    ChangedLines { old, new }
}

/// Slides changes between two texts of one-letter lines, without asking for indentation: down as far as they go.
fn check(old: &str, new: &str, changes: &[ChangedLines], expected: &[ChangedLines]) {
    let tokens = |text: &str| text.bytes().map(|byte| Token(u32::from(byte))).collect::<Vec<_>>();
    assert_eq!(slide(changes, &tokens(old), &tokens(new), NoSliderHeuristic), expected, "{old} to {new}");
}

#[test]
fn a_change_that_fits_in_one_place_stays_there() {
    check("ac", "abc", &[change(1..1, 1..2)], &[change(1..1, 1..2)]);
    check("abc", "axc", &[change(1..2, 1..2)], &[change(1..2, 1..2)]);
}

#[test]
fn a_change_slides_along_equal_lines() {
    check("abab", "ababab", &[change(0..0, 0..2)], &[change(4..4, 4..6)]);
    check("xaa", "xaaa", &[change(1..1, 1..2)], &[change(3..3, 3..4)]);
    check("aaab", "aab", &[change(0..1, 0..0)], &[change(2..3, 2..2)]);
    check("xaby", "xababy", &[change(1..1, 1..3)], &[change(3..3, 3..5)]);
}

#[test]
fn changes_that_meet_become_one() {
    check("xaay", "xaaaay", &[change(1..1, 1..2), change(2..2, 3..4)], &[change(3..3, 3..5)]);
    check("xaaaay", "xaay", &[change(1..2, 1..1), change(3..4, 2..2)], &[change(3..5, 3..3)]);
}

#[test]
fn what_became_longer_may_rise_further() {
    // Neither of the added groups could rise to the top alone.
    check(
        "-ba",
        "baaba",
        &[change(0..1, 0..0), change(2..2, 1..2), change(3..3, 3..5)],
        &[change(0..1, 0..3)],
    );
}

#[test]
fn a_change_is_put_beside_one_of_the_other_side() {
    // The added `a` could go below the second one, but `-` became it.
    check("-ab", "aab", &[change(0..1, 0..0), change(1..1, 0..1)], &[change(0..1, 0..1)]);
    check("xa-a", "xaaa", &[change(2..3, 2..2), change(4..4, 3..4)], &[change(2..3, 2..3)]);
}
