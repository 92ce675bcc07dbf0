use proptest::prelude::*;

use super::{Section, SectionLayout, SectionRow, fit_sections, largest, page_sections};
use crate::estimate_tokens;

fn section(title: &'static str, layout: SectionLayout, rows: &[(&str, u64)]) -> Section {
    let rows =
        rows.iter().map(|(text, weight)| SectionRow { text: (*text).to_owned(), weight: *weight }).collect();
    Section { title, nouns: ("row", "rows"), layout, rows }
}

fn check(max_bytes: usize, expected: &str) {
    let sections = [
        section("list", SectionLayout::List, &[("a", 1), ("b", 1), ("a long name that is left out", 9)]),
        section("lines", SectionLayout::Lines, &[("second", 5), ("first", 2)]),
    ];
    let fitted = fit_sections(&sections, |text| text.len() <= max_bytes);
    assert_eq!(fitted.text, expected, "{max_bytes}");
}

#[test]
fn what_is_light_is_shown_first() {
    check(61, "list: a, b, a long name that is left out\nlines:\nsecond\nfirst\n");
    check(60, "list: a, b\nlines:\nsecond\nfirst\n[left out: 1 row]\n");
    check(56, "list: a, b\nlines:\nfirst\n[left out: 1 row, 1 row]\n");
    check(42, "list: a, b\n[left out: 1 row, 2 rows]\n");
    check(27, "[left out: 3 rows, 2 rows]\n");
    check(26, "");
}

#[test]
fn nothing_has_no_words() {
    assert_eq!(fit_sections(&[], str::is_empty).text, "");
    assert_eq!(fit_sections(&[section("empty", SectionLayout::Lines, &[])], str::is_empty).text, "");
}

#[test]
fn the_largest_number_is_found() {
    for max in 0..40 {
        for fitting in 0..=max {
            assert_eq!(largest(max, |number| number <= fitting), fitting);
        }
    }
}

/// Sections whose rows can be told apart by how they begin.
fn any_sections() -> impl Strategy<Value = Vec<Section>> {
    let row = ("[ -~é中]{0,30}", 0..6_u64);
    let layout = prop_oneof![Just(SectionLayout::Lines), Just(SectionLayout::List)];
    let section = (layout, prop::collection::vec(row, 0..12));
    prop::collection::vec(section, 0..5).prop_map(|sections| {
        let sections = sections.into_iter().enumerate();
        let section = |(place, (layout, rows)): (usize, (SectionLayout, Vec<(String, u64)>))| Section {
            title: "title",
            nouns: ("entry", "entries"),
            layout,
            rows: rows
                .into_iter()
                .enumerate()
                .map(|(row, (text, weight))| SectionRow { text: format!("\t{place}.{row}\t{text}"), weight })
                .collect(),
        };
        sections.map(section).collect()
    })
}

proptest! {
    #[test]
    fn the_budget_is_kept_and_a_larger_one_shows_no_less(
        sections in any_sections(),
        tokens in 0..200_u64,
        more in 0..200_u64,
    ) {
        let fitted = |max| fit_sections(&sections, |text| estimate_tokens(text.as_bytes()) <= max);
        let (small, large) = (fitted(tokens), fitted(tokens + more));
        prop_assert!(estimate_tokens(small.text.as_bytes()) <= tokens);
        let mut left_out = 0;
        for row in sections.iter().flat_map(|section| &section.rows) {
            let is_in = |text: &str| text.contains(&row.text);
            prop_assert!(is_in(&large.text) || !is_in(&small.text), "{row:?} of {small:?} is not in {large:?}");
            left_out += u64::from(!is_in(&small.text));
        }
        prop_assert_eq!(left_out, small.left_out.iter().map(|(_, count)| count).sum::<u64>());
    }
}

#[test]
fn pages_have_the_rows_in_order() {
    let sections = [
        section("list", SectionLayout::List, &[("a", 9), ("b", 1)]),
        section("lines", SectionLayout::Lines, &[("second", 5), ("first", 2)]),
    ];
    let check = |first: usize, limit: usize, max_bytes: usize, expected: &str| {
        let page = page_sections(&sections, first, limit, |text| text.len() <= max_bytes);
        assert_eq!(page.text, expected);
    };
    check(0, 9, 99, "list: a, b\nlines:\nsecond\nfirst\n");
    check(1, 2, 99, "list: b\nlines:\nsecond\n");
    check(1, 9, 16, "list: b\n");
    check(0, 9, 7, "");
    check(4, 9, 99, "");
}
