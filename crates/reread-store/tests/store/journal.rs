//! One chain, and every way of tampering with it is reported at the right line.

use std::thread;

use proptest::prelude::*;
use reread_store::{
    BrokenChain, CallOutcome, Damage, FileReads, JournalError, OutcomeNote, Record, UnixMillis, VerifiedChain,
};
use reread_text::Digest;
use serde_json::Value;

use crate::world::{World, record};

const JOURNAL: &str = "audit/journal.jsonl";
const HEAD: &str = "audit/head";
const RECORDS: usize = 5;

/// A journal of five records, and its lines with their newlines.
fn five() -> (World, Vec<Vec<u8>>) {
    let world = World::new();
    let journal = world.journal();
    for n in 0..RECORDS {
        journal.append(&record(&format!("file {n}"))).unwrap();
    }
    let lines = world.read(JOURNAL).split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    (world, lines)
}

/// What verification says about these lines: `line code`.
fn verdict(world: &World, lines: &[Vec<u8>]) -> String {
    world.write(JOURNAL, &lines.concat());
    said(world)
}

fn said(world: &World) -> String {
    match world.journal().verify() {
        Ok(verified) => format!("{} records", verified.records),
        Err(BrokenChain { line, what }) => format!("{line} {}", what.word()),
    }
}

/// Tampering is still reported, at the same line, after others went on appending.
fn check_stays_broken(world: &World, line: usize) {
    world.journal().append(&record("later")).unwrap();
    let later = said(world);
    assert!(later.starts_with(&format!("{line} ")), "line {line} became {later}");
}

/// A line with another text and a hash that fits it.
fn forge(line: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(line.to_vec()).unwrap();
    let (body, _) = text.split_once(",\"hash\":").unwrap();
    let body = body.replace("\"face\":\"cli\"", "\"face\":\"mcp\"");
    format!("{body},\"hash\":\"{}\"}}\n", Digest::of(body.as_bytes())).into_bytes()
}

#[test]
fn records_are_lines_of_json_that_name_the_one_before() {
    let world = World::new();
    let journal = world.journal();
    assert_eq!(journal.verify().unwrap(), VerifiedChain { first: 1, records: 0, head: zeros(), repairs: 0 });
    assert_eq!(journal.tail(9).unwrap(), [""; 0]);
    let first = journal.append(&record("a")).unwrap();
    let second = journal.append(&record("b")).unwrap();
    assert_eq!((first.seq, second.seq), (1, 2));
    assert_eq!(
        journal.verify().unwrap(),
        VerifiedChain { first: 1, records: 2, head: second.hash, repairs: 0 }
    );
    let lines: Vec<Value> =
        journal.tail(9).unwrap().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["prev"], zeros().to_string());
    assert_eq!(lines[1]["prev"], first.hash.to_string());
    assert_eq!(lines[1]["hash"], second.hash.to_string());
    assert_eq!((&lines[1]["v"], &lines[1]["seq"]), (&1.into(), &2.into()));
    assert_eq!((&lines[1]["path"], &lines[1]["outcome"]), (&"b".into(), &"ok".into()));
    assert_eq!(lines[1].get("code"), None);
}

fn zeros() -> Digest {
    "0".repeat(64).parse().unwrap()
}

#[test]
fn the_written_form_does_not_drift() {
    let world = World::new();
    world.journal().append(&record("a")).unwrap();
    let zeros = zeros();
    let digest = Digest::of(b"a");
    let body = format!(
        r#"{{"v":1,"seq":1,"prev":"{zeros}","time":1700000000000,"caller":"pid 7","face":"cli","tool":"read","arguments":"{{\"target\":\"a\"}}","outcome":"ok","path":"a","digest":"{digest}","sent_bytes":12"#
    );
    let hash = Digest::of(body.as_bytes());
    let line = format!("{body},\"hash\":\"{hash}\"}}\n");
    assert_eq!(String::from_utf8(world.read(JOURNAL)).unwrap(), line);
    let head = format!("1 {:020} {:020} {hash}\n", 1, line.len());
    assert_eq!(String::from_utf8(world.read(HEAD)).unwrap(), head);
}

