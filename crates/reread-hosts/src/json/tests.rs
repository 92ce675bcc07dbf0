//! Every text is read twice, by the same definition of fields: here, and by `serde_json`.

use proptest::prelude::*;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::*;

#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'a, R: Deserialize<'de>"))]
struct Fields<'a, R> {
    #[serde(default)]
    a: Scalar<'a>,
    #[serde(default)]
    b: Object<Inner<'a, R>>,
    #[serde(default)]
    c: Option<R>,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'a, R: Deserialize<'de>"))]
struct Inner<'a, R> {
    #[serde(default)]
    a: Scalar<'a>,
    #[serde(default)]
    b: Vec<Object<Innermost<'a>>>,
    #[serde(default)]
    c: Option<R>,
}

#[derive(Debug, Deserialize)]
struct Innermost<'a> {
    #[serde(borrow, default)]
    a: Scalar<'a>,
}

trait Text {
    fn text(&self) -> &str;
}

impl Text for Raw<'_> {
    fn text(&self) -> &str {
        self.get()
    }
}

impl Text for &RawValue {
    fn text(&self) -> &str {
        self.get()
    }
}

/// All that was read, in words.
fn words<R: Text>(object: Object<Fields<'_, R>>) -> String {
    let text = |raw: Option<R>| raw.map(|raw| raw.text().to_owned());
    match object {
        Object::Is(Fields { a, b: Object::Is(inner), c }) => {
            let innermost: Vec<_> = inner.b.into_iter().map(|object| object.shape().map(|is| is.a)).collect();
            format!("{a:?} {:?} {innermost:?} {:?} {:?}", inner.a, text(inner.c), text(c))
        }
        Object::Is(Fields { a, b, c }) => {
            format!("{a:?} {} {:?}", if matches!(b, Object::Missing) { "none" } else { "other" }, text(c))
        }
        Object::Missing | Object::Other => "other".to_owned(),
    }
}

/// Both readings, if they agree.
fn check(json: &str) -> Option<String> {
    let ours = from_text::<Object<Fields<'_, Raw<'_>>>>(json).ok().map(words);
    let theirs = serde_json::from_str::<Object<Fields<'_, &RawValue>>>(json).ok().map(words);
    assert_eq!(ours, theirs, "{json}");
    let ours = from_text::<Raw<'_>>(json).ok();
    let theirs = serde_json::from_str::<&RawValue>(json).ok();
    assert_eq!(ours.map(Raw::get), theirs.map(RawValue::get), "{json}");
    if let Some(raw) = ours {
        let again = from_raw::<Object<Fields<'_, Raw<'_>>>>(raw).ok().map(words);
        let theirs = serde_json::from_str::<Object<Fields<'_, &RawValue>>>(raw.get()).ok().map(words);
        assert_eq!(again, theirs, "{json}, again");
        let list = |objects: &mut Vec<_>, object: Object<Innermost<'_>>| objects.push(format!("{object:?}"));
        let (mut listed, mut theirs) = (Vec::new(), Vec::new());
        let is_list = each(raw, |object| list(&mut listed, object)).is_ok();
        let objects = serde_json::from_str::<Vec<Object<Innermost<'_>>>>(raw.get());
        assert_eq!(is_list, objects.is_ok(), "{json}, as a list");
        objects.into_iter().flatten().for_each(|object| list(&mut theirs, object));
        assert!(!is_list || listed == theirs, "{json}, as a list");
    }
    from_text::<Object<Fields<'_, Raw<'_>>>>(json).ok().map(words)
}

#[track_caller]
fn check_refused(json: &str) {
    assert_eq!(check(json), None, "{json}");
}

#[test]
fn fields_are_read_as_serde_json_reads_them() {
    let check = |json: &str, expected: &str| assert_eq!(check(json).as_deref(), Some(expected), "{json}");
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
}

#[test]
fn a_field_said_twice_is_refused() {
    check_refused(r#"{"a":1,"a":1}"#);
    check_refused(r#"{"b":{"c":1,"c":1}}"#);
    assert!(check(r#"{"d":1,"d":1}"#).is_some());
}

#[test]
fn every_form_of_a_number_is_known() {
    for number in NUMBERS {
        check(number);
        check(&format!(r#"{{"a":{number}}}"#));
        check(&format!(r#"{{"c":{number},"d":{number}}}"#));
    }
    let long = format!("1{}", "0".repeat(400));
    check_refused(&format!(r#"{{"a":{long}}}"#));
    assert!(check(&format!(r#"{{"c":{long},"d":{long}}}"#)).is_some());
}

#[test]
fn what_is_stepped_over_is_json_however_deep() {
    for depth in [1, 63, 64, 65, 127, 128, 129, 5_000] {
        let (open, close) = (r#"[{"x":"#.repeat(depth), "}]".repeat(depth));
        assert!(check(&format!(r#"{{"c":{open}0{close}}}"#)).is_some());
        check_refused(&format!(r#"{{"c":{open}0{}}}"#, "]}".repeat(depth)));
        check_refused(&format!(r#"{{"c":{open}0{close}]}}"#));
        check_refused(&format!(r#"{{"c":{open}{close}}}"#));
    }
    check_refused(r#"{"c":[1,]}"#);
    check_refused(r#"{"c":{"x":1,}}"#);
    check_refused(r#"{"c":{"x" 1}}"#);
    check_refused(r#"{"c":{1:1}}"#);
    check_refused(r#"{"c":{,}}"#);
    check_refused(r#"{"c":[1 2]}"#);
    check_refused("{\"c\":\u{a0}1}");
}

/// A text that is JSON, or nearly.
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn any_json_is_read_as_serde_json_reads_it(json in spaced(json())) {
        check(&json);
    }

    #[test]
    fn any_damage_is_seen_as_serde_json_sees_it(
        json in json(),
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..4_u8, prop::sample::select(CHARACTERS.as_slice())),
            1..4,
        ),
    ) {
        check(&damaged(&json, &edits));
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
