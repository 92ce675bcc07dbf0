use reread_text::{DiffNames, unified_diff};

use super::*;

fn text(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// `a` to `z`, one in each line.
fn letters() -> Vec<&'static str> {
    "a b c d e f g h i j k l m n o p q r s t u v w x y z".split(' ').collect()
}

/// What is known of the new text and which lines the tag names, with a sign if it shows them all.
fn check(new: &[&str], held: &str, expected: &str) {
    let (base, new) = (text(&letters()), text(new));
    let diff = unified_diff(base.as_bytes(), new.as_bytes(), DiffNames { old: "a/f", new: "b/f" }, 3);
    let found = ChangedLines::by(&diff.text, base.as_bytes(), &held.parse().unwrap());
    let shown = found.map_or("nothing".to_owned(), |(known, changed)| {
        format!("{known} @{}{}", changed.lines, if changed.is_whole { "!" } else { "" })
    });
    assert_eq!(shown, expected, "{held} are held");
}

#[test]
fn held_lines_are_known_where_they_are_now() {
    let mut new = letters();
    new[9] = "J";
    check(&new, "", "7-13 @7-13!");
    check(&new, "1-3,20-22", "1-3,7-13,20-22 @7-13!");
    new.splice(3..3, ["one", "two"]);
    // Two lines more, so that 20-22 are 22-24.
    check(&new, "20-22", "1-15,22-24 @1-15!");
    new.remove(0);
    check(&new, "1-26", "1-27 @1-14!");
}

#[test]
fn lines_between_hunks_move_by_what_came_before_them() {
    let mut new = letters();
    new[22] = "W";
    new.splice(2..2, ["one"]);
    check(&new, "8-18", "1-6,9-19,21-27 @1-6,21-27!");
    check(&new, "6-19", "1-27 @1-6,21-27!");
}

#[test]
fn a_text_that_became_empty_shows_no_line() {
    check(&[], "1-26", "nothing");
}

/// Whether a caller that holds these lines may be sent the changes.
fn check_removed(new: &[&str], held: &str, expected: bool) {
    let (base, new) = (text(&letters()), text(new));
    let diff = unified_diff(base.as_bytes(), new.as_bytes(), DiffNames { old: "a/f", new: "b/f" }, 3);
    assert_eq!(removes_only_held_lines(&diff.text, &held.parse().unwrap()), expected, "{held} are held");
}

#[test]
fn lines_that_a_diff_removes_are_held() {
    let mut new = letters();
    new[9] = "J";
    check_removed(&new, "10-10", true);
    check_removed(&new, "1-9,11-26", false);
    new[24] = "Y";
    check_removed(&new, "1-20", false);
    check_removed(&new, "10-10,25-25", true);
    let mut longer = letters();
    longer.splice(2..2, ["one", "two"]);
    check_removed(&longer, "", true);
}
