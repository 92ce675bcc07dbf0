//! Files that are not plain lines with LF.

use reread_claude_e2e::ClaudeCall;

use crate::hook::scene::{HookScene, text};

/// Reads a file of these bytes twice.
#[track_caller]
fn check_twice(bytes: &[u8], expected: (usize, usize, usize)) {
    let scene = HookScene::new();
    scene.world.write("file.txt", bytes);
    let read = ClaudeCall::read(scene.path("file.txt"));
    scene.play([read.clone(), read]);
    assert_eq!(scene.judged(), expected, "{:?}", String::from_utf8_lossy(&bytes[..bytes.len().min(40)]));
}

/// Reads the file, runs the command, and reads again.
#[track_caller]
fn check_change(before: &str, command: &str, expected: (usize, usize, usize)) {
    let scene = HookScene::new();
    scene.world.write("file.txt", before);
    let read = ClaudeCall::read(scene.path("file.txt"));
    scene.play([read.clone(), ClaudeCall::bash(command), read]);
    assert_eq!(scene.judged(), expected, "{command}");
}

#[test]
fn carriage_returns_are_not_visible_and_do_no_harm() {
    check_twice(text(60).replace('\n', "\r\n").as_bytes(), (1, 1, 0));
}

#[test]
fn a_change_of_line_ends_alone_is_the_text() {
    check_change(&text(60), "sed -i 's/$/\\r/' file.txt", (2, 0, 0));
}

#[test]
fn a_file_without_a_final_newline() {
    check_twice(text(60).trim_end().as_bytes(), (1, 1, 0));
}

#[test]
fn a_change_of_the_final_newline_alone_is_the_text() {
    check_change(&text(60), "truncate -s -1 file.txt", (2, 0, 0));
}

#[test]
fn an_empty_file() {
    check_twice(b"", (2, 0, 0));
}

#[test]
fn a_byte_order_mark_nul_and_invalid_bytes_are_texts() {
    let long = text(60);
    check_twice(format!("\u{feff}{long}").as_bytes(), (2, 0, 0));
    check_twice(format!("a\0{long}").as_bytes(), (2, 0, 0));
    check_twice(&[b"\xff".as_slice(), long.as_bytes()].concat(), (2, 0, 0));
}

#[test]
fn a_file_that_the_host_cuts_is_known_as_far_as_it_was_shown() {
    let scene = HookScene::new();
    scene.world.write("file.txt", text(4000));
    let file = scene.path("file.txt");
    let behind = ClaudeCall::read_lines(&file, 3900, 50);
    let inside = ClaudeCall::read_lines(&file, 100, 50);
    scene.play([ClaudeCall::read(&file), behind, inside]);
    let (texts, markers, diffs) = scene.judged();
    assert_eq!((texts, markers, diffs), (2, 1, 0));
}

#[test]
#[ignore = "open: a file that begins like a marker gets the text where a diff is expected, which is safe"]
fn words_of_ours_in_a_file_are_a_text() {
    let scene = HookScene::new();
    let marker = "[reread: unchanged, 60 lines]\n";
    scene.world.write("file.txt", format!("{marker}{}", text(59)));
    let read = ClaudeCall::read(scene.path("file.txt"));
    let change = ClaudeCall::bash("sed -i 's/^line 7 /LINE 7 /' file.txt");
    scene.play([read.clone(), change, read.clone(), read]);
    let (texts, markers, diffs) = scene.judged();
    assert_eq!((texts + diffs, markers), (2, 1));
}
