//! Branches as lines of words, one entry each, about one file of ten lines whose versions go by letters:
//!
//! `full A`, `lines A 2-3` (shown), `bare A 2-3` (shown, without a digest that was made with it), `same A` and `same A 2-3` (markers), `same A>B 2-3` (marker, changed elsewhere),
//! `diff A>B`, `refresh`, `refresh 2-3`, `compact`, `write`, `edit N` (removes the N-th entry from the context),
//! `failed`, `altered`, `cut` (no line shown), `none` (no metadata), `lost` (unknown which file), `other`.

use proptest::prelude::*;
use reread_text::{Digest, LineRange};

use super::*;
use crate::{Claim, Delivery, Mode, ReadPlan, ReadScope, UncheckedRead, plan};

const TOTAL: u64 = 10;

fn file() -> FileKey {
    FileKey::new("/ws/song.txt")
}

fn digest(version: &str) -> Digest {
    Digest::of(version.as_bytes())
}

fn range(text: &str) -> LineRange {
    text.parse().unwrap()
}

fn shown(version: &str, lines: &str, is_as_made: bool) -> Event {
    let (scope, lines, text) = match lines {
        "" => (ReadScope::Whole, range("1-10"), digest(version)),
        lines => (ReadScope::Lines(range(lines)), range(lines), digest(&format!("{version} {lines}"))),
    };
    let claim = Claim { mode: Mode::Full, scope, served: digest(version), base: None, total_lines: TOTAL };
    read(Ok(UncheckedRead { claim, delivery: Delivery::Lines { lines, text, is_as_made } }))
}

fn derived(mode: Mode, versions: &str, lines: &str) -> Event {
    let (base, served) = versions.split_once('>').unwrap_or((versions, versions));
    let scope = if lines.is_empty() { ReadScope::Whole } else { ReadScope::Lines(range(lines)) };
    let claim = Claim { mode, scope, served: digest(served), base: Some(digest(base)), total_lines: TOTAL };
    read(Ok(UncheckedRead { claim, delivery: Delivery::AsMade }))
}

fn delivered(delivery: Delivery) -> Event {
    let claim = Claim {
        mode: Mode::Full,
        scope: ReadScope::Whole,
        served: digest("A"),
        base: None,
        total_lines: TOTAL,
    };
    read(Ok(UncheckedRead { claim, delivery }))
}

fn read(unchecked: Result<UncheckedRead, RejectedEvidence>) -> Event {
    Event::Read(ReadResult { file: Some(file()), unchecked: unchecked.map(Box::new) })
}

fn event(entry: &str) -> Event {
    let words: Vec<&str> = entry.split_whitespace().collect();
    let lines = words.get(2).copied().unwrap_or_default();
    match *words.as_slice() {
        ["full", version] => shown(version, "", true),
        ["lines", version, lines] => shown(version, lines, true),
        ["bare", version, lines] => shown(version, lines, false),
        ["same", version] => derived(Mode::Unchanged, version, ""),
        ["same", versions, _] => derived(Mode::UnchangedRange, versions, lines),
        ["diff", versions] => derived(Mode::Diff, versions, ""),
        ["refresh"] => Event::Refresh { file: file(), scope: ReadScope::Whole },
        ["refresh", lines] => Event::Refresh { file: file(), scope: ReadScope::Lines(range(lines)) },
        ["compact"] => Event::Compaction,
        ["edit", place] => Event::ContextEdit { target: place.into() },
        ["write"] => Event::Write(Some(file())),
        ["failed"] => delivered(Delivery::Failed),
        ["altered"] => delivered(Delivery::Altered),
        ["cut"] => delivered(Delivery::NoLine),
        ["none"] => read(Err(RejectedEvidence::NoMetadata)),
        ["lost"] => Event::Read(ReadResult { file: None, unchecked: Err(RejectedEvidence::NoMetadata) }),
        ["other"] => Event::Other,
        ["calls"] => Event::Calls,
        _ => panic!("`{entry}` is no entry"),
    }
}

/// A history of one branch; entries go by their places, from 1.
fn branch(entries: &str) -> SessionHistory {
    let mut history = SessionHistory::default();
    let mut parent: Option<String> = None;
    for (place, entry) in (1..).zip(entries.split(',')) {
        let id = place.to_string();
        history.push(&id, parent.as_deref(), event(entry));
        parent = Some(id);
    }
    history
}

