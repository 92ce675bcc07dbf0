use super::LineSet;
use crate::LineRange;

fn set(ranges: &str) -> LineSet {
    ranges.split_whitespace().map(range).collect()
}

fn range(text: &str) -> LineRange {
    text.parse().unwrap()
}

/// The set made of these ranges, in this order, prints so.
fn check(ranges: &str, expected: &str) {
    assert_eq!(set(ranges).to_string(), expected, "{ranges}");
    assert_eq!(expected.parse(), Ok(set(ranges)), "{expected} parses back");
}

#[test]
fn ranges_that_overlap_or_touch_become_one() {
    check("", "");
    check("7", "7-7");
    check("1-3 4-6", "1-6");
    check("4-6 1-3", "1-6");
    check("1-3 5-6", "1-3,5-6");
    check("1-3 5-6 4", "1-6");
    check("9 1 5", "1-1,5-5,9-9");
    check("1 3 5 7 2-6", "1-7");
    check("1-9 2-3", "1-9");
    check("18446744073709551615 1 18446744073709551614", "1-1,18446744073709551614-18446744073709551615");
    check("1-18446744073709551615 5", "1-18446744073709551615");
}

#[test]
fn only_the_printed_form_parses() {
    for text in [
        "7", "1-2,3-4", "1-5,2-3", "5-6,1-2", "01-2", "1-2,", ",1-2", "1-2, 5-6", "1-2,1-2", "x", "0-1",
        "2-1", ",",
    ] {
        let refused = text.parse::<LineSet>().unwrap_err();
        assert_eq!(refused.to_string(), format!("`{text}` is not a set of lines such as 1-40,90-120"));
    }
}

#[test]
fn missing_lines_are_those_of_the_range_not_in_the_set() {
    let check = |ranges: &str, asked: &str, expected: &str| {
        assert_eq!(set(ranges).missing(range(asked)).to_string(), expected, "{asked} against {ranges}");
    };
    check("", "3-5", "3-5");
    check("1-9", "3-5", "");
    check("3-5", "1-9", "1-2,6-9");
    check("1-3 7-9", "2-8", "4-6");
    check("1-3 7-9", "4-6", "4-6");
    check("1-3", "9", "9-9");
    check("18446744073709551615", "1-18446744073709551615", "1-18446744073709551614");
    check("1", "1-18446744073709551615", "2-18446744073709551615");
}

#[test]
fn a_range_across_a_gap_is_not_covered() {
    let held = set("1-3 7-9");
    assert!(held.covers(range("1-3")) && held.covers(range("8")));
    assert!(!held.covers(range("3-4")) && !held.covers(range("2-8")) && !held.covers(range("5")));
    assert!(!LineSet::default().covers(range("1")));
    assert!(held.union(&set("4-6")).covers(range("1-9")));
}

#[test]
fn lines_are_counted_once() {
    assert_eq!(set("1-3 2-5 9").count(), 6);
    assert_eq!(set("").count(), 0);
    assert_eq!(set("1-18446744073709551615").count(), u64::MAX);
}
