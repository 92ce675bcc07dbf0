//! Whole files: text, marker, diff, and the ways back to text.

use reread_context::Fallback;

use crate::matrix::session::{Session, poem, poem_with};

#[test]
fn a_first_read_is_text() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    let shown = session.read("a.txt");
    assert_eq!((shown.mode, shown.text), ("full", poem(20)));
}

#[test]
fn an_unchanged_file_is_a_marker() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    for _ in 0..3 {
        let shown = session.read("a.txt");
        assert_eq!((shown.mode, shown.text.as_str()), ("unchanged", "[readcache: unchanged, 21 lines]"));
    }
}

#[test]
fn a_changed_file_is_a_diff() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    session.write("a.txt", poem_with(20, 11));
    let shown = session.read("a.txt");
    assert_eq!(shown.mode, "diff");
    let expected = "[readcache: 1 lines changed of 21]\n--- a/a.txt\n+++ b/a.txt\n@@ -8,7 +8,7 @@ ";
    assert!(shown.text.starts_with(expected), "{}", shown.text);
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn a_diff_that_does_not_pay_is_text() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    session.write("a.txt", poem(20).to_uppercase());
    let shown = session.read("a.txt");
    assert_eq!((shown.mode, shown.reason), ("full_fallback", Some(Fallback::DiffTooLong)));
    assert_eq!(shown.text, poem(20).to_uppercase());
}

#[test]
fn a_lost_base_is_text() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    session.lose_objects();
    session.write("a.txt", poem_with(20, 11));
    let shown = session.read("a.txt");
    assert_eq!((shown.mode, shown.reason), ("full_fallback", Some(Fallback::BaseLost)));
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn an_empty_file_is_a_base_like_any_other() {
    let mut session = Session::new();
    session.write("a.txt", "");
    assert_eq!(session.read("a.txt").mode, "full");
    assert_eq!(session.read("a.txt").text, "[readcache: unchanged, 1 lines]");
    session.write("a.txt", poem(20));
    assert_eq!(session.read("a.txt").mode, "full_fallback");
}

#[test]
fn a_byte_order_mark_and_carriage_returns_survive_a_diff() {
    let windows = |text: String| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let mut session = Session::new();
    session.write("a.txt", windows(poem(20)));
    session.read("a.txt");
    session.write("a.txt", windows(poem_with(20, 11)));
    let shown = session.read("a.txt");
    assert_eq!(shown.mode, "diff");
    assert!(shown.text.contains("+line 11 has changed\r\n"));
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn a_file_that_was_changed_back_is_shown_again() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    session.write("a.txt", poem_with(20, 11));
    session.read_range("a.txt", 10, 12);
    session.write("a.txt", poem(20));
    assert_eq!(session.read("a.txt").text, poem(20));
}

#[test]
fn a_truncated_reply_vouches_for_the_lines_it_showed() {
    let mut session = Session::new();
    session.write("a.txt", poem(80));
    assert_eq!(session.read("a.txt").mode, "full");
    assert_eq!(session.read("a.txt").mode, "full");
    assert_eq!(session.read_range("a.txt", 10, 12).mode, "unchanged_range");
    assert_eq!(session.read_range("a.txt", 49, 51).mode, "full");
    assert_eq!(session.read_lines("a.txt", Some(51), None).mode, "full");
    // Both pages together are the whole.
    assert_eq!(session.read("a.txt").text, "[readcache: unchanged, 81 lines]");
}
