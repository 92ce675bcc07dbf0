//! Cases 65, 66, 67 and 77: every byte that an edit does not speak of stays, and an edit speaks of one place.

use std::time::{Duration, SystemTime};

use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends};

/// Replaces the line `two` by `2`, by each form of a patch, and compares every byte.
#[track_caller]
fn check(front_end: &FrontEnd, before: &[u8], after: &[u8]) {
    let version = reread_text::Digest::of(before).to_string();
    let patches = [
        Call::patch(&block("b.txt", "two\n", "2\n")),
        Call::patch_on(&version, &block("b.txt", "two\n", "2\n")),
        Call::patch_on(&version, "--- a/b.txt\n+++ b/b.txt\n@@ -2,1 +2,1 @@\n-two\n+2\n"),
        Call::patch("*** Begin Patch\n*** Update File: b.txt\n@@\n-two\n+2\n*** End Patch\n"),
    ];
    for call in patches {
        front_end.world.write("b.txt", before);
        let answer = front_end.ask(call.clone());
        assert_eq!(answer.outcome(), "applied", "{}: {call:?}: {answer:?}", before.escape_ascii());
        front_end.check_bytes("b.txt", after);
        assert_eq!(front_end.names(""), ["a.txt", "b.txt"], "nothing is left beside it");
    }
}

#[test]
fn case_65_line_ends_and_byte_order_marks_stay() {
    at_both_front_ends("case_65", |front_end| {
        check(front_end, b"one\ntwo\nthree\n", b"one\n2\nthree\n");
        check(front_end, b"one\r\ntwo\r\nthree\r\n", b"one\r\n2\r\nthree\r\n");
        check(front_end, b"one\r\ntwo\nthree\r\n", b"one\r\n2\nthree\r\n");
        check(front_end, b"one\rone\ntwo\nthree\rfour\r\nfive\r", b"one\rone\n2\nthree\rfour\r\nfive\r");
        check(front_end, b"one\ntwo\nthree", b"one\n2\nthree");
        check(front_end, b"one\r\ntwo\r\nthree", b"one\r\n2\r\nthree");
        check(front_end, b"\xef\xbb\xbfone\ntwo\n", b"\xef\xbb\xbfone\n2\n");
        check(front_end, b"\xef\xbb\xbfone\r\ntwo\r\n", b"\xef\xbb\xbfone\r\n2\r\n");
        check(front_end, b"one\x0c\ntwo\n\x0cthree\n", b"one\x0c\n2\n\x0cthree\n");
        check(
            front_end,
            "one\u{2028}one\ntwo\nthree\u{2029}\u{85}\n".as_bytes(),
            "one\u{2028}one\n2\nthree\u{2029}\u{85}\n".as_bytes(),
        );
        check(front_end, b"one\ntwo\n\n\n\n", b"one\n2\n\n\n\n");
        check(front_end, b"one  \ntwo\n\tthree \t\n", b"one  \n2\n\tthree \t\n");
        check(front_end, b"one\0one\ntwo\n", b"one\0one\n2\n");
    });
}

/// Of mixed line ends, an edit has to say the one that it means: `two` is not `two` and CR.
#[test]
fn case_65_a_line_end_that_is_not_the_usual_one_is_said_or_the_edit_refused() {
    at_both_front_ends("case_65_mixed", |front_end| {
        let before = b"one\ntwo\r\nthree\n";
        front_end.world.write("b.txt", before);
        front_end.ask(Call::patch(&block("b.txt", "two\n", "2\n"))).check_refused("no_match");
        front_end.check_bytes("b.txt", before);
        for (new, after) in [("2\r\n", &b"one\n2\r\nthree\n"[..]), ("2\n", b"one\n2\nthree\n")] {
            front_end.world.write("b.txt", before);
            front_end.ask(Call::patch(&block("b.txt", "two\r\n", new))).check_outcome("applied");
            front_end.check_bytes("b.txt", after);
        }
    });
}

