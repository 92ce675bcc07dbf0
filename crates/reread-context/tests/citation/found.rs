//! Lives that misled the caller once.

use crate::life::{Life, Tally};
use crate::step::{Cites, EditPlace, Editing, Extent, Fate, Reading, Step};
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
fn a_whole_file_in_two_pieces_that_a_later_version_had_a_line_more_than() {
    check(&[
        read(Extent::From(2)),
        read(Extent::Whole),
        change(Change::Insert(0)),
        read(Extent::From(15)),
        change(Change::Back(1)),
        read(Extent::Whole),
    ]);
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

/// One place of an edit at the top of the first file.
fn edit(removes: u8, adds: u8) -> Step {
    let places = vec![EditPlace { skips: 0, removes, adds: Some(adds) }];
    Step::Edit(Editing { file: 0, places, fate: Fate::Delivered })
}

#[test]
fn lines_that_an_edit_moved_in_a_file_that_went_back() {
    let leaves_one_out = Cites { latest: u8::MAX, leaves_out: 3, backwards: false, false_ones: Vec::new() };
    let again = Reading {
        file: 0,
        extent: Extent::Lines(8, 8),
        most_lines: 40,
        cites: leaves_one_out,
        fate: Fate::Delivered,
        raced: false,
    };
    check(&[
        read(Extent::Lines(8, 10)),
        edit(0, 1),
        edit(2, 7),
        change(Change::Back(2)),
        read(Extent::Lines(10, 14)),
        Step::Read(again),
    ]);
}

#[test]
fn lines_that_were_replaced_before_an_edit_below_them() {
    let places = vec![EditPlace { skips: 3, removes: 0, adds: Some(1) }];
    check(&[
        read(Extent::Lines(1, 3)),
        change(Change::Known(22)),
        read(Extent::Whole),
        change(Change::Back(1)),
        Step::Edit(Editing { file: 0, places, fate: Fate::Delivered }),
        read(Extent::Lines(1, 1)),
    ]);
}
