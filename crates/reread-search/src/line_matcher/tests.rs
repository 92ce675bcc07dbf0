use std::cell::Cell;

use super::*;
use crate::matchers::Matchers;

/// The matcher of a pattern, and one of the same that takes every line for a long one.
fn matchers(query: &str, case_sensitive: bool) -> (LineMatcher, LineMatcher) {
    let pattern = Pattern { query: query.to_owned(), is_regex: true, case_sensitive };
    let usual = Matchers::default().get(&pattern).unwrap();
    let slow = LineMatcher::new(usual.fast.clone(), STEPS_AT_ONCE + 1, pattern);
    (usual.as_ref().clone(), slow)
}

#[test]
fn long_lines_have_the_matches_that_short_ones_have() {
    let patterns = [
        "a",
        "a+",
        "a*",
        "^a",
        "a$",
        "^$",
        "^",
        "$",
        "b|ab",
        "ab|a",
        "(a|b)*c",
        "a.*?b",
        "[^a]",
        "[^a]b",
        r"\bab\b",
        r"\Bb",
        r"\r",
        r"a\r?$",
        r"(?-u)\xff",
        "é",
        r"\w+",
        ".",
        "..",
        "(?i)AB",
        r"\s",
        "a{2,3}",
        "x*",
    ];
    let texts = [
        "",
        "a",
        "\n",
        "a\n",
        "\n\n",
        "ab\nab",
        "aab aab\nb\n\nab\r\nba\r\n",
        "a\rb\r\nab\r\r\nc",
        "éab é\nabé\n",
        "ccc\nab_ab ab\naaaa\n",
        "\r\n\r\n",
        "xay\nbb\r",
        "aaaaaaab\n\nA B aB\n",
    ];
    for query in patterns {
        for case_sensitive in [true, false] {
            let (usual, slow) = matchers(query, case_sensitive);
            for text in texts {
                let bytes = text.as_bytes();
                // No search begins inside a line end.
                let is_place =
                    |from: &usize| !(bytes[..*from].ends_with(b"\r") && bytes[*from..].starts_with(b"\n"));
                for from in (0..=bytes.len()).filter(is_place) {
                    let found = slow.find_at(bytes, from, &|| true).unwrap();
                    assert_eq!(found, usual.find_before(bytes, from), "{query:?} in {text:?} from {from}");
                }
            }
        }
    }
}

#[test]
fn a_heavy_pattern_can_be_stopped_inside_a_line() {
    let (matcher, _) = matchers("(a{1,500}){1,20}b", true);
    let mut line = b"a".repeat(300_000);
    let asked = Cell::new(0);
    let stops = || {
        asked.set(asked.get() + 1);
        asked.get() < 5
    };
    assert_eq!(matcher.find_at(&line, 0, &stops), Err(OutOfTime));
    assert_eq!(asked.get(), 5);

    // The match is longer than any piece that would be searched at once.
    line.truncate(12_000);
    line.extend(b"b\n");
    line.extend(b"c\n".repeat(20_000));
    let found = matcher.find_at(&line, 0, &|| true).unwrap().unwrap();
    assert_eq!((found.start(), found.end()), (2_000, 12_001));
}

#[test]
fn a_light_pattern_is_never_asked() {
    let (matcher, _) = matchers("a+b", true);
    assert_eq!(matcher.find_at(&b"a".repeat(1_000_000), 0, &|| panic!("it was asked")), Ok(None));
}
