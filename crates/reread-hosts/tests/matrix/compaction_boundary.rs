//! Nothing before the latest compaction on the branch counts, whatever it kept.

use crate::matrix::session::{Session, poem, poem_with};

#[test]
fn first_read_after_compaction_is_baseline_even_if_precompaction_anchor_exists() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    let anchor = session.read("a.txt").entry;
    assert_eq!(session.read("a.txt").mode, "unchanged");
    session.write("a.txt", poem_with(20, 11));
    assert_eq!(session.read("a.txt").mode, "diff");
    // The compaction keeps the anchor in the context, and it does not count all the same.
    session.compact(&anchor);
    let shown = session.read("a.txt");
    assert_eq!((shown.mode, shown.text), ("full", poem_with(20, 11)));
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn latest_compaction_wins_when_multiple_compactions_exist() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    let anchor = session.read("a.txt").entry;
    session.compact(&anchor);
    let again = session.read("a.txt").entry;
    assert_eq!(session.read("a.txt").mode, "unchanged");
    session.compact(&again);
    assert_eq!(session.read("a.txt").mode, "full");
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn post_compaction_first_range_read_is_baseline_range() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    let anchor = session.read("a.txt").entry;
    session.read_range("a.txt", 5, 8);
    session.compact(&anchor);
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "full");
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "unchanged_range");
    assert_eq!(session.read("a.txt").mode, "full");
}

#[test]
fn a_marker_that_was_kept_is_no_anchor() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    let marker = session.read("a.txt").entry;
    session.compact(&marker);
    assert_eq!(session.read("a.txt").mode, "full");
}