/// A last line without a line end is edited, and none is added.
#[test]
fn case_65_a_last_line_without_a_line_end_stays_without() {
    at_both_front_ends("case_65_end", |front_end| {
        for (before, after) in [("one\ntwo", "one\n2"), ("one\r\ntwo", "one\r\n2"), ("two", "2")] {
            let number = before.lines().count();
            let hunk = format!(
                "@@ -{number} +{number} @@\n-two\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n"
            );
            for call in [Call::patch_of("b.txt", &hunk), Call::patch(&block("b.txt", "two\n", "2\n"))] {
                front_end.world.write("b.txt", before);
                front_end.ask(call).check_outcome("applied");
                front_end.check_bytes("b.txt", after);
            }
        }
    });
}

/// Without LF a file is one line, whatever other programs make of CR; the bytes around the edit stay.
#[test]
fn case_65_a_file_with_cr_alone_keeps_its_bytes() {
    at_both_front_ends("case_65_cr", |front_end| {
        let (before, after) = ("one\rtwo\rthree\r", "one\r2\rthree\r");
        let marker = "\\ No newline at end of file\n";
        for patch in [
            format!("--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-{before}\n{marker}+{after}\n{marker}"),
            block("b.txt", &format!("{before}\n"), &format!("{after}\n")),
        ] {
            front_end.world.write("b.txt", before);
            let answer = front_end.ask(Call::patch(&patch));
            answer.check_outcome("applied");
            front_end.check_bytes("b.txt", after);
        }
        front_end.world.write("b.txt", before);
        let tag = front_end.ask(Call::read("b.txt")).tag().to_owned();
        front_end.ask(Call::write_over("b.txt", after, &tag)).check_outcome("applied");
        front_end.check_bytes("b.txt", after);
        // A line of it is no line of the file.
        front_end.ask(Call::patch(&block("b.txt", "2\n", "two\n"))).check_refused("no_match");
        front_end.check_bytes("b.txt", after);
    });
}

