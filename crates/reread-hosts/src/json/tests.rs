use proptest::prelude::*;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::*;

#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow, default)]
    a: Scalar<'a>,
    #[serde(borrow, default)]
    b: Object<Inner<'a>>,
    #[serde(borrow, default)]
    c: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Inner<'a> {
    #[serde(borrow, default)]
    a: Scalar<'a>,
    #[serde(borrow, default)]
    b: Vec<Object<Innermost<'a>>>,
    #[serde(borrow, default)]
    c: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
struct Innermost<'a> {
    #[serde(borrow, default)]
    a: Scalar<'a>,
}

/// Every field that was read, as text; `None` if the JSON is refused.
fn fields(json: &str) -> Option<String> {
    let text = |raw: Option<&RawValue>| raw.map(|raw| raw.get().to_owned());
    Some(match serde_json::from_str::<Object<Fields<'_>>>(json).ok()? {
        Object::Is(Fields { a, b: Object::Is(inner), c }) => {
            let innermost: Vec<_> = inner.b.into_iter().map(|object| object.shape().map(|is| is.a)).collect();
            format!("{a:?} {:?} {innermost:?} {:?} {:?}", inner.a, text(inner.c), text(c))
        }
        Object::Is(Fields { a, b, c }) => {
            format!("{a:?} {} {:?}", if matches!(b, Object::Missing) { "none" } else { "other" }, text(c))
        }
        Object::Missing | Object::Other => "other".to_owned(),
    })
}

#[track_caller]
fn check(json: &str, expected: &str) {
    assert_eq!(fields(json).as_deref(), Some(expected), "{json}");
}

#[track_caller]
fn check_accepted(json: &str) {
    assert!(fields(json).is_some(), "{json}");
}

#[track_caller]
fn check_refused(json: &str) {
    assert_eq!(fields(json), None, "{json}");
}

