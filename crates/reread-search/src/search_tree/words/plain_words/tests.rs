use proptest::prelude::*;

use super::{PlainWords, words_of};
use crate::matchers::{Matchers, Pattern};

fn pattern(query: &str, case_sensitive: bool) -> Pattern {
    Pattern { query: query.to_owned(), is_regex: false, case_sensitive }
}

fn plain(query: &str) -> Option<PlainWords> {
    PlainWords::of(&pattern(query, true))
}

/// The words, with `!` if they are certain, and what another begins with.
fn check(query: &str, expected: &str) {
    let told = plain(query).map_or("none".to_owned(), |plain| {
        let word = |(place, word): (usize, &String)| {
            format!("{word}{}", if plain.certain.contains(&place) { "!" } else { "" })
        };
        let words: Vec<String> = plain.words.iter().enumerate().map(word).collect();
        format!("{}, {}-", words.join(" "), plain.beginning.as_deref().unwrap_or_default())
    });
    assert_eq!(told, expected, "{query}");
}

#[test]
fn several_plain_words_are_words() {
    check("parse ranges", "parse range, range-");
    check("parse the ranges", "parse the! range, range-");
    check("parseLine ranges", "parse line! range, range-");
    check("ParseLine ranges", "parse! line! range, range-");
    check("class HTTPServer", "class http! server, server-");
    check("def test_", "def test!, -");
    check("fn getURL", "fn get! url, -");
    check("all entries", "all entry, entr-");
    check("all entri", "all entri, entr-");
    check("größe über", "größe über, über-");
}

#[test]
fn anything_else_is_text() {
    for query in [
        "parse",
        "parse_range",
        "a b",
        "fn x",
        "foo  bar",
        " foo bar",
        "foo-bar baz",
        "foo() bar",
        "foo foo",
        "",
    ] {
        check(query, "none");
    }
    let regex = Pattern { query: "foo bar".to_owned(), is_regex: true, case_sensitive: true };
    assert_eq!(PlainWords::of(&regex), None);
}

/// A file with the phrase has what is certain: or a phrase would be missed that an index is asked about.
#[test]
fn a_text_with_the_phrase_has_what_is_certain() {
    let piece = prop::sample::select(vec![
        "a", "B", "s", "ies", "ie", "y", "e", "X", "1", "_", " ", "é", "É", "²", "-", "us",
    ]);
    let text = |pieces: Vec<&'static str>| pieces.concat();
    let around = prop::collection::vec(piece.clone(), 0..5).prop_map(text);
    let query = prop::collection::vec(piece, 3..9).prop_map(text);
    let matchers = Matchers::default();
    proptest!(ProptestConfig::with_cases(4_000), |(before in around.clone(), query in query, after in around, case_sensitive: bool)| {
        let pattern = pattern(&query, case_sensitive);
        let Some(plain) = PlainWords::of(&pattern) else { return Ok(()) };
        let phrase = if case_sensitive { query } else { query.to_lowercase() };
        let text = format!("{before}{phrase}{after}");
        if matchers.get(&pattern).unwrap().is_match(text.as_bytes()) {
            let words = words_of(&text);
            for place in &plain.certain {
                prop_assert!(words.contains(&plain.words[*place]), "{:?} in {:?}", plain, text);
            }
            let begins = |beginning: &String| words.iter().any(|word| word.starts_with(beginning));
            prop_assert!(plain.beginning.as_ref().is_none_or(begins), "{:?} in {:?}", plain, text);
        }
    });
}
