//! A branch knows what lies on its own path, and nothing else.

use crate::matrix::session::{Session, poem};

#[test]
fn what_one_branch_was_shown_is_not_held_on_another() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.write("b.txt", poem(30));
    let fork = session.read("a.txt").entry;
    session.read("b.txt");
    session.go_to(&fork);
    assert_eq!(session.read("b.txt").mode, "full");
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn tree_navigation_pre_compaction_restores_precompaction_visibility() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    let before = session.read("a.txt").entry;
    let compaction = session.compact(&before);
    assert_eq!(session.read("a.txt").mode, "full");
    session.go_to(&before);
    assert_eq!(session.read("a.txt").mode, "unchanged");
    session.go_to(&compaction);
    assert_eq!(session.read("a.txt").mode, "full");
}

#[test]
fn another_branch_has_its_own_compaction() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    let root = session.read("a.txt").entry;
    session.compact(&root);
    session.go_to(&root);
    assert_eq!(session.read("a.txt").mode, "unchanged");
    let other = session.leaf();
    session.compact(&other);
    assert_eq!(session.read("a.txt").mode, "full");
}

#[test]
fn a_fork_goes_its_own_way() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.write("b.txt", poem(30));
    session.read("a.txt");
    let mut fork = session.fork();
    session.read("b.txt");
    assert_eq!(fork.read("a.txt").mode, "unchanged");
    assert_eq!(fork.read("b.txt").mode, "full");
    assert_eq!(session.read("b.txt").mode, "unchanged");
}
