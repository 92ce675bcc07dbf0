use super::*;
use crate::{Claim, Delivery, Event, Mode, ReadPlan, ReadScope, SessionHistory, plan};
use reread_text::LineRange;

const LEAF: &str = "leaf";

fn file() -> FileKey {
    FileKey::new("/ws/song.txt")
}

fn digest(version: &str) -> Digest {
    Digest::of(version.as_bytes())
}

/// A whole reading of a version of ten lines.
fn full(version: &str) -> UncheckedRead {
    let served = digest(version);
    let claim = Claim { mode: Mode::Full, scope: ReadScope::Whole, served, base: None, total_lines: 10 };
    let lines = LineRange::new(1, 10).unwrap();
    UncheckedRead { claim, delivery: Delivery::Lines { lines, text: served, is_as_made: true } }
}

fn replay() -> Replay {
    let mut history = SessionHistory::default();
    let leaf = history.push(LEAF, None, Event::Other);
    Replay::at(&history, leaf)
}

/// Whether the third call of a message is told that nothing changed.
fn check(overlay: &Overlay, leaf: &str, now: &str, expected: bool) {
    let held = overlay.held(leaf, 2, &replay(), &file());
    assert_eq!(plan(&held, ReadScope::Whole, &digest(now), 10) == ReadPlan::Unchanged, expected);
}

fn call(place: usize) -> MessageCall<'static> {
    MessageCall { id: ["call 1", "call 2"][place], place }
}

fn departed() -> Overlay {
    let mut overlay = Overlay::default();
    overlay.depart(LEAF, call(0), file(), Ok(full("A")), digest("content 1"));
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
    overlay.depart(LEAF, call(1), file(), Ok(full("A")), digest("content 2"));
    assert_eq!(overlay.arrive("call 2", &digest("something else")), Err(RejectedEvidence::Altered));
    check(&overlay, LEAF, "A", false);
}

#[test]
fn another_leaf_or_a_reset_end_the_flight() {
    check(&arrived(), "another leaf", "A", false);
    let mut moved = arrived();
    moved.stay_at("another leaf");
    moved.stay_at(LEAF);
    check(&moved, LEAF, "A", false);
    let mut cleared = arrived();
    cleared.clear();
    check(&cleared, LEAF, "A", false);
    assert_eq!(cleared.arrive("call 1", &digest("content 1")), Err(RejectedEvidence::Unattested));
}

#[test]
fn calls_count_in_the_order_of_their_message() {
    let mut overlay = departed();
    overlay.depart(LEAF, call(1), file(), Ok(full("B")), digest("content 2"));
    overlay.arrive("call 2", &digest("content 2")).unwrap();
    overlay.arrive("call 1", &digest("content 1")).unwrap();
    check(&overlay, LEAF, "B", true);
    check(&overlay, LEAF, "A", false);
}

#[test]
fn another_file_is_not_concerned() {
    let held = arrived().held(LEAF, 2, &replay(), &FileKey::new("/ws/other.txt"));
    assert!(held.is_empty());
}

#[test]
fn a_marker_does_not_come_before_its_text() {
    let mut overlay = Overlay::default();
    overlay.depart(LEAF, call(1), file(), Ok(full("A")), digest("content 2"));
    overlay.arrive("call 2", &digest("content 2")).unwrap();
    assert!(overlay.held(LEAF, 0, &replay(), &file()).is_empty());
    assert!(overlay.held(LEAF, 1, &replay(), &file()).is_empty());
    assert!(!overlay.held(LEAF, 2, &replay(), &file()).is_empty());
}

#[test]
fn nothing_counts_beside_an_answer_that_is_under_way() {
    let mut overlay = arrived();
    overlay.depart(LEAF, call(1), file(), Ok(full("B")), digest("content 2"));
    check(&overlay, LEAF, "A", false);
}

#[test]
fn a_marker_under_way_does_no_harm_unless_it_was_altered() {
    let mut overlay = arrived();
    let base = Some(digest("A"));
    let claim = Claim { mode: Mode::Unchanged, base, ..full("A").claim };
    let marker = UncheckedRead { claim, delivery: Delivery::AsMade };
    overlay.depart(LEAF, call(1), file(), Ok(marker), digest("content 2"));
    check(&overlay, LEAF, "A", true);
    assert_eq!(overlay.arrive("call 2", &digest("something else")), Err(RejectedEvidence::Altered));
    check(&overlay, LEAF, "A", false);
}