#[test]
fn the_tail_is_the_end_of_the_file() {
    let (world, lines) = five();
    let lines: Vec<String> =
        lines.iter().map(|line| String::from_utf8_lossy(line).trim_end().to_owned()).collect();
    for count in 0..8 {
        let expected = &lines[RECORDS.saturating_sub(count)..];
        assert_eq!(world.journal().tail(count).unwrap(), expected, "{count}");
    }
    world.write(JOURNAL, format!("{}\n{}", lines[0], lines[1]).as_bytes());
    assert_eq!(world.journal().tail(2).unwrap(), lines[..1]);
    world.write(JOURNAL, b"\xff\n");
    assert_eq!(world.journal().tail(usize::MAX).unwrap(), ["\u{fffd}"]);
    world.write(JOURNAL, &[vec![b'x'; 17 << 20], b"\nend\n".to_vec()].concat());
    assert_eq!(world.journal().tail(9).unwrap(), ["end"]);
}

#[test]
fn an_altered_byte_is_reported_at_its_record() {
    let (world, lines) = five();
    for (at, line) in lines.iter().enumerate() {
        for byte in 0..line.len() {
            let mut altered = lines.clone();
            altered[at][byte] ^= 1;
            let verdict = verdict(&world, &altered);
            assert!(
                verdict.starts_with(&format!("{} ", at + 1)),
                "byte {byte} of line {}: {verdict}",
                at + 1
            );
        }
    }
    assert_eq!(verdict(&world, &lines), "5 records");
}

#[test]
fn a_removed_record_is_reported_where_it_stood() {
    for at in 0..RECORDS {
        let (world, mut lines) = five();
        lines.remove(at);
        let code = if at == RECORDS - 1 { "cut_off" } else { "out_of_order" };
        assert_eq!(verdict(&world, &lines), format!("{} {code}", at + 1));
        check_stays_broken(&world, at + 1);
    }
}

#[test]
fn swapped_and_repeated_records_are_reported_where_they_begin() {
    let (world, lines) = five();
    for first in 0..RECORDS {
        for second in first + 1..RECORDS {
            let mut swapped = lines.clone();
            swapped.swap(first, second);
            assert_eq!(verdict(&world, &swapped), format!("{} out_of_order", first + 1));
        }
        let mut repeated = lines.clone();
        repeated.insert(first, lines[first].clone());
        assert_eq!(verdict(&world, &repeated), format!("{} out_of_order", first + 2));
    }
}

#[test]
fn a_forged_record_does_not_fit_its_neighbour() {
    for at in 0..RECORDS {
        let (world, mut lines) = five();
        lines[at] = forge(&lines[at]);
        let expected =
            if at == RECORDS - 1 { "5 head_disagrees".to_owned() } else { format!("{} unlinked", at + 2) };
        assert_eq!(verdict(&world, &lines), expected);
        check_stays_broken(&world, (at + 2).min(RECORDS + 1));
    }
}

#[test]
fn a_cut_at_any_byte_is_reported_at_the_first_missing_record() {
    let (world, lines) = five();
    let (whole, head) = (lines.concat(), world.read(HEAD));
    for length in 0..whole.len() {
        world.write(JOURNAL, &whole[..length]);
        world.write(HEAD, &head);
        let line = 1 + whole[..length].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(said(&world), format!("{line} cut_off"), "{length} bytes");
        // Moving a torn line aside waits for the disk, so not every length goes through it.
        if length % 41 == 0 || whole[length] == b'\n' || length > 0 && whole[length - 1] == b'\n' {
            check_stays_broken(&world, line);
        }
    }
    world.remove(JOURNAL);
    world.write(HEAD, &head);
    assert_eq!(said(&world), "1 cut_off");
    check_stays_broken(&world, 1);
}

#[test]
fn added_lines_are_reported() {
    let (world, lines) = five();
    let added = |line: &[u8]| [&lines[..], &[line.to_vec()]].concat();
    assert_eq!(verdict(&world, &added(b"\n")), "6 altered");
    assert_eq!(verdict(&world, &added(b"{}\n")), "6 altered");
    assert_eq!(verdict(&world, &added(&[b'x'; 300 << 10])), "6 altered");
    assert_eq!(verdict(&world, &added(b"{\"v\":2}\n")), "6 unknown_version");
    assert_eq!(verdict(&world, &added(b"added\n")), "6 altered");
    check_stays_broken(&world, 6);
}

