use reread_text::count_lines;

use super::*;

/// Our count, pi's count, and pi's count as pi would take it.
fn check(text: &str, ours: u64, theirs: u64) {
    assert_eq!(count_lines(text.as_bytes()), ours, "{text:?}");
    assert_eq!(lines_as_pi_counts(ours, text.ends_with('\n')), theirs, "{text:?}");
    assert_eq!(text.split('\n').count() as u64, theirs, "{text:?}");
}

#[test]
fn the_empty_string_after_a_final_newline_is_a_line_to_pi_alone() {
    check("", 0, 1);
    check("\n", 1, 2);
    check("a", 1, 1);
    check("a\nb", 2, 2);
    check("a\nb\nc\n", 3, 4);
    check("a\r\nb\r", 2, 2);
}

#[test]
fn a_range_of_pi_shows_the_same_lines_of_ours() {
    assert_eq!(range_from_pi(1, 4, 3), LineRange::new(1, 3).ok());
    assert_eq!(range_from_pi(2, 3, 3), LineRange::new(2, 3).ok());
    assert_eq!(range_from_pi(4, 4, 3), None);
    assert_eq!(range_from_pi(1, 1, 0), None);
}
