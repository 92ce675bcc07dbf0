use super::*;
use crate::{Asked, Claim, Delivery, Event, History, Mode, Plan, Scope, plan};
use reread_text::LineRange;

const LEAF: &str = "leaf";

fn file() -> FileName {
    FileName::new("/ws/song.txt")
}

fn digest(version: &str) -> Digest {
    Digest::of(version.as_bytes())
}

/// A whole reading of a version of ten lines.
fn full(version: &str) -> Testimony {
    let served = digest(version);
    let claim = Claim { mode: Mode::Full, scope: Scope::Full, served, base: None, total_lines: 10 };
    let lines = LineRange::new(1, 10).unwrap();
    Testimony { claim, delivery: Delivery::Lines { lines, text: served } }
}

fn replay() -> Replay {
    let mut history = History::default();
    let leaf = history.push(LEAF, None, Event::Other);
    Replay::at(&history, leaf)
}

fn check(overlay: &Overlay, leaf: &str, now: &str, expected: bool) {
    let held = overlay.held(leaf, &replay(), &file());
    assert_eq!(plan(&held, Asked::Whole, &digest(now), 10) == Plan::Unchanged, expected);
}

fn departed() -> Overlay {
    let mut overlay = Overlay::default();
    overlay.depart(LEAF, "call 1", file(), full("A"), digest("content 1"));
    overlay
}

fn arrived() -> Overlay {
    let mut overlay = departed();
    overlay.arrive("call 1", &digest("content 1")).unwrap();
    overlay
}

#[test]
fn an_answer_counts_once_it_was_seen_delivered() {
    check(&departed(), LEAF, "A", false);
    check(&arrived(), LEAF, "A", true);
    check(&arrived(), LEAF, "B", false);
}

#[test]
fn other_content_than_was_made_counts_for_nothing() {
    let mut overlay = arrived();
    overlay.depart(LEAF, "call 2", file(), full("A"), digest("content 2"));
    assert_eq!(overlay.arrive("call 2", &digest("something else")), Err(Refusal::Altered));
    check(&overlay, LEAF, "A", false);
}

#[test]
fn another_leaf_an_abort_or_a_reset_end_the_flight() {
    check(&arrived(), "another leaf", "A", false);
    let mut moved = arrived();
    moved.stay_at("another leaf");
    moved.stay_at(LEAF);
    check(&moved, LEAF, "A", false);
    let mut aborted = departed();
    aborted.abort("call 1");
    assert_eq!(aborted.arrive("call 1", &digest("content 1")), Err(Refusal::Unattested));
    check(&aborted, LEAF, "A", false);
    let mut cleared = arrived();
    cleared.clear();
    check(&cleared, LEAF, "A", false);
}

#[test]
fn what_was_delivered_last_counts_last() {
    let mut overlay = departed();
    overlay.depart(LEAF, "call 2", file(), full("B"), digest("content 2"));
    overlay.arrive("call 2", &digest("content 2")).unwrap();
    overlay.arrive("call 1", &digest("content 1")).unwrap();
    check(&overlay, LEAF, "A", true);
    check(&overlay, LEAF, "B", false);
}

#[test]
fn another_file_is_not_concerned() {
    let held = arrived().held(LEAF, &replay(), &FileName::new("/ws/other.txt"));
    assert!(held.is_empty());
}
