use std::borrow::Cow;

use proptest::prelude::*;
use reread_codes::Code;

use super::*;
use crate::journal::line::seal;
use crate::journal::making::{Making, ShownFile};
use crate::journal::record::{CallOutcome, NotWritten, RecordRow, UnixMillis};

fn record(making: Making) -> Record {
    Record {
        caller: "pid 7".to_owned(),
        who: None,
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
        release: Some("0.1.0".into()),
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
    check(CallOutcome::Conflict, "conflict", OutcomeNote::NotWritten(NotWritten::Conflict));
    // As earlier releases recorded it.
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
    let many = |count: u64| (0..count).map(|n| shown(&format!("src/file-{n}.rs"))).collect();
    let kept = Making { files: many(400), ..Making::default() };
    assert_eq!(read_back(&record(kept.clone())).call.making, kept);
    // Each of these characters takes six bytes of its line.
    let spelled = (0..100).map(|n| shown(&format!("{}{n}", "é".repeat(100)))).collect();
    check(Making { files: spelled, ..Making::default() }, "too_many_files");
    check(Making { files: many(1000), ..Making::default() }, "too_many_files");
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

/// Lines that version 0.1.0 wrote: names, order and spelling of the members are the format.
#[test]
fn a_record_is_written_as_it_always_was() {
    for line in [
        r##"{"v":1,"seq":6,"prev":"95c67f36d936ad11411c219e0db08722518563214bac6c4d59538274e539baab","time":1794963700709,"caller":"pid:2971","face":"cli","tool":"read","arguments":"{\"mode\":\"outline\",\"target\":\"src/song.py\"}","outcome":"ok","path":"src/song.py","digest":"4614ca42fb7db5616e75465a5e4059c081a551f8275a552a789e4c556ab1fe00","receipt":"#200a7463b0ac@outline","mode":"outline","within":{"max_tokens":1100},"reply":"f2d0a50afca7d4bd57798d16011b3176fdd5faf6e6b81e9a94c9563eee42424b","sent_bytes":39,"hash":"131140486a26e834ec32967a9860920ade4baf060a4764abefa27e1a5d4b732b"}"##,
        r##"{"v":1,"seq":7,"prev":"131140486a26e834ec32967a9860920ade4baf060a4764abefa27e1a5d4b732b","time":1794963700854,"caller":"pid:2972","face":"cli","tool":"search","arguments":"{\"query\":\"verse\",\"is_regex\":false,\"case_sensitive\":true,\"max_matches\":100,\"before_lines\":0,\"after_lines\":0}","outcome":"ok","files":[{"path":"src/song.py","digest":"4614ca42fb7db5616e75465a5e4059c081a551f8275a552a789e4c556ab1fe00"}],"reply":"dd309b9fe507c2fe246fa53f75f41a2c91e26e9f5706b9add425bef2613242f9","sent_bytes":18,"hash":"008941c0625d80e7457cd3fb4c5ccb2cff745462555a495d98dd14c3ea40af72"}"##,
        r##"{"v":1,"seq":8,"prev":"008941c0625d80e7457cd3fb4c5ccb2cff745462555a495d98dd14c3ea40af72","time":1794963701061,"caller":"pid:3012","face":"cli","tool":"apply_patch","arguments":"{\"patch\":{\"digest\":\"e057f6141cb6b135ec0286ababf883528755eac3b82763616a9a368efb2ab3c1\",\"size_bytes\":48},\"filepath\":\"song.txt\",\"dry_run\":false,\"literal\":false}","outcome":"ok","path":"song.txt","digest":"24228b9e88b640e4983b119fecee069dedba3fa373a9cf31fb1c76306b90dd60","before":"cf0d7c4d35a22834cec96ef4557fa6353eb38486bfe9e5618358228ec4fcbf02","after":"24228b9e88b640e4983b119fecee069dedba3fa373a9cf31fb1c76306b90dd60","sent_bytes":0,"hash":"cc209fae3fe63574ee045e4e93ee9427329466916812695c79e1d22364be6b08"}"##,
        r##"{"v":1,"seq":9,"prev":"cc209fae3fe63574ee045e4e93ee9427329466916812695c79e1d22364be6b08","time":1794963701200,"caller":"pid:3049","face":"cli","tool":"read","arguments":"{\"mode\":\"file\",\"target\":\"song.txt\",\"known\":[\"#59eb05eef9a5@1-40\"]}","outcome":"ok","path":"song.txt","digest":"24228b9e88b640e4983b119fecee069dedba3fa373a9cf31fb1c76306b90dd60","receipt":"#ce1f351300c4@1-40","mode":"diff","base":"cf0d7c4d35a22834cec96ef4557fa6353eb38486bfe9e5618358228ec4fcbf02","reply":"26af0f2798e828807511719da6f51fd85c2358366ba8052324d6e1b8384e6123","sent_bytes":85,"saved_bytes":145,"hash":"46f4b662b11b3e0357304ebc630bf3f878c08625ee25f892eb62da5c15ca5bcc"}"##,
    ] {
        let JournalEntry { seq, call, .. } = JournalEntry::read(line.as_bytes()).unwrap();
        let prev = unseal(line.as_bytes()).unwrap().prev;
        let (written, _) = RecordRow::of(&call).line(seq, &prev, None);
        assert_eq!(String::from_utf8(written).unwrap(), format!("{line}\n"));
    }
}
