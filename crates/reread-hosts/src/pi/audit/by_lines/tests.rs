use proptest::prelude::*;
use reread_text::LineRange;

use super::ByLines;

fn lines(text: &str) -> LineRange {
    text.parse().unwrap()
}

/// The numbers of the ranges that meet the lines, the latest first.
fn check(ranges: &[&str], asked: &str, expected: &[usize]) {
    let mut by_lines = ByLines::default();
    for (index, range) in ranges.iter().enumerate() {
        by_lines.push(lines(range), index);
    }
    assert_eq!(all(&by_lines, lines(asked), ranges.len()), expected, "{asked} of {ranges:?}");
}

fn all(by_lines: &ByLines, asked: LineRange, below: usize) -> Vec<usize> {
    let mut latest = by_lines.latest_first(asked, below);
    let mut found = Vec::new();
    while let Some(index) = latest.next() {
        found.push(index);
        latest.and_older();
    }
    found
}

#[test]
fn ranges_meet_where_they_share_a_line() {
    check(&["1-3", "4-6", "3-4"], "3-3", &[2, 0]);
    check(&["1-3", "4-6", "3-4"], "4-9", &[2, 1]);
    check(&["1-3", "1-3", "1-3"], "2-2", &[2, 1, 0]);
    check(&["1-3", "4-6"], "7-7", &[]);
    check(&["1-18446744073709551615", "18446744073709551615-18446744073709551615"], "1-1", &[0]);
    check(&["1-18446744073709551615"], "18446744073709551615-18446744073709551615", &[0]);
    check(&["2-18446744073709551615"], "1-1", &[]);
    check(&[], "1-1", &[]);
}

#[test]
fn of_the_same_lines_the_latest_comes_up() {
    let mut by_lines = ByLines::default();
    for index in 0..4 {
        by_lines.push(lines("1-3"), index);
    }
    let mut latest = by_lines.latest_first(lines("1-1"), 3);
    assert_eq!((latest.next(), latest.next()), (Some(2), None));
    by_lines.pop(lines("1-3"));
    by_lines.pop(lines("1-3"));
    assert_eq!(all(&by_lines, lines("1-1"), 9), [1, 0]);
}

/// What is asked for decides how much is looked at, not how much there is.
#[test]
fn other_lines_are_not_looked_at() {
    let mut by_lines = ByLines::default();
    for index in 0..100_000 {
        let first = 10 * index as u64 + 1;
        by_lines.push(LineRange::new(first, first + index as u64 % 7).unwrap(), index);
    }
    for asked in [1, 500_000, 999_991] {
        let asked = LineRange::new(asked, asked + 25).unwrap();
        assert!(by_lines.meeting(asked).count() <= 4);
    }
}

proptest! {
    #[test]
    fn none_is_missed(ranges in prop::collection::vec((1..60_u64, 0..40_u64), 0..40), first in 1..80_u64, more in 0..30_u64) {
        let range = |(first, more): (u64, u64)| LineRange::new(first, first + more).unwrap();
        let asked = range((first, more));
        let mut by_lines = ByLines::default();
        let mut expected = Vec::new();
        for (index, lines) in ranges.into_iter().map(range).enumerate() {
            by_lines.push(lines, index);
            if lines.intersect(asked).is_some() {
                expected.insert(0, index);
            }
        }
        prop_assert_eq!(all(&by_lines, asked, usize::MAX), expected);
    }
}