#[test]
fn the_next_record_tells_of_tampering() {
    fn check(world: &World, seq: u64, note: &str) {
        assert_eq!(world.journal().append(&record("later")).unwrap().seq, seq);
        let last = world.journal().tail(1).unwrap().remove(0);
        assert_eq!(serde_json::from_str::<Value>(&last).unwrap()["repaired"], note);
    }
    let (world, lines) = five();
    world.write(JOURNAL, &lines[..4].concat());
    check(&world, 6, &format!("{} bytes were cut off", lines[4].len()));

    let (world, lines) = five();
    world.write(JOURNAL, &[lines.concat(), b"added\n".to_vec()].concat());
    check(&world, 6, "lines were added by another hand");

    // A sixth record that is whole, but follows from another fifth.
    let (other, _) = five();
    let (world, lines) = five();
    let mut strange = record("strange");
    strange.sent_bytes = 13;
    other.write(JOURNAL, &[&lines[..4], &[forge(&lines[4])]].concat().concat());
    other.remove(HEAD);
    other.journal().append(&strange).unwrap();
    let sixth = other.journal().tail(1).unwrap().remove(0);
    world.write(JOURNAL, &[lines.concat(), format!("{sixth}\n").into_bytes()].concat());
    check(&world, 6, "lines were added by another hand");
    assert_eq!(said(&world), "6 unlinked");
}

#[test]
fn a_newer_format_is_refused_and_left_as_it_is() {
    let (world, lines) = five();
    let head = String::from_utf8(world.read(HEAD)).unwrap();
    world.write(HEAD, head.replacen('1', "2", 1).as_bytes());
    let before = (world.read(JOURNAL), world.read(HEAD));
    assert!(matches!(world.journal().append(&record("x")), Err(JournalError::Newer(2))));
    assert_eq!(before, (world.read(JOURNAL), world.read(HEAD)));
    assert_eq!(said(&world), "5 unknown_version");

    world.remove(HEAD);
    world.write(JOURNAL, &[lines.concat(), b"{\"v\":3}\n".to_vec()].concat());
    assert!(matches!(world.journal().append(&record("x")), Err(JournalError::Newer(3))));
    assert_eq!(said(&world), "6 unknown_version");
}

#[test]
fn every_damaged_head_is_reported() {
    let (world, _) = five();
    let head = world.read(HEAD);
    for length in 1..head.len() {
        world.write(HEAD, &head[..length]);
        assert_eq!(said(&world), "5 damaged_head");
    }
    world.write(HEAD, b"");
    assert_eq!(said(&world), "5 missing_head");
    for bit in 0..head.len() * 8 {
        let mut flipped = head.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        world.write(HEAD, &flipped);
        assert!(world.journal().verify().is_err(), "{}", String::from_utf8_lossy(&flipped));
    }
}

#[test]
fn writers_at_once_keep_one_chain() {
    let world = World::new();
    world.state();
    let shared = world.journal();
    let mut numbers: Vec<u64> = thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .map(|writer| {
                let (world, shared) = (&world, &shared);
                scope.spawn(move || {
                    let own = world.journal();
                    let journal = if writer % 2 == 0 { shared } else { &own };
                    let append = |n| journal.append(&record(&format!("{writer} {n}"))).unwrap().seq;
                    (0..40).map(append).collect::<Vec<u64>>()
                })
            })
            .collect();
        let checker = scope.spawn(|| (0..20).all(|_| shared.verify().is_ok()));
        assert!(checker.join().unwrap());
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=320).collect::<Vec<u64>>());
    let verified = shared.verify().unwrap();
    assert_eq!((verified.records, verified.repairs), (320, 0));
}

#[test]
fn damage_is_told_in_words() {
    let check = |line, what, message: &str| assert_eq!(BrokenChain { line, what }.to_string(), message);
    check(3, Damage::Altered, "line 3 of the journal was altered");
    check(
        3,
        Damage::OutOfOrder { expected: 3, found: 4 },
        "line 3 of the journal holds record 4 in place of record 3",
    );
    check(3, Damage::CutOff(9), "line 3 of the journal is missing or cut off: there were 9 records");
}

