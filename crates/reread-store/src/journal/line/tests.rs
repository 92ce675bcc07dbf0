use serde_json::json;

use super::*;

/// Seals a first record that says `text`.
fn sealed(text: &str) -> (Vec<u8>, Digest) {
    let prev = "0".repeat(64);
    seal(&json!({ "prev": prev, "seq": 1, "text": text, "v": FORMAT }))
}

fn check(text: &str, written: &str) {
    let (line, hash) = sealed(text);
    let line = String::from_utf8(line).unwrap();
    assert!(line.contains(written), "{line}");
    assert!(line.trim_end_matches('\n').bytes().all(|byte| matches!(byte, b' '..=b'~')), "{line}");
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&value["text"], &value["hash"]), (&json!(text), &json!(hash.to_string())));
    assert_eq!(unseal(line.trim_end().as_bytes()).unwrap().hash, hash);
}

#[test]
fn lines_are_printable_ascii_and_say_the_same() {
    check("", r#""text":"""#);
    check("plain ~", r#""text":"plain ~""#);
    check("a\"b\\c\n\0", r#""text":"a\"b\\c\n\u0000""#);
    check("\u{7f}\u{9b}2J", r#""text":"\u007f\u009b2J""#);
    check("é\u{2028}\u{202e}", r#""text":"\u00e9\u2028\u202e""#);
    check("x\u{1f600}y", r#""text":"x\ud83d\ude00y""#);
}

#[test]
fn the_hash_is_over_the_bytes_before_it() {
    let (line, hash) = sealed("x");
    let text = String::from_utf8(line).unwrap();
    let (body, rest) = text.split_once(",\"hash\":").unwrap();
    assert_eq!(Digest::of(body.as_bytes()), hash);
    assert_eq!(rest, format!("\"{hash}\"}}\n"));
}

#[test]
fn every_altered_bit_is_noticed() {
    let (mut line, _) = sealed("text \u{1f600}");
    line.pop();
    for at in 0..line.len() {
        for bit in 0..8 {
            line[at] ^= 1 << bit;
            assert!(unseal(&line).is_err(), "{}", String::from_utf8_lossy(&line));
            line[at] ^= 1 << bit;
        }
        assert_eq!(unseal(&line[..at]), Err(Unsound::Altered));
    }
}

#[test]
fn other_lines_are_refused() {
    fn check(object: &serde_json::Value, expected: Unsound) {
        let (line, _) = seal(object);
        assert_eq!(unseal(line.strip_suffix(b"\n").unwrap()), Err(expected), "{object}");
    }
    let prev = "0".repeat(64);
    check(&json!({ "v": 2, "seq": 1, "prev": prev }), Unsound::UnknownVersion(2));
    check(&json!({ "v": 0, "seq": 1, "prev": prev }), Unsound::UnknownVersion(0));
    check(&json!({ "seq": 1, "prev": prev }), Unsound::Altered);
    check(&json!({ "v": 1, "prev": prev }), Unsound::Altered);
    check(&json!({ "v": 1, "seq": -1, "prev": prev }), Unsound::Altered);
    check(&json!({ "v": 1, "seq": u64::MAX, "prev": prev }), Unsound::Altered);
    check(&json!({ "v": 1, "seq": 1, "prev": "0" }), Unsound::Altered);
    assert_eq!(unseal(b""), Err(Unsound::Altered));
    assert_eq!(unseal(br#"{"v":2}"#), Err(Unsound::UnknownVersion(2)));
}
