use std::borrow::Cow;

use proptest::prelude::*;
use reread_codes::Code;

use super::*;
use crate::journal::line::seal;
use crate::journal::making::{Making, ShownFile};
use crate::journal::record::{NotWritten, RecordRow};

fn record(making: Making) -> Record {
    Record {
        caller: "pid 7".to_owned(),
        face: "cli".to_owned(),
        tool: "read".to_owned(),
        arguments: "{}".to_owned(),
        time: UnixMillis(7),
        outcome: CallOutcome::Ok,
        note: None,
        path: Some("a.txt".to_owned()),
        digest: Some(Digest::of(b"a")),
        before: Some(Digest::of(b"before")),
        after: None,
        receipt: None,
        sent_bytes: 3,
        saved_bytes: Some(-4),
        making,
    }
}

fn read_back(record: &Record) -> JournalEntry {
    let (line, _) = RecordRow::of(record).line(1, &Digest::of(b""), None);
    JournalEntry::read(line.strip_suffix(b"\n").unwrap()).unwrap()
}

fn shown(path: &str) -> ShownFile {
    ShownFile { root: 1, path: path.to_owned(), digest: Digest::of(path.as_bytes()) }
}

#[test]
fn what_is_written_is_read_back() {
    let making = Making {
        root: 2,
        mode: Some("diff".into()),
        lines: Some("1-3,7-7".to_owned()),
        base: Some(Digest::of(b"base")),
        files: vec![shown("src/é.rs"), shown("b")],
        within: [(Cow::Borrowed("max_lines"), u64::MAX)].into(),
        reply: Some(Digest::of(b"reply")),
        not_replayable: Some("partial".into()),
    };
    let recorded = read_back(&record(making.clone()));
    assert_eq!((recorded.seq, &recorded.call), (1, &record(making.clone())));
    let cited: Vec<Digest> = recorded.cited().collect();
    let expected = [&b"a"[..], b"before", b"base", "src/é.rs".as_bytes(), b"b"].map(Digest::of);
    assert_eq!(cited, expected);
    assert_eq!(recorded.replayed_from().next(), None, "what is not replayable needs nothing");
    let replayable = Making { not_replayable: None, ..making.clone() };
    let needed: Vec<Digest> = read_back(&record(replayable.clone())).replayed_from().collect();
    assert_eq!(needed, [&b"a"[..], b"base", "src/é.rs".as_bytes(), b"b"].map(Digest::of));
    let without_reply = Making { reply: None, ..replayable };
    assert_eq!(read_back(&record(without_reply)).replayed_from().next(), None);
    assert_eq!(read_back(&record(Making::default())).call.making, Making::default());
}

/// A word of an answered call says why nothing was written; that of any other call is a code. Neither is guessed.
#[test]
fn the_word_of_an_outcome_is_read_back_by_its_type() {
    let check = |outcome: CallOutcome, word: &str, expected: OutcomeNote| {
        let note = OutcomeNote::of_word(outcome, word);
        assert_eq!((note.word(), &note), (word, &expected));
        let written = Record { outcome, note: Some(note), ..record(Making::default()) };
        assert_eq!(read_back(&written).call.note, Some(expected));
    };
    check(CallOutcome::Ok, "dry_run", OutcomeNote::NotWritten(NotWritten::DryRun));
    check(CallOutcome::Ok, "conflict", OutcomeNote::NotWritten(NotWritten::Conflict));
    check(CallOutcome::Ok, "missing", OutcomeNote::Other("missing".to_owned()));
    check(CallOutcome::Error, "missing", OutcomeNote::Failed(Code::Missing));
    check(CallOutcome::Denied, "dry_run", OutcomeNote::Other("dry_run".to_owned()));
    check(CallOutcome::Error, "restless", OutcomeNote::Other("restless".to_owned()));
}

#[test]
fn what_does_not_fit_is_left_out_and_cannot_be_replayed() {
    fn check(making: Making, why: &str) {
        let Making { files, lines, not_replayable, .. } = read_back(&record(making)).call.making;
        assert_eq!((files, lines, not_replayable.as_deref()), (Vec::new(), None, Some(why)));
    }
    let many = (0..200).map(|n| shown(&format!("src/file-{n}.rs"))).collect();
    check(Making { files: many, ..Making::default() }, "too_many_files");
    let secret = shown("ghp_abcdefghijklmnopqrstuvwxyz0123456789");
    check(Making { files: vec![secret], ..Making::default() }, "redacted");
    check(Making { lines: Some("1".repeat(5000)), ..Making::default() }, "too_many_lines");
}

#[test]
fn a_line_that_makes_no_sense_is_no_record() {
    let good = serde_json::json!({
        "v": 1, "seq": 1, "prev": "0".repeat(64), "time": 7, "caller": "c", "face": "cli", "tool": "read",
        "arguments": "{}", "outcome": "ok", "sent_bytes": 0,
    });
    let check = |key: &str, value: serde_json::Value, expected: bool| {
        let mut line = good.clone();
        line[key] = value;
        let (line, _) = seal(&line);
        assert_eq!(JournalEntry::read(line.strip_suffix(b"\n").unwrap()).is_some(), expected, "{key}");
    };
    check("unknown", 1.into(), true);
    check("digest", "0".repeat(64).into(), true);
    check("digest", "../../etc".into(), false);
    check("before", 7.into(), false);
    check("reply", "x".into(), false);
    check("outcome", "fine".into(), false);
    check("root", (-1).into(), false);
    check("within", serde_json::json!({ "max_lines": 1e300 }), false);
    check("files", serde_json::json!([{ "path": "a", "digest": "" }]), false);
    check("files", serde_json::json!([{ "path": "../a", "digest": "0".repeat(64) }]), true);
    assert_eq!(JournalEntry::read(b""), None);
    assert_eq!(JournalEntry::read(b"{}"), None);
}

proptest! {
    #[test]
    fn whatever_stands_in_a_line_is_read_or_refused(key in "[a-z_]{1,14}", text in "(?s).{0,40}", number in any::<u64>()) {
        let line = |value: serde_json::Value| {
            let mut object = serde_json::json!({ "v": 1, "seq": 1, "prev": "0".repeat(64), "time": 7, "caller": "",
                "face": "", "tool": "", "arguments": "", "outcome": "ok", "sent_bytes": 0 });
            object[&key] = value;
            seal(&object).0
        };
        for value in [text.clone().into(), number.into(), serde_json::json!([{ "path": text }])] {
            let _ = JournalEntry::read(line(value).trim_ascii_end());
        }
        let _ = JournalEntry::read(text.as_bytes());
    }
}
