//! Ranges: their own scope, judged by the same line numbers in both versions.

use reread_context::Fallback;

use crate::matrix::session::{Session, held_lines, poem, poem_with};

fn after_lines_five_to_eight() -> Session {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "full");
    session
}

#[test]
fn a_first_range_is_its_lines() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    let shown = session.read_range("a.txt", 5, 6);
    assert_eq!(shown.mode, "full");
    let expected = "line 5 of a poem that goes on and on\nline 6 of a poem that goes on and on";
    assert_eq!(shown.text, format!("{expected}\n\n[15 more lines in file. Use offset=7 to continue.]"));
}

#[test]
fn the_same_range_is_a_marker() {
    let mut session = after_lines_five_to_eight();
    let shown = session.read_range("a.txt", 5, 8);
    let expected = "[readcache: unchanged in lines 5-8 of 21]";
    assert_eq!((shown.mode, shown.text.as_str()), ("unchanged_range", expected));
}

#[test]
fn lines_inside_those_that_were_shown_are_a_marker() {
    let mut session = after_lines_five_to_eight();
    assert_eq!(session.read_range("a.txt", 6, 7).mode, "unchanged_range");
    assert_eq!(session.read_range("a.txt", 6, 9).mode, "full");
    assert_eq!(session.read("a.txt").mode, "full");
}

#[test]
fn a_change_elsewhere_is_said() {
    let mut session = after_lines_five_to_eight();
    session.write("a.txt", poem_with(20, 15));
    let shown = session.read_range("a.txt", 5, 8);
    let expected = "[readcache: unchanged in lines 5-8; changes exist outside this range]";
    assert_eq!((shown.mode, shown.text.as_str()), ("unchanged_range", expected));
}

#[test]
fn a_change_inside_is_text() {
    let mut session = after_lines_five_to_eight();
    session.write("a.txt", poem_with(20, 6));
    let shown = session.read_range("a.txt", 5, 8);
    assert_eq!((shown.mode, shown.reason), ("full_fallback", Some(Fallback::LinesChanged)));
    assert!(shown.text.contains("line 6 has changed"));
}

#[test]
fn an_insertion_above_counts_as_a_change() {
    let mut session = after_lines_five_to_eight();
    session.write("a.txt", format!("a new first line\n{}", poem(20)));
    assert_eq!(session.read_range("a.txt", 5, 8).reason, Some(Fallback::LinesChanged));
}

#[test]
fn a_whole_file_covers_its_ranges() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "unchanged_range");
}

#[test]
fn all_lines_are_the_whole_file() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read_range("a.txt", 1, 21);
    assert_eq!(session.read("a.txt").mode, "unchanged");
    assert_eq!(session.read_lines("a.txt", Some(1), Some(500)).text, "[readcache: unchanged, 21 lines]");
}

#[test]
fn seq_decides_between_range_and_full() {
    let mut session = Session::new();
    let versions = [poem(20), poem_with(20, 15), poem_with(20, 17)];
    session.write("a.txt", versions[0].clone());
    session.read("a.txt");
    session.write("a.txt", versions[1].clone());
    // The range is fresher than the whole: the marker carries it into the second version.
    assert!(session.read_range("a.txt", 5, 8).text.contains("changes exist outside"));
    assert_eq!(session.read_range("a.txt", 5, 8).text, "[readcache: unchanged in lines 5-8 of 21]");
    // The whole is fresher than the range.
    session.write("a.txt", versions[2].clone());
    assert_eq!(session.read("a.txt").mode, "diff");
    assert_eq!(session.read_range("a.txt", 5, 8).text, "[readcache: unchanged in lines 5-8 of 21]");
    assert_eq!(held_lines(&session.held("a.txt"), &versions[1]), "nothing");
}

#[test]
fn lines_that_are_gone_are_a_change() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    session.write("a.txt", poem(10));
    assert_eq!(session.read_lines("a.txt", Some(5), None).mode, "full_fallback");
    session.write("a.txt", poem(20));
    session.read("a.txt");
    session.write("a.txt", poem(10));
    // Line 11 is the empty one behind the last newline now; it was a line of the poem.
    assert_eq!(session.read_range("a.txt", 8, 11).mode, "full_fallback");
}

#[test]
fn a_line_that_was_seen_and_is_gone_is_a_change_whatever_version_it_was_seen_in() {
    let mut session = Session::new();
    session.write("a.txt", poem(7));
    session.read_range("a.txt", 2, 8);
    session.write("a.txt", poem(14));
    session.read_range("a.txt", 10, 10);
    session.write("a.txt", poem_with(7, 1));
    assert_eq!(session.fork().read_range("a.txt", 2, 8).mode, "unchanged_range");
    assert_eq!(session.read_range("a.txt", 2, 12).mode, "full_fallback");
}
