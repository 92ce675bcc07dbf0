//! Lives that misled the model once.

use crate::trust::fate::Fate;
use crate::trust::life::Tally;
use crate::trust::step::{Call, Form, Limits, Meanwhile, Order, Original, Reading, Session, Step};
use crate::trust::texts::{Change, texts};

/// Where the texts stand that some of these lives need.
const NOT_UTF8: Change = Change::Known(20);

fn check(limits: Limits, steps: &[Step]) {
    for form in [Form::Follower, Form::TryingFollower, Form::Companion] {
        let session = Session { limits, form, steps: steps.to_vec() };
        if let Err(broken) = crate::trust::live(&session, &texts(), &mut Tally::new()) {
            panic!("{} after step {} of {session:?}", broken.what, broken.steps);
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
    let meanwhile = Meanwhile::Nothing;
    Call { meanwhile, change: None, reading, delay: 0, is_placeless: false, fate }
}

fn read(reading: Reading) -> Step {
    read_with(reading, Fate::Kept)
}

fn read_with(reading: Reading, fate: Fate) -> Step {
    together(vec![call(reading, fate)])
}

fn together(calls: Vec<Call>) -> Step {
    Step::Read { calls, order: Order::Forwards }
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
    check(WIDE, &[read(WHOLE), together(calls)]);
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
    check(WIDE, &[read(WHOLE), together(vec![plain, back])]);
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

const ANOTHER: Reading = Reading { file: 1, ..WHOLE };
const REMOVE_LAST: Step = Step::Prune { entry: 0, how: 0 };

#[test]
fn a_result_that_is_missed_on_two_branches() {
    let diffs = [change(Change::Replace(3)), read(WHOLE), change(Change::Replace(6)), read(WHOLE)];
    let to_the_text = Step::Go { entry: 4, summary: false };
    let to_the_diffs = Step::Go { entry: 2, summary: false };
    let steps = [to_the_text, REMOVE_LAST, read(WHOLE), to_the_diffs, read(WHOLE)];
    check(WIDE, &[read(WHOLE)].into_iter().chain(diffs).chain(steps).collect::<Vec<_>>());
}

#[test]
fn a_marker_of_another_call_after_its_text_was_missed() {
    let reading = lines(2, 3);
    let marker = Step::Original { reading, how: Original::FromVersion(0), fate: Fate::Kept };
    check(WIDE, &[read(reading), REMOVE_LAST, read(ANOTHER), marker, read(reading)]);
}

/// A file is read twice in one message, and something happens in between.
fn check_meanwhile(meanwhile: Meanwhile) {
    let diff = Call { change: Some(Change::Replace(3)), ..call(WHOLE, Fate::Kept) };
    let again = Call { meanwhile, ..call(WHOLE, Fate::Kept) };
    check(WIDE, &[read(WHOLE), together(vec![diff, again])]);
}

#[test]
fn a_diff_in_flight_when_an_entry_is_appended() {
    check_meanwhile(Meanwhile::Note);
}

#[test]
fn a_diff_in_flight_when_another_file_is_refreshed() {
    check_meanwhile(Meanwhile::Refresh { file: 1, lines: None });
}

#[test]
fn a_diff_in_flight_when_the_companion_ends() {
    check_meanwhile(Meanwhile::Restart);
}

#[test]
fn a_request_that_only_the_companion_before_was_told_of() {
    let again = Call { meanwhile: Meanwhile::Restart, ..call(WHOLE, Fate::Kept) };
    check(WIDE, &[read(WHOLE), REMOVE_LAST, together(vec![call(ANOTHER, Fate::Kept), again])]);
}

#[test]
fn a_failure_that_became_something_else() {
    let failed = call(Reading { offset: Some(200), ..WHOLE }, Fate::Altered(0));
    check(WIDE, &[read(WHOLE), together(vec![failed, call(WHOLE, Fate::Kept)])]);
}
