use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::journal::ShownFile;
use crate::journal::line::LONGEST_LINE;

fn check(unit: &str, count: usize, kept: usize, note: &str) {
    let text = cut(&unit.repeat(count), LONGEST_STRING);
    assert!(text.len() <= LONGEST_STRING, "{} bytes", text.len());
    let rest = text.strip_prefix(&unit.repeat(kept)).expect("the beginning is kept");
    assert_eq!(rest, note);
}

fn record(text: &str) -> Record {
    Record {
        caller: text.to_owned(),
        who: None,
        face: text.to_owned(),
        tool: text.to_owned(),
        arguments: text.to_owned(),
        time: UnixMillis(u64::MAX),
        outcome: CallOutcome::Denied,
        note: Some(OutcomeNote::Other(text.to_owned())),
        path: Some(text.to_owned()),
        digest: Some(Digest::of(b"")),
        before: Some(Digest::of(b"before")),
        after: Some(Digest::of(b"after")),
        receipt: Some(text.to_owned()),
        sent_bytes: u64::MAX,
        saved_bytes: Some(i64::MIN),
        making: Making::default(),
    }
}

fn written(record: &Record) -> Value {
    let (line, _) = RecordRow::of(record).line(u64::MAX, &Digest::of(b""), Some("repaired"));
    assert!(line.len() as u64 <= LONGEST_LINE, "{} bytes", line.len());
    serde_json::from_slice(&line).unwrap()
}

#[test]
fn a_long_text_is_cut_and_says_by_how_much() {
    check("", 0, 0, "");
    check("x", 4096, 4096, "");
    check("x", 4097, 4079, "[18 more bytes]");
    check("é", 2048, 2048, "");
    check("é", 2049, 2039, "[20 more bytes]");
    check("😀", 1025, 1019, "[24 more bytes]");
    check("x", 5_000_000, 4076, "[4995924 more bytes]");
}

#[test]
fn secrets_are_replaced_before_anything_is_cut() {
    let secret = format!("ghp_{}", "a1B2c3".repeat(6));
    let whole = written(&record(&secret));
    assert!(!whole.to_string().contains("ghp_"), "{whole}");
    assert_eq!(whole["redacted"], 7);
    let at_the_cut = written(&record(&format!("{} {secret}", "x".repeat(4050))));
    assert!(!at_the_cut.to_string().contains("ghp_"), "{at_the_cut}");
    assert_eq!(written(&record("plain")).get("redacted"), None);
}

#[test]
fn the_longest_record_fits_a_line() {
    for text in ["\u{1}", "\"", "\u{7f}", "é", "\u{ffff}", "😀"] {
        let file = |length: usize| ShownFile { root: 9, path: text.repeat(length), digest: Digest::of(b"") };
        for files in [vec![file(1); 64], vec![file(11_000 / text.len())], vec![file(5000); 64]] {
            let making = Making { files, lines: Some("9".repeat(4096)), ..Making::default() };
            written(&Record { making, ..record(&text.repeat(5000)) });
        }
    }
}

proptest! {
    #[test]
    fn every_string_survives_or_is_cut_to_its_beginning(text in "(?s).{0,40}", repeat in 1..150_usize) {
        let text = text.repeat(repeat);
        let value = written(&record(&text));
        let caller = value["caller"].as_str().unwrap();
        let clean = redact(&text).text;
        prop_assert!(caller.len() <= LONGEST_STRING);
        if clean.len() <= LONGEST_STRING {
            prop_assert_eq!(caller, clean);
        } else {
            let (kept, note) = caller.rsplit_once('[').unwrap();
            prop_assert!(clean.starts_with(kept));
            prop_assert_eq!(note, format!("{} more bytes]", clean.len() - kept.len()));
        }
    }
}
