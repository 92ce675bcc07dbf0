//! How the host shows files.

use reread_claude_e2e::{ClaudeCall, ClaudeScript, ClaudeVersion, ClaudeWorld};

/// Reads files of these contents one after the other and compares what the model gets.
fn check(cases: &[(&[u8], &str)]) {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
    let mut script = ClaudeScript::new();
    for (index, (content, _)) in cases.iter().enumerate() {
        let name = format!("file-{index}.txt");
        world.write(&name, content);
        script = script.call(ClaudeCall::read(world.path(&name)));
    }
    let shown = world.play(&script).results();
    for ((content, expected), shown) in cases.iter().zip(shown) {
        let notice = expected.strip_suffix('…').map_or(shown == *expected, |begin| shown.starts_with(begin));
        assert!(notice, "{:?} is shown as {shown:?}", String::from_utf8_lossy(content));
    }
}

#[test]
fn read_numbers_lines_and_adds_an_empty_one_after_the_last_line_end() {
    check(&[
        (b"one\ntwo\nthree\n", "1\tone\n2\ttwo\n3\tthree\n4\t"),
        (b"one\ntwo", "1\tone\n2\ttwo"),
        (b"one\n\n\n", "1\tone\n2\t\n3\t\n4\t"),
        (b"\n", "1\t\n2\t"),
        (b"", "<system-reminder>Warning: the file exists but the contents are empty.</system-reminder>"),
    ]);
}

#[test]
fn read_hides_a_byte_order_mark_and_carriage_returns_before_line_ends() {
    check(&[
        (b"one\r\ntwo\r\n", "1\tone\n2\ttwo\n3\t"),
        (b"one\rtwo\n", "1\tone\rtwo\n2\t"),
        ("\u{feff}one\n".as_bytes(), "1\tone\n2\t"),
        ("a\u{2028}b\u{85}c\u{c}d\n".as_bytes(), "1\ta\u{2028}b\u{85}c\u{c}d\n2\t"),
        (b"a\0b\n", "1\ta\0b\n2\t\n\n[This file has NUL bytes in its first 8 KB…"),
        (b"a\xffb\n", "1\ta\u{fffd}b\n2\t\n\n[This file is not valid UTF-8…"),
    ]);
}

#[test]
fn a_range_has_the_numbers_of_its_lines() {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
    world.write("song.txt", "one\ntwo\nthree\n");
    let song = world.path("song.txt");
    let script = ClaudeScript::new()
        .together([ClaudeCall::read_lines(&song, 2, 1), ClaudeCall::read_lines(&song, 3, 9)])
        .call(ClaudeCall::read(world.path("absent.txt")));
    let shown = world.play(&script).shown();
    assert_eq!(shown[0].text, "2\ttwo");
    assert_eq!(shown[1].text, "3\tthree\n4\t");
    assert!(shown[2].is_error && shown[2].text.starts_with("File does not exist."), "{:?}", shown[2]);
}

#[test]
fn the_shell_shows_bytes_without_the_blank_end() {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
    world.write("crlf.txt", "one\r\ntwo\r\n");
    world.write("blank.txt", "one\n\n\n");
    world.write("empty.txt", "");
    let script = ClaudeScript::new()
        .call(ClaudeCall::bash("cat crlf.txt"))
        .call(ClaudeCall::bash("cat blank.txt"))
        .call(ClaudeCall::bash("cat empty.txt"))
        .call(ClaudeCall::bash("nl -ba crlf.txt"))
        .call(ClaudeCall::bash("cat absent.txt"));
    let shown = world.play(&script).shown();
    let texts: Vec<&str> = shown.iter().map(|result| result.text.as_str()).collect();
    assert_eq!(texts[..3], ["one\r\ntwo", "one", "(Bash completed with no output)"]);
    assert_eq!(texts[3], "     1\tone\r\n     2\ttwo");
    assert!(shown[4].is_error && texts[4].starts_with("Exit code 1\n"), "{:?}", shown[4]);
}

#[test]
fn a_long_file_is_cut_and_a_message_says_so() {
    let world = ClaudeWorld::new(ClaudeVersion::V2_1_326);
    let lines =
        |count: usize| (1..=count).map(|number| format!("line {number} of a long file, with words\n"));
    world.write("long.txt", lines(5000).collect::<String>());
    let long = world.path("long.txt");
    let run = world.play(&ClaudeScript::new().call(ClaudeCall::read(&long)));
    let shown = &run.results()[0];
    let last = shown.lines().count();
    assert!((500..5000).contains(&last), "{last} lines");
    let expected: String = (1..).zip(lines(last)).map(|(number, line)| format!("{number}\t{line}")).collect();
    assert_eq!(*shown, expected.trim_end_matches('\n'));
    let notice =
        format!("[Truncated: PARTIAL view — {}: showing lines 1-{last} of 5001 total", long.display());
    assert!(run.requests[1].shows(&notice), "{:?}", run.requests[1]);
}
