use std::io::Write as _;

use super::*;

/// A file of 40 numbered lines, the last one without a line end.
fn numbered() -> (tempfile::NamedTempFile, Vec<u8>) {
    let text: String = (1..=40).map(|n| format!("{n:05} {}\n", "x".repeat(n % 7))).collect();
    let bytes = text.trim_end().as_bytes().to_vec();
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&bytes).unwrap();
    (file, bytes)
}

/// Takes the same portion with the file in memory, in one pass with a digest, and in one pass that stops.
fn check(wanted: Selection, keep: u64, expected: &str) {
    let (file, bytes) = numbered();
    let size = bytes.len() as u64;
    let snapshot = Snapshot {
        digest: Digest::of(&bytes),
        total_lines: count_lines(&bytes),
        bytes: bytes.clone().into(),
    };
    let ways = [
        ("memory", of_snapshot(&snapshot, wanted, keep)),
        ("pass", pass(file.as_file(), size, wanted, Reach { keep, digest_bytes: size })),
        ("bounded", pass(file.as_file(), size, wanted, Reach { keep, digest_bytes: 0 })),
    ];
    for (way, FilePortion { slice: portion, digest, total_lines, .. }) in ways {
        let end = usize::try_from(portion.start_byte).unwrap() + portion.bytes.len();
        assert_eq!(*portion.bytes, bytes[usize::try_from(portion.start_byte).unwrap()..end], "{way}");
        let line = portion.first_line.map_or("?".to_owned(), |line| line.to_string());
        let place = if portion.at_line_start { "start" } else { "inside" };
        let more = if portion.more { "more" } else { "all" };
        let shown =
            format!("line {line} {place} {more} {}", String::from_utf8_lossy(&portion.bytes).escape_debug());
        assert_eq!(shown, expected, "{way}");
        if way != "bounded" {
            assert_eq!((digest, total_lines), (Some(Digest::of(&bytes)), Some(40)), "{way}");
        }
    }
}

fn of_snapshot(snapshot: &Snapshot, wanted: Selection, keep: u64) -> FilePortion {
    let (slice, digest) = (snapshot.slice(wanted, keep), Some(snapshot.digest));
    FilePortion { slice, digest, total_lines: Some(snapshot.total_lines), snapshot: None }
}

fn pass(file: &File, size: u64, wanted: Selection, reach: Reach) -> FilePortion {
    let pass = match wanted {
        Selection::From(line) => StreamPass::new(Start::Line(line), u64::MAX, reach, size),
        Selection::Lines(range) => StreamPass::new(Start::Line(range.first()), range.last(), reach, size),
        Selection::FromByte(byte) => StreamPass::new(Start::Byte(byte), u64::MAX, reach, size),
        Selection::Last(_) => panic!("the end is not reached by a pass"),
    };
    pass.run(file).unwrap()
}

fn lines(first: u64, last: u64) -> Selection {
    Selection::Lines(LineRange::new(first, last).unwrap())
}

#[test]
fn exactly_the_lines_asked_for() {
    check(lines(1, 1), 100, "line 1 start all 00001 x\\n");
    check(lines(7, 8), 100, "line 7 start all 00007 \\n00008 x\\n");
    check(lines(40, 40), 100, "line 40 start all 00040 xxxxx");
    check(lines(39, 99), 100, "line 39 start all 00039 xxxx\\n00040 xxxxx");
    check(Selection::From(40), 100, "line 40 start all 00040 xxxxx");
}

#[test]
fn no_more_than_may_be_kept() {
    check(lines(7, 8), 9, "line 7 start more 00007 \\n00");
    check(lines(7, 8), 7, "line 7 start more 00007 \\n");
    check(Selection::From(39), 4, "line 39 start more 0003");
}

#[test]
fn from_a_byte_on() {
    check(Selection::FromByte(0), 4, "line 1 start more 0000");
    check(Selection::FromByte(8), 4, "line 2 start more 0000");
    check(Selection::FromByte(9), 4, "line 2 inside more 0002");
}

#[test]
fn a_start_behind_the_end_takes_nothing() {
    check(lines(41, 50), 100, "line 41 start all ");
}

#[test]
fn the_end_is_reached_without_the_rest() {
    let (file, bytes) = numbered();
    let size = bytes.len() as u64;
    for (count, keep, expected) in [
        (1, 100, "start all 00040 xxxxx"),
        (2, 100, "start all 00039 xxxx\n00040 xxxxx"),
        (40, 1000, &format!("start all {}", String::from_utf8_lossy(&bytes))),
        (2, 20, "start late 00040 xxxxx"),
        (2, 8, "inside late 40 xxxxx"),
    ] {
        for slice in [
            Slice::from_the_end(file.as_file(), size, count, keep).unwrap(),
            Slice::of(&bytes.clone().into(), Selection::Last(count), keep),
        ] {
            let place = if slice.at_line_start { "start" } else { "inside" };
            let late = if slice.starts_late { "late" } else { "all" };
            assert_eq!(format!("{place} {late} {}", String::from_utf8_lossy(&slice.bytes)), expected);
            assert_eq!(slice.start_byte + slice.bytes.len() as u64, size);
        }
    }
}
