use std::borrow::Cow;

use super::{visible, visible_json, visible_line};

fn check(text: &str, expected: &str) {
    assert_eq!(visible(text), expected, "{text:?}");
}

fn check_line(text: &str, expected: &str) {
    assert_eq!(visible_line(text), expected, "{text:?}");
}

#[test]
fn ordinary_text_is_borrowed() {
    for text in ["", "plain\n\ttext\r\n", "\u{feff}Grüße 👨‍👩‍👧 1️⃣\n"] {
        assert!(matches!(visible(text), Cow::Borrowed(shown) if shown == text), "{text:?}");
    }
    assert!(matches!(visible_line("src/naïve name.rs"), Cow::Borrowed(_)));
}

#[test]
fn what_a_terminal_would_obey_is_spelled_out() {
    check("\u{1b}[2J", "\\x1b[2J");
    check("\u{1b}]52;c;aGk=\u{7}", "\\x1b]52;c;aGk=\\x07");
    check("a\u{8}b\0\u{7f}\u{9b}1m", "a\\x08b\\x00\\x7f\\x9b1m");
    check("safe\rgone\r\n", "safe\\rgone\r\n");
    check("\r\r\n", "\\r\r\n");
}

#[test]
fn what_an_eye_would_miss_is_spelled_out() {
    check("a\u{202e}b", "a\\u{202e}b");
    check("pass\u{200b}word", "pass\\u{200b}word");
    check("x\u{e0041}", "x\\u{e0041}");
    check("a\u{fe0f}\u{200d}😀", "a\\u{fe0f}\\u{200d}😀");
}

#[test]
fn a_line_stays_one_line() {
    check_line("a\nb\tc\r\nd\r", "a\\nb\\tc\\r\\nd\\r");
    check_line("\u{feff}name", "\\u{feff}name");
    check_line("e\u{1b}\n", "e\\x1b\\n");
}

#[test]
fn json_means_the_same_afterwards() {
    assert_eq!(
        visible_json("{\"a\": \"\u{7f}\u{9b}1m\u{202e}\"}\n"),
        "{\"a\": \"\\u007f\\u009b1m\\u202e\"}\n"
    );
    assert_eq!(visible_json("\"\u{e0041}\""), "\"\\udb40\\udc41\"");
    assert!(matches!(visible_json("{\"a\": \"naïve\"}"), Cow::Borrowed(_)));
}
