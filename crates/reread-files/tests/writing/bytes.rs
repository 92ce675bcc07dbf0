//! What an edit does not speak of stays, byte for byte.

use reread_files::{EditOutcome, FileWriteMode};

use crate::writing::place::{Place, block, check_refused};

/// Replaces the line `two` and compares every byte.
#[track_caller]
fn check(before: &[u8], after: &[u8]) {
    let place = Place::new();
    place.put("a.txt", before);
    let reply = place.patch(block("a.txt", "two\n", "2\n")).unwrap();
    assert_eq!(reply.files[0].outcome, EditOutcome::Applied);
    assert_eq!(place.bytes("a.txt"), after, "{}", String::from_utf8_lossy(before));
    assert_eq!(place.names(), ["a.txt"], "nothing is left beside it");
}

#[test]
fn case_65_line_ends_and_byte_order_marks_stay() {
    check(b"one\ntwo\nthree\n", b"one\n2\nthree\n");
    check(b"one\r\ntwo\r\nthree\r\n", b"one\r\n2\r\nthree\r\n");
    check(b"one\r\ntwo\nthree\r\n", b"one\r\n2\nthree\r\n");
    check(b"one\ntwo\nthree", b"one\n2\nthree");
    check(b"\xef\xbb\xbfone\ntwo\n", b"\xef\xbb\xbfone\n2\n");
    check("one\u{2028}\x0c\ntwo\nfour\rfive\n".as_bytes(), "one\u{2028}\x0c\n2\nfour\rfive\n".as_bytes());
}

#[test]
fn case_66_bytes_that_are_no_text_stay() {
    check(b"caf\xe9\ntwo\n", b"caf\xe9\n2\n");
}

#[test]
fn case_67_an_ambiguous_place_is_refused() {
    let place = Place::new();
    place.put("a.txt", "x\ntwo\ny\ntwo\n");
    check_refused(place.patch(block("a.txt", "two\n", "2\n")), "ambiguous");
    check_refused(place.patch(block("a.txt", "three\n", "3\n")), "no_match");
    assert_eq!(place.bytes("a.txt"), b"x\ntwo\ny\ntwo\n");
}

#[test]
fn case_77_what_is_there_already_is_not_written() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    let before = std::fs::metadata(place.path("a.txt")).unwrap().modified().unwrap();
    let reply = place.write("a.txt", "one\n", None).unwrap();
    assert_eq!(reply.files[0].outcome, EditOutcome::NoChange);
    assert_eq!((reply.operation, reply.files[0].version), (None, None));
    assert_eq!(std::fs::metadata(place.path("a.txt")).unwrap().modified().unwrap(), before);
}

#[test]
fn case_48_what_stands_for_a_credential_is_not_written() {
    let place = Place::new();
    place.put("a.txt", "key = 1\n");
    check_refused(
        place.patch(block("a.txt", "key = 1\n", "key = [redacted:aws-access-key]\n")),
        "suspicious",
    );
    check_refused(place.write("b.txt", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n", None), "suspicious");
    assert_eq!(place.names(), ["a.txt"]);
}

#[test]
fn a_file_is_written_appended_to_and_created() {
    let place = Place::new();
    let created = place.write_as("deep/er/a.txt", "one\n", FileWriteMode::Create, None).unwrap();
    assert_eq!(created.files[0].version.unwrap().to_string(), "v1");
    assert_eq!(created.is_durable, Some(true));
    check_refused(place.write_as("deep/er/a.txt", "x", FileWriteMode::Create, None), "exists");
    place.write_as("deep/er/a.txt", "two\n", FileWriteMode::Append, None).unwrap();
    assert_eq!(place.bytes("deep/er/a.txt"), b"one\ntwo\n");
    let tag = place.tag("deep/er/a.txt");
    let written = place.write("deep/er/a.txt", "three\n", Some(&tag)).unwrap();
    assert_eq!(written.files[0].version.unwrap().to_string(), "v3");
    assert_eq!(place.bytes("deep/er/a.txt"), b"three\n");
}

#[test]
fn case_69_a_file_is_not_overwritten_from_an_old_version() {
    let place = Place::new();
    place.put("a.txt", "one\n");
    check_refused(place.write("a.txt", "mine\n", None), "stale");
    let tag = place.tag("a.txt");
    place.put("a.txt", "hers\n");
    check_refused(place.write("a.txt", "mine\n", Some(&tag)), "stale");
    check_refused(place.write("a.txt", "mine\n", Some("#0123456789ab@1")), "unknown_base");
    check_refused(place.write("a.txt", "mine\n", Some("v9")), "unknown_base");
    assert_eq!(place.bytes("a.txt"), b"hers\n");
}

#[test]
fn what_is_appended_takes_the_line_ends_of_the_file() {
    let place = Place::new();
    for (before, appended, after) in [
        ("one\r\ntwo\r\n", "x\n", "one\r\ntwo\r\nx\r\n"),
        ("one\r\ntwo\n", "x\n", "one\r\ntwo\nx\n"),
        ("one\n", "x\r\n", "one\nx\r\n"),
        ("one\r\n", "x\r\ny\n", "one\r\nx\r\ny\n"),
    ] {
        place.put("a.txt", before);
        place.write_as("a.txt", appended, FileWriteMode::Append, None).unwrap();
        assert_eq!(place.bytes("a.txt"), after.as_bytes());
    }
}
