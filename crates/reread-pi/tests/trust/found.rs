//! Lives that misled the model once.

use crate::fate::Fate;
use crate::life::Tally;
use crate::step::{Call, Limits, Original, Reading, Session, Step};
use crate::texts::{Change, texts};

/// Where the texts stand that some of these lives need.
const NOT_UTF8: Change = Change::Known(20);

fn check(limits: Limits, steps: &[Step]) {
    for tries_snapshots in [true, false] {
        let session = Session { limits, tries_snapshots, steps: steps.to_vec() };
        if let Err(broken) = crate::live(&session, &texts(), &mut Tally::new()) {
            panic!("{} after step {} of {:?}", broken.what, broken.steps, session.steps);
        }
    }
}

const WIDE: Limits = Limits { lines: 2_000, bytes: 51_200 };
const NARROW: Limits = Limits { lines: 6, bytes: 160 };

const WHOLE: Reading = Reading { file: 0, offset: None, limit: None, spelling: 0 };

fn lines(offset: u8, limit: u8) -> Reading {
    Reading { offset: Some(offset), limit: Some(limit), ..WHOLE }
}

fn call(reading: Reading, fate: Fate) -> Call {
    Call { change: None, reading, delay: 0, fate }
}

fn read(reading: Reading) -> Step {
    read_with(reading, Fate::Kept)
}

fn read_with(reading: Reading, fate: Fate) -> Step {
    Step::Read { calls: vec![call(reading, fate)], backwards: false }
}

fn change(change: Change) -> Step {
    Step::Change { file: 0, change }
}

#[test]
fn a_result_that_lost_its_name_to_another_entry() {
    check(WIDE, &[read(WHOLE), Step::Double { entry: 0, parent: 0 }, read(WHOLE)]);
}

#[test]
fn a_marker_that_was_altered_in_flight() {
    let calls = vec![call(WHOLE, Fate::Altered(0)), call(WHOLE, Fate::Kept)];
    check(WIDE, &[read(WHOLE), Step::Read { calls, backwards: false }]);
}

#[test]
fn a_diff_from_a_version_that_was_never_shown() {
    let diff = Step::Original { reading: WHOLE, how: Original::FromVersion(0), fate: Fate::Kept };
    let to_third = change(Change::Replace(3));
    let back = change(Change::Back(1));
    check(WIDE, &[read(WHOLE), change(Change::Replace(6)), read(WHOLE), to_third, diff, back, read(WHOLE)]);
}

#[test]
fn a_text_in_flight_that_vouches_for_nothing() {
    let plain = Call { change: Some(NOT_UTF8), ..call(WHOLE, Fate::Kept) };
    let back = Call { change: Some(Change::Back(1)), ..call(WHOLE, Fate::Kept) };
    check(WIDE, &[read(WHOLE), Step::Read { calls: vec![plain, back], backwards: false }]);
}

#[test]
fn lines_that_were_altered_after_the_whole_was_shown() {
    let how = Original::Text { fallback: false };
    let altered = Step::Original { reading: lines(2, 20), how, fate: Fate::Altered(1) };
    check(WIDE, &[read(WHOLE), altered, read(WHOLE)]);
}

#[test]
fn lines_of_a_shorter_version_under_the_name_of_a_longer_one() {
    let pages = [read(WHOLE), read(lines(7, 6)), read(lines(13, 6))];
    let refresh = Step::Refresh { file: 0, lines: Some((1, 6)), broken: false };
    let forged = read_with(lines(1, 6), Fate::Field(0, 0));
    let steps = [change(Change::Remove(6)), refresh, forged, read(WHOLE)];
    check(NARROW, &pages.into_iter().chain(steps).collect::<Vec<_>>());
}

#[test]
fn a_whole_text_that_claims_to_be_a_part() {
    let refresh = Step::Refresh { file: 0, lines: Some((1, 4)), broken: false };
    let forged = read_with(WHOLE, Fate::Field(4, 0));
    check(WIDE, &[refresh, forged, read(WHOLE), read(lines(2, 1))]);
}