/// No patch can speak of bytes in UTF-16, so none is applied, and no byte is converted.
#[test]
fn case_65_utf_16_is_left_alone() {
    at_both_front_ends("case_65_utf_16", |front_end| {
        let text = "one\ntwo\nthree\n";
        let little: Vec<u8> =
            [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> =
            [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            front_end.world.write("b.txt", &bytes);
            front_end.ask(Call::read("b.txt")).check_refused("not_text");
            for call in [
                Call::patch(&block("b.txt", "two\n", "2\n")),
                Call::patch_of("b.txt", "@@ -2 +2 @@\n-two\n+2\n"),
                Call::write("b.txt", "one\n2\nthree\n"),
            ] {
                assert_ne!(front_end.ask(call).code(), "");
                front_end.check_bytes("b.txt", &bytes);
            }
        }
    });
}

#[test]
fn case_66_bytes_that_are_no_text_survive_an_edit_beside_them() {
    at_both_front_ends("case_66", |front_end| {
        check(front_end, b"caf\xe9 is what it is about\ntwo\n", b"caf\xe9 is what it is about\n2\n");
        check(front_end, b"one\ntwo\ncaf\xe9\xff\xc3", b"one\n2\ncaf\xe9\xff\xc3");
        check(front_end, b"\xe9\r\ntwo\r\n", b"\xe9\r\n2\r\n");
    });
}

/// A caller that was shown U+FFFD in place of a byte cannot write it back.
#[test]
fn case_66_what_stands_for_a_byte_reaches_no_disk() {
    at_both_front_ends("case_66_back", |front_end| {
        let bytes = b"caf\xe9 is what it is about\ntwo\n";
        front_end.world.write("b.txt", bytes);
        let shown = front_end.ask(Call::read("b.txt"));
        assert_eq!(shown.text(), "caf\u{fffd} is what it is about\ntwo\n");
        let digest = reread_text::Digest::of(bytes).to_string();
        for call in [
            Call::write_over("b.txt", "caf\u{fffd} is what it is about\n2\n", &digest),
            Call::write("b.txt", "caf\u{fffd} is what it is about\n2\n"),
            Call::append("b.txt", "caf\u{fffd} is what it is about\n"),
            Call::patch(&block(
                "b.txt",
                "caf\u{fffd} is what it is about\ntwo\n",
                "caf\u{fffd} is what it is about\n2\n",
            )),
            Call::patch_of("b.txt", "@@ -1,2 +1,2 @@\n caf\u{fffd} is what it is about\n-two\n+2\n"),
            Call::patch(&block("b.txt", "two\n", "caf\u{fffd} is what it is about\n")),
        ] {
            let answer = front_end.ask(call.clone());
            assert_ne!(answer.code(), "", "{call:?}: {answer:?}");
            front_end.check_bytes("b.txt", bytes);
        }
        // It is a character like any other where the file has it, or is text.
        front_end.world.write("c.txt", "\u{fffd}\ntwo\n");
        front_end.ask(Call::patch(&block("c.txt", "two\n", "\u{fffd}2\n"))).check_outcome("applied");
        front_end.check_bytes("c.txt", "\u{fffd}\n\u{fffd}2\n");
    });
}

#[test]
fn case_67_a_text_that_is_there_twice_is_not_edited_and_its_lines_are_named() {
    at_both_front_ends("case_67", |front_end| {
        let twice = "x\ntwo\ny\ntwo\n";
        let overlapping = "a\na\na\n";
        for (content, patch, lines) in [
            (twice, block("b.txt", "two\n", "2\n"), &["2", "4"][..]),
            (
                twice,
                "*** Begin Patch\n*** Update File: b.txt\n@@\n-two\n+2\n*** End Patch\n".to_owned(),
                &["2", "4"],
            ),
            (overlapping, block("b.txt", "a\na\n", "b\n"), &["1", "2"]),
            (overlapping, block("b.txt", "a\n", "b\n"), &["1", "2", "3"]),
        ] {
            front_end.world.write("b.txt", content);
            let answer = front_end.check_refused(Call::patch(&patch), "ambiguous");
            let words = answer.words();
            assert!(lines.iter().all(|line| words.contains(line)), "{patch}: {words}");
            front_end.check_bytes("b.txt", content);
        }
        front_end.world.write("b.txt", twice);
        for patch in [
            block("b.txt", "", "new\n"),
            block("b.txt", "", ""),
            "--- a/b.txt\n+++ b/b.txt\n@@ -1,0 +2 @@\n+new\n".to_owned(),
        ] {
            let answer = front_end.ask(Call::patch(&patch));
            assert_ne!(answer.code(), "", "{patch}: {answer:?}");
            front_end.check_bytes("b.txt", twice);
        }
    });
}

#[test]
fn case_77_what_is_there_already_is_not_written() {
    at_both_front_ends("case_77", |front_end| {
        front_end.put("b.txt", "one\n");
        let path = front_end.world.path("b.txt");
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        std::fs::File::options().write(true).open(&path).unwrap().set_modified(long_ago).unwrap();
        let identity = || {
            let metadata = std::fs::metadata(&path).unwrap();
            (std::os::unix::fs::MetadataExt::ino(&metadata), metadata.modified().unwrap())
        };
        let before = identity();
        for call in [
            Call::write("b.txt", "one\n"),
            Call::write_over("b.txt", "one\n", "v1"),
            Call::append("b.txt", ""),
            Call::patch(&block("b.txt", "one\n", "one\n")),
            Call::rollback("b.txt", "v1"),
        ] {
            let answer = front_end.ask(call.clone());
            assert_eq!((answer.code(), answer.outcome()), ("", "no_change"), "{call:?}: {answer:?}");
            assert!(answer.reply["version_id"].is_null(), "{answer:?}");
        }
        assert_eq!(identity(), before);
        let history = front_end.ask(Call::history("b.txt"));
        assert_eq!(history.reply["versions"].as_array().unwrap().len(), 1, "{history:?}");
    });
}
