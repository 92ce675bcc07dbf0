//! An outline never costs more than it may.

use proptest::prelude::*;
use reread_code::{Language, Outline, OutlinePage};
use reread_text::estimate_tokens;

use crate::languages::SAMPLES;

fn check(outline: &Outline, max_tokens: u64, estimate: fn(&[u8]) -> u64) {
    for place in std::iter::once(None).chain((0..outline.symbols().len()).map(Some)) {
        let shown = match place {
            None => outline.within(max_tokens, estimate),
            Some(place) => outline.members_fitting(place, |text| estimate(text.as_bytes()) <= max_tokens),
        };
        assert!(estimate(shown.text.as_bytes()) <= max_tokens, "{max_tokens}: {}", shown.text);
        assert!(shown.text.is_empty() || shown.text.ends_with('\n'));
        for row in &shown.shown {
            let parent = outline.symbols()[*row].parent;
            let is_member = place.is_some_and(|place| place >= *row);
            assert!(
                is_member || parent.is_none_or(|parent| shown.shown.contains(&parent)),
                "an orphan: {}",
                shown.text
            );
        }
        let left_out: u64 = shown.left_out.iter().map(|(_, count)| count).sum();
        if place.is_none() {
            assert_eq!(shown.shown.len() as u64 + left_out, outline.symbols().len() as u64);
        }
    }
}

/// Anything but what a reasonable estimate does.
fn moody(text: &[u8]) -> u64 {
    text.iter().map(|byte| u64::from(*byte)).sum::<u64>() % 97 + text.len() as u64 / 5
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_budget_is_exceeded((language, text) in prop::sample::select(SAMPLES), max_tokens in 0..1500_u64) {
        let outline = Outline::of(text.as_bytes(), Some(language));
        check(&outline, max_tokens, estimate_tokens);
        check(&outline, max_tokens, |text| text.len() as u64);
        check(&outline, max_tokens, moody);
    }
}

#[test]
fn with_room_for_everything_documentation_is_shown() {
    let text = "/// A cart.\nstruct Cart {\n    /// What is in it.\n    items: u8,\n}\nfn top() {}\n";
    let outline = Outline::of(text.as_bytes(), Some(Language::Rust));
    let shown = outline.within(1_000, estimate_tokens);
    assert_eq!(shown.text, "1-5 struct Cart — A cart.\n  3-4 items: u8 — What is in it.\n6 fn top()\n");
    assert_eq!(shown.shown, [0, 1, 2]);
    assert_eq!(outline.members_fitting(0, |_| true).shown, [0, 1]);
}

#[test]
fn deep_and_small_symbols_go_first_and_are_counted() {
    let fields = "    items: u8,\n    total: u8,\n    rates: u8,\n    names: u8,\n";
    let text = format!("struct Cart {{\n{fields}}}\nfn top() {{\n    fn inner() {{}}\n}}\n");
    let outline = Outline::of(text.as_bytes(), Some(Language::Rust));
    let lengths = |text: &[u8]| text.len() as u64;
    assert_eq!(
        outline.within(98, lengths).text,
        "1-6 struct Cart\n7-9 fn top()\n  8 fn inner()\n[left out: 4 fields; offset 1 lists all in order]\n"
    );
    assert_eq!(outline.within(40, lengths).text, "1 struct, 2 functions, 4 fields\n");
    assert_eq!(outline.within(20, lengths).text, "");
    assert_eq!(outline.within(0, lengths).text, "");
}

#[test]
fn an_empty_outline_is_an_empty_text() {
    assert_eq!(Outline::of(b"", Some(Language::Rust)).within(100, estimate_tokens).text, "");
}

/// A file as they are: types with a few dozen methods, some documented, and tests.
fn long_file() -> String {
    let mut text = "//! A parser of ranges.\n\nuse std::fmt;\n\n".to_owned();
    for number in 0..12 {
        text += &format!(
            "/// What part {number} of a request asks for.\n#[derive(Debug, Clone)]\npub struct Part{number}<T> {{\n    pub first: u64,\n    rest: Vec<T>,\n}}\n\nimpl<T: fmt::Debug> Part{number}<T> {{\n"
        );
        for method in 0..6 {
            text += &format!(
                "    /// Parses it in way {method}.\n    pub fn parse_{method}(&self, text: &str, limit: usize) -> Result<Option<T>, ParseError> {{\n"
            );
            text +=
                &"        let value = self.rest.iter().take(limit).map(|part| part.len()).sum::<usize>();\n"
                    .repeat(16);
            text += "        Ok(None)\n    }\n\n";
        }
        text += "}\n\n";
    }
    text += "#[cfg(test)]\nmod tests {\n";
    for number in 0..60 {
        text += &format!("    #[test]\n    fn case_{number}() {{\n        assert!(true);\n    }}\n");
    }
    text + "}\n"
}

#[test]
fn a_file_of_1600_lines_has_its_types_and_methods_in_1200_tokens() {
    let text = long_file();
    assert!(reread_text::count_lines(text.as_bytes()) >= 1_600);
    let outline = Outline::of(text.as_bytes(), Some(Language::Rust));
    let shown = outline.within(1_200, estimate_tokens);
    let is_shown = |place: &usize| outline.symbols()[*place].kind == reread_code::SymbolKind::Struct;
    assert_eq!(shown.shown.iter().filter(|place| is_shown(place)).count(), 12);
    assert!(
        shown
            .text
            .contains("pub fn parse_0(&self, text: &str, limit: usize) -> Result<Option<T>, ParseError>\n")
    );
    assert!(!shown.text.contains("fn case_"), "tests come last");
    #[cfg(feature = "exact-tokens")]
    assert!(reread_text::exact_tokens(&shown.text) <= 1_200, "{}", reread_text::exact_tokens(&shown.text));
}

#[cfg(feature = "exact-tokens")]
#[test]
fn a_budget_counted_exactly_is_kept_exactly() {
    let text = long_file();
    let outline = Outline::of(text.as_bytes(), Some(Language::Rust));
    let exact = |text: &[u8]| reread_text::exact_tokens(std::str::from_utf8(text).unwrap());
    for budget in [0, 7, 100, 1_200] {
        assert!(exact(outline.within(budget, exact).text.as_bytes()) <= budget);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Pages show every symbol once and in order, within their budget, whatever that is.
    #[test]
    fn pages_show_everything((language, text) in prop::sample::select(SAMPLES), max_tokens in 0..200_u64, limit in prop::option::of(1..9_u64)) {
        let outline = Outline::of(text.as_bytes(), Some(language));
        let fits = |text: &str| estimate_tokens(text.as_bytes()) <= max_tokens;
        let mut shown: Vec<usize> = Vec::new();
        let mut offset = 1;
        while let Some(page) = outline.page(None, OutlinePage { offset, limit }, fits) {
            prop_assert!(page.text.is_empty() || fits(&page.text), "{}", page.text);
            shown.extend(&page.shown);
            let left_out: u64 = page.left_out.iter().map(|(_, count)| count).sum();
            prop_assert_eq!(page.shown.len() as u64 + left_out, outline.count(None));
            match page.next {
                Some(next) => offset = next,
                None if page.shown.is_empty() => return Ok(()),
                None => break,
            }
        }
        prop_assert_eq!(shown, (0..outline.symbols().len()).collect::<Vec<_>>());
    }
}