fn planned(replay: &Replay, asked: &str, now: &str) -> String {
    let asked = if asked == "whole" { ReadScope::Whole } else { ReadScope::Lines(range(asked)) };
    let held = replay.held(&file()).cloned().unwrap_or_default();
    match plan(&held, asked, &digest(now), TOTAL) {
        ReadPlan::Text(None) => "text".to_owned(),
        ReadPlan::Text(Some(reason)) => reason.word().to_owned(),
        ReadPlan::Unchanged => "unchanged".to_owned(),
        ReadPlan::NeedsBase(base) => {
            let version = ["A", "B", "C"].into_iter().find(|version| digest(version) == base);
            format!("compare {}", version.unwrap())
        }
    }
}

/// What is planned at the end of a branch for a request, when the file is at this version.
fn check(entries: &str, asked: &str, now: &str, expected: &str) {
    let history = branch(entries);
    let replay = Replay::at(&history, history.last().unwrap());
    assert_eq!(planned(&replay, asked, now), expected, "{entries}: {asked} at {now}");
}

#[test]
fn what_was_shown_is_held() {
    check("full A", "whole", "A", "unchanged");
    check("full A", "whole", "B", "compare A");
    check("full A", "2-3", "A", "unchanged");
    check("lines A 2-3", "2-3", "A", "unchanged");
    check("lines A 2-3", "2-3", "B", "compare A");
    check("other", "whole", "A", "text");
}

#[test]
fn a_request_inside_lines_that_were_shown_is_covered() {
    check("lines A 2-8", "3-5", "A", "unchanged");
    check("lines A 2-4,lines A 5-8", "3-6", "A", "unchanged");
    check("lines A 1-5,lines A 6-10", "whole", "A", "unchanged");
    check("lines A 2-4", "3-5", "A", "not_covered");
    check("lines A 1-9", "whole", "A", "not_covered");
    check("lines A 1-9", "whole", "B", "not_covered");
}

#[test]
fn a_marker_or_a_diff_creates_no_trust() {
    check("same A", "whole", "A", "text");
    check("same A 2-3", "2-3", "A", "text");
    check("diff A>B", "whole", "B", "text");
    check("same A>B 2-3", "2-3", "B", "text");
    check("lines A 2-3,diff A>B", "whole", "B", "text");
    check("full A,same B", "whole", "B", "compare A");
}

#[test]
fn a_diff_from_a_base_that_is_not_held_speaks_against_all_that_is() {
    check("full A,diff B>C", "whole", "C", "text");
    check("full A,diff B>C", "whole", "A", "text");
    check("full A,diff A>B,diff A>B", "whole", "B", "unchanged");
    check("full A,diff A>B,diff A>C", "whole", "B", "text");
    check("lines B 1-5,diff A>B", "2-3", "B", "text");
}

#[test]
fn a_marker_or_a_diff_carries_trust_on_from_its_base() {
    check("full A,diff A>B", "whole", "B", "unchanged");
    check("full A,diff A>B", "2-3", "B", "unchanged");
    check("full A,diff A>B,diff B>C", "whole", "C", "unchanged");
    check("full A,same A", "whole", "A", "unchanged");
    check("full A,same A>B 2-3", "2-3", "B", "unchanged");
    check("full A,same A>B 2-3", "whole", "B", "compare A");
    check("lines A 1-5,same A>B 2-3", "1-5", "B", "compare A");
}

#[test]
fn nothing_is_carried_on_from_a_text_that_has_still_to_be_found() {
    check("bare A 2-5", "2-3", "A", "unchanged");
    check("bare A 2-5,same A>B 2-3", "2-3", "B", "compare A");
    check("bare A 1-5,bare A 6-10,diff A>B", "whole", "B", "text");
    check("lines A 1-5,bare A 6-10,diff A>B", "2-3", "B", "text");
    check("bare A 2-5,lines A 2-5,same A>B 2-3", "2-3", "B", "unchanged");
}

#[test]
fn the_fresher_of_range_and_whole_is_the_base() {
    check("full A,same A>B 2-3", "2-3", "C", "compare B");
    check("full A,same A>B 2-3,same A", "2-3", "C", "compare A");
    check("full A,same A>B 2-3", "4-5", "C", "compare A");
}

#[test]
fn a_later_text_takes_the_place_of_an_earlier_one() {
    check("full A,lines B 2-3", "whole", "A", "not_covered");
    check("full A,lines B 2-3", "5-6", "A", "not_covered");
    check("lines A 2-3,full B", "2-3", "A", "compare B");
    check("lines A 5-8,lines B 2-3", "5-8", "A", "unchanged");
    check("lines A 1-5,lines A 6-10,lines B 2-3", "whole", "A", "not_covered");
    check("full A,diff A>B", "whole", "A", "compare B");
    check("full A,diff A>B,full A", "whole", "A", "unchanged");
}

