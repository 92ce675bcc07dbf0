use proptest::prelude::*;

use super::*;

fn string(json: &str) -> Option<String> {
    let mut cursor = Cursor::new(json);
    let said = cursor.string().ok()?.into_owned();
    assert_eq!(cursor.at, json.len(), "{json}");
    Some(said)
}

#[track_caller]
fn check(json: &str, said: &str) {
    assert_eq!(string(json).as_deref(), Some(said), "{json}");
}

#[track_caller]
fn check_refused(json: &str) {
    assert_eq!(string(json), None, "{json}");
}

#[test]
fn escapes_are_what_they_stand_for() {
    check(r#""""#, "");
    check(r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t");
    check(r#""\u00e9\u00E9é""#, "ééé");
    check(r#""\u0000""#, "\0");
    check(r#""\ud83d\ude00\uffff""#, "😀\u{ffff}");
    check(
        r#""one line of text, and then\n\tanother that is longer""#,
        "one line of text, and then\n\tanother that is longer",
    );
}

#[test]
fn half_a_character_says_nothing() {
    check_refused(r#""\ud800""#);
    check_refused(r#""\udc00""#);
    check_refused(r#""\ud800\n""#);
    check_refused(r#""\ud800\ud800""#);
    check_refused(r#""\ud800A""#);
}

#[test]
fn what_is_no_escape_is_no_string() {
    check_refused(r#""\x""#);
    check_refused(r#""\u12""#);
    check_refused(r#""\u12g4""#);
    check_refused(r#""\u+123""#);
    check_refused(r#""\"#);
    check_refused(r#""\""#);
    check_refused(r#"""#);
    check_refused("\"a\nb\"");
    check_refused("\"\\n\u{1f}\"");
}

#[test]
fn a_text_is_plain_if_every_backslash_has_its_character() {
    let check = |text: &str, plain| assert_eq!(is_plain(text.as_bytes()), plain, "{text:?}");
    check("", true);
    check(r#"{"a":"b\n\t\"\\"}"#, true);
    check(r"\", false);
    check(r"\\", false);
    check(r"\\d", false);
    check(r"\u00e9", false);
    check("\r", false);
    check("a\tb", false);
    check("\u{7f}é", true);
    // The last sixteen bytes are not looked at together with others.
    for place in 0..70 {
        for odd in ["\\x", "\u{1f}"] {
            check(&format!("{}{odd}{}", "a".repeat(place), "b".repeat(70 - place)), false);
        }
    }
}

#[test]
fn a_quote_is_found_wherever_it_is() {
    for place in 0..70 {
        for rest in [0, 1, 40] {
            for found in ["\"", "\\"] {
                let text = format!("{}{found}{}\"", "é".repeat(place), "#".repeat(rest));
                assert_eq!(find_quote_or_escape(text.as_bytes()), Some(2 * place), "{text}");
            }
            let text = format!("{}\"{}", "!".repeat(place), "\"".repeat(rest));
            assert_eq!(find_quote(text.as_bytes()), Some(place), "{text}");
        }
        assert_eq!(find_quote("a".repeat(place).as_bytes()), None);
        assert_eq!(find_quote_or_escape("a".repeat(place).as_bytes()), None);
    }
}

#[test]
fn a_short_text_takes_little_memory() {
    let json = format!("\"\\n\"{}", " ".repeat(2 * ORDINARY));
    let said = Cursor::new(&json).string().unwrap().into_owned();
    assert_eq!(said, "\n");
    assert!(said.capacity() < 100, "{}", said.capacity());
}

proptest! {
    /// The short way leads to the same place as the long one, wherever it may be taken.
    #[test]
    fn a_plain_string_ends_where_any_would(pieces in prop::collection::vec(0..PIECES.len(), 0..20)) {
        let text: String = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        if is_plain(text.as_bytes()) {
            prop_assert_eq!(end_of_plain(text.as_bytes()), end_of_any(text.as_bytes()), "{}", text);
        }
    }
}

const PIECES: [&str; 9] = ["a", "\\n", "\\", "\\\\", "\"", "\\\"", "twenty characters of", "é", "\\t"];
