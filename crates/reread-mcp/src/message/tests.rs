use super::{Flaw, check, id_of};

fn fine(text: &str) {
    assert_eq!(check(text.as_bytes()), Ok(()), "{text}");
}

fn ambiguous(text: &str, key: &str) {
    match check(text.as_bytes()) {
        Err(Flaw::Ambiguous(what)) => {
            assert!(what.contains(&format!("the key {key:?} stands twice")), "{what}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

fn not_json(text: impl AsRef<[u8]>) {
    let found = check(text.as_ref());
    assert!(matches!(found, Err(Flaw::NotJson(_))), "{found:?}");
}

fn id(text: &str, expected: Option<&str>) {
    let found = id_of(text.as_bytes()).map(|id| id.to_string());
    assert_eq!(found.as_deref(), expected, "{text}");
}

#[test]
fn a_value_of_any_kind_has_one_meaning() {
    for text in ["null", "true", "-0", "1.5", "9223372036854775808", "\"\"", "[]", "{}", " {} "] {
        fine(text);
    }
    fine(r#"{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":1},"__proto__":1}"#);
    fine(&format!("\"{}\"", "x".repeat(1 << 20)));
}

#[test]
fn a_key_that_stands_twice_is_found_at_any_depth_and_in_any_spelling() {
    ambiguous(r#"{"a":1,"a":1}"#, "a");
    ambiguous(r#"{"a":1,"b":2,"\u0061":3}"#, "a");
    ambiguous(r#"{"":1,"":2}"#, "");
    ambiguous(r#"[{"params":{"arguments":{"target":"a","mode":"file","target":"b"}}}]"#, "target");
}

#[test]
fn what_no_parser_can_hold_is_not_json() {
    for text in ["", "{", "nonsense", "{} {}", "1e999", "01", "\"\n\"", "{\"a\"}", "\u{feff}{}"] {
        not_json(text);
    }
    not_json(b"\"\xff\"");
    not_json("[".repeat(100_000));
    not_json("{\"a\":".repeat(100_000));
}

#[test]
fn complaints_are_short_and_on_one_line() {
    let key = "k\n".repeat(100_000).replace('\n', "\\n");
    let Err(Flaw::Ambiguous(what)) = check(format!("{{\"{key}\":1,\"{key}\":1}}").as_bytes()) else {
        panic!()
    };
    assert!(what.chars().count() <= 200 && !what.contains('\n'), "{what}");
}

#[test]
fn the_id_is_found_however_wrong_the_rest_is() {
    id(r#"{"id":7}"#, Some("7"));
    id(r#"{"id":"x","params":{"id":1}}"#, Some("x"));
    id(&format!(r#"{{"params":{}{},"id":7}}"#, "[".repeat(100_000), "]".repeat(100_000)), Some("7"));
    id(r#"{"params":1e999,"id":7}"#, Some("7"));
    id(r#"{"id":7,"params":"#, Some("7"));
    id(r#"{"id":7,"id":8}"#, None);
    id(r#"{"id":null}"#, None);
    id(r#"{"id":{"id":1}}"#, None);
    id(r#"{"params":{"id":1}}"#, None);
    id(r#"[{"id":1}]"#, None);
    id("7", None);
}