#[test]
fn nothing_before_the_latest_compaction_counts() {
    check("full A,compact", "whole", "A", "text");
    check("full A,compact,same A", "whole", "A", "text");
    check("full A,compact,diff A>B", "whole", "B", "text");
    check("full A,compact,full B,same B", "whole", "B", "unchanged");
    check("compact,full A,compact,lines A 1-2", "whole", "A", "not_covered");
}

#[test]
fn a_refresh_of_a_file_drops_all_of_it() {
    check("full A,refresh", "whole", "A", "text");
    check("lines A 2-3,refresh", "2-3", "A", "text");
    check("full A,refresh,same A", "whole", "A", "text");
    check("full A,refresh,full A", "whole", "A", "unchanged");
}

#[test]
fn a_refresh_of_lines_lasts_until_they_are_shown_as_lines() {
    check("full A,refresh 2-3", "2-3", "A", "refreshed");
    check("full A,refresh 2-3", "3-6", "A", "refreshed");
    check("full A,refresh 2-3", "4-5", "A", "unchanged");
    check("full A,refresh 2-3", "whole", "A", "unchanged");
    check("full A,refresh 1-10", "whole", "A", "text");
    check("full A,refresh 2-3,full A", "2-3", "A", "refreshed");
    check("full A,refresh 2-3,same A 2-3", "2-3", "A", "refreshed");
    check("full A,refresh 2-3,lines A 2-3", "2-3", "A", "unchanged");
    check("full A,refresh 2-5,lines A 2-3", "4-5", "A", "refreshed");
    check("lines A 1-5,lines A 6-10,refresh 2-3", "whole", "A", "not_covered");
    check("full A,refresh 2-3,compact,full A", "2-3", "A", "unchanged");
}

#[test]
fn what_cannot_be_believed_drops_its_file() {
    for doubt in ["failed", "altered", "cut", "none", "lost"] {
        check(&format!("full A,{doubt}"), "whole", "A", "text");
        check(&format!("full A,{doubt},same A"), "whole", "A", "text");
        check(&format!("full A,{doubt},full A"), "whole", "A", "unchanged");
        check(&format!("full A,refresh 2-3,{doubt},full A"), "2-3", "A", "refreshed");
    }
}

#[test]
fn an_entry_that_was_edited_away_takes_its_file_along() {
    check("full A,edit 1", "whole", "A", "text");
    check("full A,diff A>B,edit 1", "whole", "B", "text");
    check("full A,diff A>B,edit 2", "whole", "A", "text");
    check("other,full A,edit 1", "whole", "A", "unchanged");
    check("edit 2,full A", "whole", "A", "text");
    check("edit 9,full A", "whole", "A", "unchanged");
    check("calls,full A,edit 1", "whole", "A", "text");
    check("full A,edit 1,full A", "whole", "A", "unchanged");
}

#[test]
fn what_the_caller_wrote_over_is_not_called_unchanged() {
    check("full A,write", "whole", "A", "written_since");
    check("full A,write", "2-3", "A", "written_since");
    check("full A,write", "2-3", "B", "written_since");
    check("full A,write,diff A>B", "2-3", "C", "compare B");
    check("full A,write", "whole", "B", "compare A");
    check("full A,write,diff A>B", "whole", "B", "unchanged");
    check("full A,write,full A", "whole", "A", "unchanged");
    check("full A,write,lines A 2-3", "2-3", "A", "unchanged");
    check("full A,write,lines A 2-3", "whole", "A", "written_since");
    check("write,full A", "whole", "A", "unchanged");
}

#[test]
fn an_ambiguous_name_hides_what_came_before_it() {
    let mut history = branch("full A,other,other");
    history.push("2", Some("1"), Event::Other);
    let replay = Replay::at(&history, history.last().unwrap());
    assert_eq!(planned(&replay, "whole", "A"), "text");
}

#[test]
fn a_replay_notices_that_an_entry_it_has_passed_became_ambiguous() {
    let mut history = branch("full A,other");
    let mut replay = Replay::at(&history, history.last().unwrap());
    assert_eq!(planned(&replay, "whole", "A"), "unchanged");
    history.push("1", None, Event::Other);
    replay.move_to(&history, history.last());
    assert_eq!(planned(&replay, "whole", "A"), "text");
}