#[test]
fn fields_are_optional_and_of_any_kind() {
    check("{}", "Missing none None");
    check(" \t\r\n{ \"a\" : 1 } \n", "Number(1) none None");
    check(
        r#"{"a":"x","b":{"a":null,"b":[{"a":true},7],"c":[1, 2]},"c": {"d" : 1} }"#,
        r#"Text("x") Null [Some(Flag(true)), None] Some("[1, 2]") Some("{\"d\" : 1}")"#,
    );
    check(r#"{"c":null,"b":[]}"#, "Missing other None");
    check(r#"{"\u0061":"\u0061"}"#, r#"Text("a") none None"#);
    check("[]", "other");
    check("7", "other");
    check(r#"["x"]"#, "other");
}

#[test]
fn a_field_that_occurs_twice_is_refused() {
    check_refused(r#"{"a":1,"a":1}"#);
    check_refused(r#"{"a":1,"\u0061":1}"#);
    check_refused(r#"{"b":{"c":1,"c":1}}"#);
    check_accepted(r#"{"d":1,"d":1}"#);
}

#[test]
fn every_form_of_a_number_is_known() {
    check(r#"{"a":18446744073709551615}"#, "Number(18446744073709551615) none None");
    for other in ["-7", "1.5", "1e5", "1E+5", "1e-5", "-1.5e-7", "18446744073709551616", "1e308", "1e-999"] {
        check(&format!(r#"{{"a":{other}}}"#), "Other none None");
    }
    for wrong in ["00", "01", "-", "+1", ".5", "1.", "1e", "1e+"] {
        check_refused(&format!(r#"{{"a":{wrong}}}"#));
        check_refused(&format!(r#"{{"c":{wrong}}}"#));
        check_refused(&format!(r#"{{"d":{wrong}}}"#));
    }
    // A number that no float can hold is refused where it is read, and skipped elsewhere.
    for huge in ["1e309", "-1e999", &format!("1{}", "0".repeat(400))] {
        check_refused(&format!(r#"{{"a":{huge}}}"#));
        check_accepted(&format!(r#"{{"c":{huge},"d":{huge}}}"#));
    }
}

#[test]
fn a_skipped_value_is_json_however_deep() {
    for depth in [1, 63, 64, 65, 127, 128, 129, 5_000] {
        let (open, close) = (r#"[{"x":"#.repeat(depth), "}]".repeat(depth));
        for field in ["c", "d"] {
            check_accepted(&format!(r#"{{"{field}":{open}0{close}}}"#));
            check_refused(&format!(r#"{{"{field}":{open}0{}}}"#, "]}".repeat(depth)));
            check_refused(&format!(r#"{{"{field}":{open}0{close}]}}"#));
            check_refused(&format!(r#"{{"{field}":{open}{close}}}"#));
        }
        check(&format!(r#"{{"a":{open}0{close}}}"#), "Other none None");
        check(&format!(r#"{{"b":[{open}0{close}]}}"#), "Missing other None");
    }
    check_refused(r#"{"c":[1,]}"#);
    check_refused(r#"{"c":{"x":1,}}"#);
    check_refused(r#"{"c":{"x" 1}}"#);
    check_refused(r#"{"c":{1:1}}"#);
    check_refused(r#"{"c":{,}}"#);
    check_refused(r#"{"c":[1 2]}"#);
    check_refused("{\"c\":\u{a0}1}");
}

/// A string's text; `None` if it is refused.
fn text_of(json: &str) -> Option<String> {
    let scalar = serde_json::from_str::<Scalar<'_>>(json).ok()?;
    scalar.text().map(Cow::into_owned)
}

#[track_caller]
fn check_string(json: &str, text: &str) {
    assert_eq!(text_of(json).as_deref(), Some(text), "{json}");
}

#[track_caller]
fn check_no_string(json: &str) {
    assert_eq!(text_of(json), None, "{json}");
}

#[test]
fn escapes_are_what_they_stand_for() {
    check_string(r#""""#, "");
    check_string(r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t");
    check_string(r#""\u00e9\u00E9é""#, "ééé");
    check_string(r#""\u0000""#, "\0");
    check_string(r#""\ud83d\ude00\uffff""#, "😀\u{ffff}");
    check_string(
        r#""one line of text, and then\n\tanother that is longer""#,
        "one line of text, and then\n\tanother that is longer",
    );
}

#[test]
fn half_a_character_is_refused_where_it_is_read_and_skipped_elsewhere() {
    for half in [r#""\ud800""#, r#""\udc00""#, r#""\ud800\n""#, r#""\ud800\ud800""#, r#""\ud800A""#] {
        check_no_string(half);
        check_refused(&format!(r#"{{"a":{half}}}"#));
        check_accepted(&format!(r#"{{"c":{half},"d":{half}}}"#));
    }
}

#[test]
fn a_wrong_escape_is_no_string() {
    check_no_string(r#""\x""#);
    check_no_string(r#""\u12""#);
    check_no_string(r#""\u12g4""#);
    check_no_string(r#""\u+123""#);
    check_no_string(r#""\"#);
    check_no_string(r#""\""#);
    check_no_string(r#"""#);
    check_no_string("\"a\nb\"");
    check_no_string("\"\\n\u{1f}\"");
}

#[test]
fn a_short_text_takes_little_memory() {
    let json = format!("\"\\n\"{}", " ".repeat(100_000));
    let text = text_of(&json).unwrap();
    assert_eq!(text, "\n");
    assert!(text.capacity() < 100, "{}", text.capacity());
}

#[test]
fn a_text_without_escapes_is_borrowed() {
    let is_borrowed = |json| matches!(serde_json::from_str(json), Ok(Scalar::Text(Cow::Borrowed(_))));
    assert!(is_borrowed(r#""text""#));
    assert!(!is_borrowed(r#""te\nxt""#));
}

/// JSON that may be wrong in its numbers, words and strings.
fn json() -> impl Strategy<Value = String> {
    let number = prop::sample::select(NUMBERS.as_slice()).prop_map(str::to_owned);
    let word = prop::sample::select(WORDS.as_slice()).prop_map(str::to_owned);
    let leaf = prop_oneof![string(), number, word, string()];
    leaf.prop_recursive(5, 40, 6, |value| {
        let list = prop::collection::vec(spaced(value.clone()), 0..5);
        let member = (spaced(key()), spaced(value)).prop_map(|(key, value)| format!("{key}:{value}"));
        let object = prop::collection::vec(member, 0..6);
        prop_oneof![
            1 => list.prop_map(|items| format!("[{}]", items.join(","))),
            2 => object.prop_map(|members| format!("{{{}}}", members.join(","))),
        ]
    })
}

fn spaced(json: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let space = || prop::sample::select(["", "", "", "", " ", "\t", "\r\n"].as_slice());
    (space(), json, space()).prop_map(|(before, json, after)| format!("{before}{json}{after}"))
}

fn string() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..6);
    pieces.prop_map(|pieces| format!("\"{}\"", pieces.concat()))
}

fn key() -> impl Strategy<Value = String> {
    let known = prop::sample::select(["a", "b", "c", "d", "\\u0061", "\\u0062"].as_slice());
    prop_oneof![8 => known.prop_map(|key| format!("\"{key}\"")), 1 => string()]
}

/// What a text becomes when a few of its characters are replaced, removed or repeated.
fn damaged(json: &str, edits: &[(prop::sample::Index, u8, char)]) -> String {
    let mut characters: Vec<char> = json.chars().collect();
    for (place, kind, character) in edits {
        if characters.is_empty() {
            break;
        }
        let place = place.index(characters.len());
        match kind {
            0 => characters[place] = *character,
            1 => drop(characters.remove(place)),
            2 => characters.insert(place, characters[place]),
            _ => characters.truncate(place),
        }
    }
    characters.into_iter().collect()
}

/// What is found raw, and read from there, gives what reading it in place gives.
fn check_raw(json: &str) {
    let raw = serde_json::from_str::<&RawValue>(json).ok();
    let skipped = serde_json::from_str::<IgnoredAny>(json).is_ok();
    assert_eq!(raw.is_some(), skipped, "{json}");
    let Some(raw) = raw else { return assert_eq!(fields(json), None, "{json}") };
    assert_eq!(fields(raw.get()), fields(json), "{json}");
    let listed = |json: &str| {
        let objects = serde_json::from_str::<Vec<Object<Innermost<'_>>>>(json).ok()?;
        Some(objects.iter().map(|object| format!("{object:?}")).collect::<Vec<_>>())
    };
    assert_eq!(listed(raw.get()), listed(json), "{json}, as a list");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// A field that is skipped, found raw or read from its raw text gives the same values.
    #[test]
    fn raw_values_are_read_as_values_in_place_are(json in spaced(json())) {
        check_raw(&json);
    }

    #[test]
    fn damaged_json_is_read_the_same_in_both_ways(
        json in json(),
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..4_u8, prop::sample::select(CHARACTERS.as_slice())),
            1..4,
        ),
    ) {
        check_raw(&damaged(&json, &edits));
    }
}

const NUMBERS: [&str; 28] = [
    "0",
    "7",
    "-7",
    "-0",
    "00",
    "01",
    "-",
    "+1",
    ".5",
    "1.",
    "1.5",
    "1e",
    "1e5",
    "1E+5",
    "1e-5",
    "1e+",
    "-1.5e-7",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775809",
    "1e308",
    "1e309",
    "-1e999",
    "0e999",
    "17976931348623157e292",
    "17976931348623159e292",
    "0.1e309",
    "1e-999",
];

const WORDS: [&str; 7] = ["true", "false", "null", "{}", "[]", "nul", "truee"];

const PIECES: [&str; 24] = [
    "a",
    "text",
    "a text that is longer than what is near, and by far",
    "\\n",
    "\\n",
    "\\\"",
    "\\\\",
    "\\t",
    "\\/",
    "\\r",
    "\\b",
    "\\f",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\udc00",
    "\\ud83d",
    "\\x",
    "\\u12",
    "\\",
    "é",
    "行",
    "\t",
    "\u{1}",
];

const CHARACTERS: [char; 20] = [
    '"', '\\', '{', '}', '[', ']', ',', ':', ' ', '\n', '\u{0}', '0', '1', '-', '.', 'e', 'u', 'n', 't', 'é',
];
