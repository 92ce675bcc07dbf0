//! Lives that misled the caller once.

use crate::life::{Life, Tally};
use crate::step::{Cites, Extent, Fate, Reading, Step};
use crate::texts::Change;

fn check(steps: &[Step]) {
    if let Err(broken) = Life::new(&mut Tally::new()).live(steps) {
        panic!("{} after step {} of {steps:?}", broken.what, broken.steps);
    }
}

/// Reads the first file and cites every tag of it.
fn read(extent: Extent) -> Step {
    read_up_to(extent, 40, false)
}

fn read_up_to(extent: Extent, most_lines: u8, raced: bool) -> Step {
    let cites = Cites { latest: u8::MAX, leaves_out: 0, backwards: false, false_ones: Vec::new() };
    Step::Read(Reading { file: 0, extent, most_lines, cites, fate: Fate::Delivered, raced })
}

fn change(change: Change) -> Step {
    Step::Change { file: 0, change }
}

#[test]
fn lines_that_an_earlier_version_had_beyond_the_end_of_a_later_one() {
    let shorter = [change(Change::Known(14)), read(Extent::Lines(1, 1))];
    let shortest = [change(Change::Known(13)), read(Extent::Lines(1, 1))];
    let back = [change(Change::Back(2)), read_up_to(Extent::Whole, 6, false), read(Extent::Whole)];
    let steps = [read(Extent::From(2))].into_iter().chain(shorter).chain(shortest).chain(back);
    check(&steps.collect::<Vec<_>>());
}

#[test]
fn a_line_that_is_gone_and_was_seen_in_another_version_than_the_rest() {
    check(&[
        change(Change::Truncate(7)),
        read(Extent::Lines(2, 7)),
        change(Change::Back(1)),
        read(Extent::Lines(8, 8)),
        change(Change::Back(1)),
        change(Change::Replace(0)),
        read(Extent::Lines(2, 8)),
    ]);
}

#[test]
fn a_tag_whose_note_was_lost_and_made_again() {
    check(&[
        read(Extent::Whole),
        change(Change::Known(1)),
        read_up_to(Extent::Whole, 40, true),
        change(Change::Back(1)),
        read(Extent::Whole),
        change(Change::Back(1)),
        read(Extent::Whole),
        Step::Fall { reply: 3 },
        read(Extent::Whole),
    ]);
}