#[test]
fn a_name_that_was_taken_from_a_call_may_be_that_of_a_file_in_another_folder() {
    for event in [
        Event::Read(ReadResult {
            file: Some(FileKey::new("/w/song.txt")),
            unchecked: Err(RejectedEvidence::NoMetadata),
        }),
        Event::Write(Some(FileKey::new("/w/song.txt"))),
    ] {
        let mut history = branch("full A");
        history.push("x", Some("1"), event);
        let replay = Replay::at(&history, history.last().unwrap());
        assert_ne!(planned(&replay, "whole", "A"), "unchanged");
    }
}

#[test]
fn another_file_is_not_concerned() {
    let mut history = branch("full A");
    let other = FileKey::new("/ws/other.txt");
    let result = ReadResult { file: Some(other.clone()), unchecked: Err(RejectedEvidence::NoMetadata) };
    history.push("x", Some("1"), Event::Read(result));
    history.push("y", Some("x"), Event::Refresh { file: other, scope: ReadScope::Whole });
    let replay = Replay::at(&history, history.last().unwrap());
    assert_eq!(planned(&replay, "whole", "A"), "unchanged");
}

#[test]
fn every_step_says_what_it_did() {
    let history = branch("full A,same B,failed,refresh 2-3,compact,lost,write,other");
    let mut replay = Replay::new();
    let effects: Vec<Effect> = history.entries().map(|entry| replay.step(&history, entry)).collect();
    let expected = [
        Effect::Counted(file()),
        Effect::Ignored(file(), RejectedEvidence::BaseNotHeld),
        Effect::Dropped(file(), RejectedEvidence::FailedResult),
        Effect::Refreshed(file(), ReadScope::Lines(range("2-3"))),
        Effect::Barrier,
        Effect::DroppedAll(RejectedEvidence::NoMetadata),
        Effect::Written(Some(file())),
        Effect::Nothing,
    ];
    assert_eq!(effects, expected);
    assert_eq!(replay.boundary().key(&history), "compaction:5");
    assert_eq!(replay.window().len(), 3);
    assert_eq!(replay.entry_at(5), history.find("5"));
    assert_eq!(replay.entry_at(0), None);
}

fn any_entry() -> impl Strategy<Value = Event> {
    let version = prop::sample::select(vec!["A", "B", "C"]);
    let pair = prop::sample::select(vec!["A>B", "B>A", "A>C", "B>C"]);
    let lines = prop::sample::select(vec!["1-3", "2-3", "3-6", "5-10"]);
    let words = prop_oneof![
        3 => version.clone().prop_map(|version| format!("full {version}")),
        3 => (version.clone(), lines.clone()).prop_map(|(version, lines)| format!("lines {version} {lines}")),
        1 => version.clone().prop_map(|version| format!("same {version}")),
        1 => (version, lines.clone()).prop_map(|(version, lines)| format!("same {version} {lines}")),
        1 => (pair.clone(), lines.clone()).prop_map(|(pair, lines)| format!("same {pair} {lines}")),
        2 => pair.prop_map(|pair| format!("diff {pair}")),
        1 => lines.prop_map(|lines| format!("refresh {lines}")),
        1 => (1..30).prop_map(|place| format!("edit {place}")),
        2 => prop::sample::select(vec![
            "refresh", "compact", "write", "failed", "altered", "none", "lost", "other"
        ]).prop_map(str::to_owned),
    ];
    words.prop_map(|entry| event(&entry))
}

proptest! {
    /// A replay that was moved about in a growing tree holds what one made afresh at the same leaf holds.
    #[test]
    fn moving_is_the_same_as_beginning_anew(
        entries in prop::collection::vec((any_entry(), any::<prop::sample::Index>()), 1..40),
        moves in prop::collection::vec(any::<prop::sample::Index>(), 1..40),
    ) {
        let mut history = SessionHistory::default();
        let mut moved = Replay::new();
        let mut moves = moves.into_iter().cycle();
        for (place, (event, parent)) in (1..).zip(entries) {
            let parent = (place > 1).then(|| (parent.index(place - 1) + 1).to_string());
            let grown = history.push(&place.to_string(), parent.as_deref(), event);
            moved.move_to(&history, Some(grown));
            let leaf = history.entries().nth(moves.next().unwrap().index(place)).unwrap();
            moved.move_to(&history, Some(leaf));
            let afresh = Replay::at(&history, leaf);
            prop_assert_eq!(moved.branch(), afresh.branch());
            prop_assert_eq!(moved.boundary(), Boundary::of(&history, &history.branch(leaf)));
            prop_assert_eq!(&moved.trust.files, &afresh.trust.files);
            prop_assert_eq!(&moved.edited_ahead, &afresh.edited_ahead);
        }
        moved.move_to(&history, None);
        prop_assert!(moved.branch().is_empty() && moved.trust.files.is_empty());
    }
}
