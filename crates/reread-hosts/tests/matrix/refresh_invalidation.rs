//! A refresh lies in the history like everything else: branch by branch, and for good.

use crate::matrix::session::{Session, poem};

fn after_reading() -> Session {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    session.read_range("a.txt", 5, 8);
    session
}

#[test]
fn a_refreshed_file_is_shown_again() {
    let mut session = after_reading();
    session.refresh("a.txt", "full");
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "full");
    assert_eq!(session.read("a.txt").mode, "full");
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn refresh_invalidation_is_durable() {
    let mut session = after_reading();
    session.refresh("a.txt", "full");
    // A restart has the session file and nothing else; every read here starts from it.
    let mut resumed = session.fork();
    assert_eq!(resumed.read("a.txt").mode, "full");
}

#[test]
fn a_refresh_holds_on_its_branch_alone() {
    let mut session = after_reading();
    let before = session.leaf();
    session.refresh("a.txt", "full");
    session.go_to(&before);
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn refreshed_lines_are_shown_again_whatever_the_whole_file_says() {
    let mut session = after_reading();
    session.refresh("a.txt", "r:5:8");
    assert_eq!(session.read("a.txt").mode, "unchanged");
    assert_eq!(session.read_range("a.txt", 15, 16).mode, "unchanged_range");
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "full");
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "unchanged_range");
}

#[test]
fn a_whole_reading_does_not_lift_a_refresh_of_lines() {
    let mut session = after_reading();
    session.refresh("a.txt", "full");
    session.refresh("a.txt", "r:5:8");
    assert_eq!(session.read("a.txt").mode, "full");
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "full");
}

#[test]
fn another_file_is_not_refreshed() {
    let mut session = after_reading();
    session.refresh("b.txt", "full");
    assert_eq!(session.read("a.txt").mode, "unchanged");
}
