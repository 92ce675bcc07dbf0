use reread_text::{Bounds, Limit, LineRange};

use super::{PreviewCut, PreviewPart, take_part};

const HEAD: &str = "--- a/x\n+++ b/x\n";
const ONE: &str = "@@ -1 +1 @@\n-a\n+b\n";
const TWO: &str = "@@ -9,2 +9,2 @@ fn x() @@ +7\n-@@ c\n+@@ -1 +1 @@\n d\n";
const THREE: &str = "@@ -20 +20 @@\n-e\n+f\n";

fn part(lines: Option<(u64, u64)>, max_lines: u64) -> (String, PreviewPart) {
    let mut diff = [HEAD, ONE, TWO, THREE].concat().into_bytes();
    let lines = lines.map(|(first, last)| LineRange::new(first, last).unwrap());
    let part = take_part(&mut diff, lines, &Bounds { max_lines: Some(max_lines), ..Bounds::default() });
    (String::from_utf8(diff).unwrap(), part)
}

fn check(max_lines: u64, shown: &[&str], hunks: u64, cut: Option<(bool, Option<u64>)>) {
    let (text, part) = part(None, max_lines);
    assert_eq!(text, shown.concat(), "{max_lines} lines");
    let cut = cut.map(|(inside_hunk, next_line)| PreviewCut { limit: Limit::Lines, inside_hunk, next_line });
    assert_eq!(part, PreviewPart { hunks_before: 0, hunks, cut }, "{max_lines} lines");
}

#[test]
fn whole_hunks_are_shown_if_one_fits() {
    check(12, &[HEAD, ONE, TWO, THREE], 3, None);
    check(11, &[HEAD, ONE, TWO], 2, Some((false, Some(20))));
    check(9, &[HEAD, ONE, TWO], 2, Some((false, Some(20))));
    check(8, &[HEAD, ONE], 1, Some((false, Some(9))));
    check(5, &[HEAD, ONE], 1, Some((false, Some(9))));
    check(4, &[HEAD, "@@ -1 +1 @@\n-a\n"], 0, Some((true, Some(9))));
    check(1, &["--- a/x\n"], 0, Some((true, Some(9))));
}

#[test]
fn the_hunks_that_meet_the_lines_are_shown() {
    let shown = |lines, max_lines| {
        let (text, part) = part(Some(lines), max_lines);
        (text, part.hunks_before, part.hunks, part.cut.map(|cut| cut.next_line))
    };
    assert_eq!(shown((1, 9), 99), ([HEAD, ONE, TWO].concat(), 0, 2, None));
    assert_eq!(shown((10, 19), 99), ([HEAD, TWO].concat(), 1, 1, None));
    assert_eq!(shown((9, u64::MAX), 99), ([HEAD, TWO, THREE].concat(), 1, 2, None));
    assert_eq!(shown((9, u64::MAX), 6), ([HEAD, TWO].concat(), 1, 1, Some(Some(20))));
    assert_eq!(shown((20, 20), 3), ([HEAD, "@@ -20 +20 @@\n"].concat(), 2, 0, Some(None)));
    assert_eq!(shown((2, 8), 99), (String::new(), 0, 0, None));
}

#[test]
fn an_empty_diff_has_no_part() {
    let mut diff = Vec::new();
    assert_eq!(take_part(&mut diff, None, &Bounds::default()), PreviewPart::default());
}

#[test]
fn a_text_that_became_empty_can_be_asked_for() {
    let mut diff = b"--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n".to_vec();
    let lines = LineRange::new(1, u64::MAX).ok();
    assert_eq!(take_part(&mut diff, lines, &Bounds::default()).hunks, 1);
}