fn any_record() -> impl Strategy<Value = Record> {
    ("(?s).{0,60}", "(?s).{0,60}", prop::option::of("(?s).{0,20}"), any::<u64>()).prop_map(
        |(caller, arguments, code, sent_bytes)| {
            let note = code.map(OutcomeNote::Other);
            Record { caller, arguments, note, sent_bytes, ..record("p") }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_is_recorded_keeps_the_chain(records in prop::collection::vec(any_record(), 1..12)) {
        let world = World::new();
        let journal = world.journal();
        for record in &records {
            journal.append(record).unwrap();
        }
        prop_assert_eq!(journal.verify().unwrap().records, records.len() as u64);
        let lines = journal.tail(records.len()).unwrap();
        for (line, record) in lines.iter().zip(&records) {
            let value: Value = serde_json::from_str(line).unwrap();
            prop_assert_eq!(&value["sent_bytes"], &Value::from(record.sent_bytes));
            prop_assert!(line.bytes().all(|byte| matches!(byte, b' '..=b'~')));
        }
    }
}

#[test]
fn files_that_something_was_sent_of_are_recalled_newest_first() {
    let world = World::new();
    let journal = world.journal();
    assert_eq!(journal.recall(9, Record::has_shown).unwrap(), []);
    let records = [
        record("a"),
        Record { outcome: CallOutcome::Error, ..record("failed") },
        Record { sent_bytes: 0, ..record("not-sent") },
        Record { digest: None, ..record("no-digest") },
        Record { path: None, ..record("no-path") },
        record("ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
        Record { receipt: Some("#0123456789ab@1-2".to_owned()), ..record("b") },
    ];
    records.iter().for_each(|record| {
        journal.append(record).unwrap();
    });
    let recalled = |records| -> Vec<String> {
        journal
            .recall(records, Record::has_shown)
            .unwrap()
            .into_iter()
            .filter_map(|recalled| recalled.path)
            .collect()
    };
    assert_eq!(recalled(9), ["b", "a"]);
    assert_eq!(recalled(6), ["b"]);
    assert_eq!(
        journal.recall(1, Record::has_shown).unwrap()[0].receipt.as_deref(),
        Some("#0123456789ab@1-2")
    );
    let altered = String::from_utf8(world.read(JOURNAL)).unwrap().replace("\"path\":\"b\"", "\"path\":\"c\"");
    world.write(JOURNAL, altered.as_bytes());
    assert_eq!(recalled(9), ["a"]);
}

#[test]
fn reads_are_counted_file_by_file() {
    let world = World::new();
    let journal = world.journal();
    assert_eq!(journal.file_reads().unwrap(), []);
    let read = |path: &str, saved: i64| Record { saved_bytes: Some(saved), ..record(path) };
    let records = [
        read("b", -60),
        Record { time: UnixMillis(1_700_000_000_001), ..read("b", 500) },
        Record { digest: None, ..read("a", i64::MAX) },
        read("a", 1),
        Record { outcome: CallOutcome::Denied, ..read("a", 7) },
        record("a"),
        read("ghp_abcdefghijklmnopqrstuvwxyz0123456789", 7),
    ];
    records.iter().for_each(|record| {
        journal.append(record).unwrap();
    });
    let counted =
        |file: FileReads| (file.path, file.reads, file.sent_bytes, file.saved_bytes, file.last.0 % 10);
    let counts = || journal.file_reads().unwrap().into_iter().map(counted).collect::<Vec<_>>();
    let (a, b) = ("a".to_owned(), "b".to_owned());
    assert_eq!(counts(), [(a.clone(), 2, 24, i64::MAX, 0), (b.clone(), 2, 24, 440, 1)]);
    let text =
        String::from_utf8(world.read(JOURNAL)).unwrap().replace("\"saved_bytes\":500", "\"saved_bytes\":900");
    world.write(JOURNAL, format!("{text}{{\"path\":\"a\"").as_bytes());
    assert_eq!(
        counts(),
        [(a, 2, 24, i64::MAX, 0), (b, 1, 12, -60, 0)],
        "what was altered or torn does not count"
    );
}
