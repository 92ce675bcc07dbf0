//! Small sessions, each with one thing that makes a marker or a diff right or wrong.

use reread_context::FileKey;
use serde_json::json;

use crate::audit::session::Session;

const V1: &str = "one\ntwo\nthree\nfour\nfive\nsix\n";
const V2: &str = "one\ntwo\nTHREE\nfour\nfive\nsix\n";
const DIFF: &str = "@@ -2,3 +2,3 @@\n two\n-three\n+THREE\n four";
const BACK: &str = "@@ -2,3 +2,3 @@\n two\n-THREE\n+three\n four";

#[test]
fn what_is_visible_is_unchanged() {
    let mut session = Session::new();
    session.shows(V1);
    session.says_unchanged(V1);
    session.says_lines_unchanged(V1, 2, 4);
    session.sends_diff(V1, V2, DIFF);
    session.says_unchanged(V2);
    session.says_lines_unchanged(V2, 3, 3);
    session.sends_diff(V2, V1, BACK);
    session.says_unchanged(V1);
    session.check_justified();
}

#[test]
fn ranges_add_up_to_the_whole() {
    let mut session = Session::new();
    session.shows_lines(V1, 1, 3);
    session.shows_lines(V1, 3, 6);
    // The empty line behind the last newline has nothing to show.
    session.says_unchanged(V1);
    session.says_lines_unchanged(V1, 2, 7);
    session.says_lines_unchanged(V1, 7, 7);
    session.check_justified();
}

#[test]
fn a_final_newline_is_missed_where_there_was_none() {
    let mut session = Session::new();
    session.shows("one\ntwo");
    let marker = session.says_unchanged("one\ntwo\n");
    session.check(&marker, "never_shown");
    let mut session = Session::new();
    session.shows("one\ntwo");
    let marker = session.says_lines_unchanged("one\ntwo\n", 2, 3);
    session.check(&marker, "never_shown");
}

#[test]
fn nothing_was_shown() {
    let mut session = Session::new();
    let marker = session.says_unchanged(V1);
    session.check(&marker, "never_shown");
    let mut session = Session::new();
    let marker = session.says_unchanged("");
    session.check(&marker, "never_shown");
    let mut session = Session::new();
    session.shows_lines(V1, 2, 3);
    let marker = session.says_lines_unchanged(V1, 3, 4);
    session.check(&marker, "never_shown");
}

#[test]
fn a_cut_reply_shows_what_it_shows() {
    let mut session = Session::new();
    session.store(V1);
    session.shows_cut(V1, 4);
    session.says_lines_unchanged(V1, 1, 4);
    let marker = session.says_lines_unchanged(V1, 4, 5);
    session.check(&marker, "truncated");
}

#[test]
fn a_cut_range_is_not_the_range() {
    let mut session = Session::new();
    session.store(V1);
    let cut = json!({"truncation": {"truncated": true, "outputLines": 2, "lastLinePartial": false,
        "firstLineExceedsLimit": false}});
    let text = "two\nthree\n\n[Showing lines 2-3 of 7. Use offset=4 to continue.]";
    session.reply(text, "full", None, V1, Some((2, 5)), cut);
    session.says_lines_unchanged(V1, 2, 3);
    let marker = session.says_lines_unchanged(V1, 2, 5);
    session.check(&marker, "truncated");
}

#[test]
fn a_line_that_is_cut_itself_is_not_shown() {
    let mut session = Session::new();
    session.store(V1);
    let cut = json!({"truncation": {"truncated": true, "outputLines": 2, "lastLinePartial": true,
        "firstLineExceedsLimit": false}});
    let text = "one\ntw\n\n[Showing lines 1-2 of 7. Use offset=3 to continue.]";
    session.reply(text, "full", None, V1, None, cut);
    session.says_lines_unchanged(V1, 1, 1);
    let marker = session.says_lines_unchanged(V1, 1, 2);
    session.check(&marker, "truncated");
}

#[test]
fn a_compaction_is_a_barrier() {
    let mut session = Session::new();
    session.shows(V1);
    let before = session.says_unchanged(V1);
    session.compact();
    let marker = session.says_unchanged(V1);
    session.check(&marker, "before_compaction");
    session.go_to(&before);
    session.says_unchanged(V1);
    session.check(&marker, "before_compaction");
}

#[test]
fn another_branch_shows_nothing_here() {
    let mut session = Session::new();
    let fork = session.append(json!({"type": "model_change"}));
    session.shows(V1);
    session.says_unchanged(V1);
    session.go_to(&fork);
    let marker = session.says_unchanged(V1);
    session.check(&marker, "never_shown");
}

/// Diffs below a fork are made anew for each branch.
#[test]
fn branches_rest_on_what_lies_below_them() {
    let mut session = Session::new();
    session.shows(V1);
    session.sends_diff(V1, V2, DIFF);
    let fork = session.sends_diff(V2, V1, BACK);
    for _ in 0..3 {
        session.go_to(&fork);
        session.says_unchanged(V1);
        session.sends_diff(V1, V2, DIFF);
        session.sends_diff(V2, V1, BACK);
        session.says_lines_unchanged(V1, 3, 3);
    }
    session.check_justified();
}

/// Whatever the diffs below a fork were made of: here ranges, with a last newline that could not be shown.
#[test]
fn branches_rest_on_ranges_too() {
    let mut session = Session::new();
    session.shows_lines(V1, 1, 4);
    session.shows_lines(V1, 4, 6);
    let fork = session.sends_diff(V1, V2, DIFF);
    for _ in 0..2 {
        session.go_to(&fork);
        session.sends_diff(V2, V1, BACK);
        session.says_unchanged(V1);
    }
    session.check_justified();
}

#[test]
fn an_edit_takes_away_what_was_shown() {
    let mut session = Session::new();
    let shown = session.shows(V1);
    session.says_unchanged(V1);
    session.edit_away(&shown);
    let marker = session.says_unchanged(V1);
    session.check(&marker, "edited_away");
}

#[test]
fn an_edit_counts_on_its_own_branch() {
    let mut session = Session::new();
    let shown = session.shows(V1);
    session.edit_away(&shown);
    session.go_to(&shown);
    session.says_unchanged(V1);
    session.check_justified();
}

#[test]
fn an_edit_uncovers_what_was_hidden() {
    let mut session = Session::new();
    session.shows(V1);
    let newer = session.shows_lines(V2, 2, 4);
    session.edit_away(&newer);
    session.says_unchanged(V1);
    session.check_justified();
}

#[test]
fn a_diff_goes_with_its_base() {
    let mut session = Session::new();
    let shown = session.shows(V1);
    session.sends_diff(V1, V2, DIFF);
    session.edit_away(&shown);
    let marker = session.says_unchanged(V2);
    session.check(&marker, "edited_away");
}

/// Old results are pruned first; what does not rest on them stays.
#[test]
fn a_diff_stays_when_something_older_goes() {
    let mut session = Session::new();
    let old = session.shows(V1);
    session.shows(V2);
    session.sends_diff(V2, V1, BACK);
    session.edit_away(&old);
    session.says_unchanged(V1);
    session.sends_diff(V1, V2, DIFF);
    session.check_justified();
}

#[test]
fn the_latest_text_counts() {
    let mut session = Session::new();
    session.shows(V1);
    session.shows_lines(V2, 2, 4);
    let whole = session.says_unchanged(V1);
    session.says_lines_unchanged(V1, 4, 6);
    let lines = session.says_lines_unchanged(V1, 3, 3);
    assert_eq!(session.unjustified(), [(whole, "superseded"), (lines, "superseded")]);
}

#[test]
fn lines_that_are_gone_were_still_shown() {
    let mut session = Session::new();
    session.shows(V1);
    session.shows_lines("one\ntwo\nthree\nfour\nfive\nsix\nseven\n", 6, 8);
    let marker = session.says_unchanged(V1);
    session.check(&marker, "superseded");
    let mut session = Session::new();
    session.shows(V1);
    session.shows("one\n");
    let marker = session.says_unchanged(V1);
    session.check(&marker, "superseded");
}

#[test]
fn the_same_text_under_another_version_is_the_same_text() {
    let mut session = Session::new();
    session.shows(V1);
    session.shows_lines(V2, 4, 6);
    session.says_unchanged(V1);
    session.check_justified();
}

#[test]
fn elsewhere_takes_a_snapshot_to_prove() {
    let mut session = Session::new();
    session.shows_lines(V1, 2, 4);
    let elsewhere = session.says_changed_elsewhere(V1, V2, 2, 4);
    let lines = session.says_lines_unchanged(V2, 2, 4);
    let marks = [elsewhere, lines];
    let with = |why| marks.clone().map(|mark| (mark, why));
    assert_eq!((session.unjustified(), session.unverifiable()), (vec![], with("no_snapshot").to_vec()));
    session.store(V2);
    assert_eq!((session.unjustified(), session.unverifiable()), (with("not_the_version").to_vec(), vec![]));
}

#[test]
fn elsewhere_is_elsewhere() {
    let mut session = Session::new();
    session.shows_lines(V1, 4, 6);
    session.says_changed_elsewhere(V1, V2, 4, 6);
    session.says_lines_unchanged(V2, 4, 5);
    session.store(V1);
    assert_eq!(session.unverifiable().len(), 2, "the version that is meant is the other one");
    session.store(V2);
    session.check_justified();
    let marker = session.says_changed_elsewhere(V2, V1, 3, 4);
    session.check(&marker, "never_shown");
}

#[test]
fn another_version_is_not_this_one() {
    let mut session = Session::new();
    session.shows(V1);
    let marker = session.says_unchanged(V2);
    session.check(&marker, "not_the_version");
    let mut session = Session::new();
    session.shows(V1);
    let marker = session.says_lines_unchanged(V2, 3, 3);
    session.check(&marker, "not_the_version");
}

#[test]
fn metadata_does_not_make_a_text_another() {
    let mut session = Session::new();
    // The bytes that were hashed were not those that were shown.
    session.reply(V1, "full", None, V2, None, json!({}));
    let marker = session.says_unchanged(V2);
    session.check(&marker, "not_the_version");
}

#[test]
fn a_diff_has_to_give_the_file() {
    let mut session = Session::new();
    session.shows(V1);
    let diff = session.sends_diff(V1, V2, "@@ -2,3 +2,3 @@\n two\n-three\n+Three\n four");
    let marker = session.says_unchanged(V2);
    assert_eq!(session.unjustified(), [(diff, "diff_does_not_apply"), (marker, "diff_does_not_apply")]);
}

#[test]
fn a_diff_of_what_is_not_visible_hides_what_is() {
    let mut session = Session::new();
    session.shows(V1);
    let diff = session.sends_diff("never shown", V2, DIFF);
    let marker = session.says_unchanged(V1);
    assert_eq!(session.unjustified(), [(diff, "not_the_version"), (marker, "superseded")]);
}

#[test]
fn a_reply_that_was_altered_hides_what_came_before() {
    let mut session = Session::new();
    session.shows(V1);
    session.reply("[pruned]", "full", None, V1, None, json!({}));
    let marker = session.says_unchanged(V1);
    session.check(&marker, "superseded");
    let mut session = Session::new();
    session.reply("[pruned]", "full", None, V1, None, json!({}));
    let marker = session.says_unchanged(V1);
    session.check(&marker, "altered");
}

#[test]
fn a_marker_that_was_replaced_by_its_text_is_text() {
    let mut session = Session::new();
    session.reply(V1, "unchanged", Some(V1), V1, None, json!({}));
    session.says_unchanged(V1);
    session.check_justified();
}

#[test]
fn a_file_may_say_that_it_is_unchanged() {
    let mut session = Session::new();
    session.shows("[readcache: unchanged, 9 lines]");
    assert_eq!(session.audited().1.findings, []);
}

#[test]
fn failed_reads_show_nothing_and_hide_nothing() {
    let mut session = Session::new();
    session.shows(V1);
    let failed = session.shows(V2);
    session.alter(&failed, |entry| entry["message"]["isError"] = true.into());
    session.says_unchanged(V1);
    session.check_justified();
    let marker = session.says_unchanged(V2);
    session.check(&marker, "not_the_version");
}

#[test]
fn what_came_before_two_entries_of_one_name_cannot_be_told() {
    let mut session = Session::new();
    let shown = session.shows(V1);
    let marker = session.says_unchanged(V1);
    session.alter(&marker, |entry| entry["id"] = "twice".into());
    session.go_to("twice");
    let twice = session.append(json!({"type": "model_change"}));
    session.alter(&twice, |entry| entry["id"] = "twice".into());
    session.go_to("twice");
    let last = session.says_unchanged(V1);
    session.check_unverifiable(&last, "ambiguous_entry");
    let _ = shown;
}

#[test]
fn scripts_are_owed_the_text() {
    let marker = "[readcache: unchanged, 7 lines]";
    let mut session = Session::new();
    session.shows(V1);
    let script = session.script(&["f"], marker);
    session.check(&script, "in_a_script");
    let finding = &session.audited().1.findings[0];
    assert_eq!(finding.file.as_ref().map(FileKey::as_str), Some("/home/dev/proj/f"));
    session.script(&["f", "g"], marker);
    assert_eq!(session.audited().1.findings[1].file, None);
    let mut session = Session::new();
    session.script(&["f"], &format!("what it says is\n{marker}\nand so on"));
    session.script(&["f"], V1);
    assert_eq!(session.unjustified(), []);
    // What a script prints is no read.
    let last = session.says_unchanged(V1);
    session.check(&last, "never_shown");
}

#[test]
fn results_of_nested_calls_are_the_scripts() {
    let mut session = Session::new();
    session.shows(V1);
    let nested = session.says_unchanged(V1);
    session.alter(&nested, |entry| entry["message"]["toolCallId"] = "call_9/1".into());
    session.check(&nested, "in_a_script");
}

/// As the fixture of another writer has it: `readcache` is there and cannot be used.
#[test]
fn without_metadata_words_prove_nothing() {
    let details = || json!({"readcache": {"v": 1, "path": "f", "hash": "b6"}});
    let read = |session: &mut Session, path: &str, text: &str| {
        session.result(&json!({ "path": path }), text, &details())
    };
    let mut session = Session::new();
    read(&mut session, "f", V1);
    let words = [
        read(&mut session, "./f", "[readcache: unchanged, 7 lines]"),
        read(&mut session, "/home/dev/proj/x/../f", "[readcache: unchanged in lines 2-4 of 7]"),
        read(&mut session, "f", "[readcache: unchanged in lines 2-4; changes exist outside this range]"),
        read(&mut session, "@f", "[readcache: unchanged, 7 lines]"),
        read(&mut session, "f", &format!("[readcache: 1 lines changed of 7]\n--- a/f\n+++ b/f\n{DIFF}\n")),
    ];
    // What the diff gives is there to be seen, and this marker says which version it means.
    session.says_unchanged(V2);
    assert_eq!(session.unverifiable(), words.map(|entry| (entry, "no_metadata")));
    assert_eq!(session.unjustified(), []);
}

#[test]
fn without_metadata_words_may_be_wrong() {
    let read = |session: &mut Session, path: &str, text: &str| {
        session.result(&json!({ "path": path }), text, &json!({}))
    };
    let mut session = Session::new();
    read(&mut session, "f", V1);
    let wrong = read(&mut session, "f", "[readcache: unchanged, 6 lines]");
    session.check(&wrong, "not_the_version");
    let mut session = Session::new();
    session.result(
        &json!({"path": "f", "limit": 3}),
        "one\ntwo\nthree\n\n[4 more lines in file. Use offset=4 to continue.]",
        &json!({}),
    );
    let whole = read(&mut session, "f", "[readcache: unchanged, 3 lines]");
    session.check(&whole, "not_the_version");
    let mut session = Session::new();
    read(&mut session, "f", "one\ntwo");
    let newline = read(&mut session, "f", "[readcache: unchanged in lines 2-3 of 3]");
    session.check(&newline, "never_shown");
    let mut session = Session::new();
    session.shows(V1);
    let other = read(&mut session, "g", "[readcache: unchanged, 7 lines]");
    session.check(&other, "never_shown");
}

#[test]
fn metadata_that_says_something_else_than_the_words_is_wrong() {
    let mut session = Session::new();
    session.shows(V1);
    session.shows(V2);
    // The model was told of a file with nine lines.
    let marker = session.reply("[readcache: unchanged, 9 lines]", "unchanged", Some(V2), V2, None, json!({}));
    session.check(&marker, "metadata_contradicts_words");
}

#[test]
fn only_one_branch_is_looked_at_on_demand() {
    let mut session = Session::new();
    let fork = session.append(json!({"type": "model_change"}));
    session.says_unchanged(V1);
    session.go_to(&fork);
    session.shows(V1);
    let leaf = session.says_unchanged(V1);
    let mut audit = reread_hosts::pi::SessionAudit::new();
    let mut reader = reread_hosts::pi::SessionReader::new(reread_hosts::pi::ContentCheck::Skipped);
    reader.feed_with(session.file().as_bytes(), |index, entry| audit.note(index, entry));
    let report = audit.report(reader.history(), reader.history().find(&leaf), None, &|_| None);
    assert_eq!((report.reads, report.findings.len(), report.unjustified().count()), (2, 1, 0));
    assert_eq!(session.audited().1.unjustified().count(), 1);
}

#[test]
fn what_was_not_sent_is_counted() {
    let long: String = (1..=200).map(|line| format!("line {line} of a file\n")).collect();
    let mut session = Session::new();
    session.shows(&long);
    session.says_unchanged(&long);
    session.says_lines_unchanged(&long, 1, 10);
    let never = session.says_lines_unchanged(V1, 1, 2);
    let (_, report) = session.audited();
    let [whole, lines, unknown] = &report.findings[..] else { panic!("{report:?}") };
    assert!(whole.saved() > 1000 && lines.saved() > 20 && lines.saved() < 100, "{report:?}");
    assert!(matches!(unknown.text, reread_hosts::pi::TokenCost::OfSize(tokens) if tokens < 10), "{report:?}");
    session.check(&never, "not_the_version");
}

/// What was taken out before a marker was given is nothing that it rests on.
#[test]
fn an_earlier_edit_does_not_touch_what_came_after() {
    let mut session = Session::new();
    session.store(V2);
    session.shows(V1);
    let diff = session.sends_diff(V1, V2, DIFF);
    session.edit_away(&diff);
    session.shows_lines(V1, 1, 5);
    session.says_changed_elsewhere(V1, V2, 4, 5);
    session.says_lines_unchanged(V2, 4, 4);
    session.check_justified();
    let mut session = Session::new();
    session.store(V2);
    session.shows(V1);
    let newer = session.shows_lines(V2, 2, 3);
    session.edit_away(&newer);
    session.says_changed_elsewhere(V1, V2, 4, 5);
    session.says_lines_unchanged(V2, 4, 5);
    session.check_justified();
}

#[test]
fn a_marker_is_told_of_what_was_visible_then() {
    let mut session = Session::new();
    session.store(V2);
    session.shows_lines(V1, 4, 6);
    session.says_changed_elsewhere(V1, V2, 4, 6);
    session.check_justified();
    session.shows_lines("one\ntwo\nthree\nfour\nFIVE\nsix\n", 4, 6);
    let marker = session.says_lines_unchanged(V2, 4, 6);
    session.check(&marker, "superseded");
}

/// Without snapshots, what the session itself says of a version speaks against a marker, and never for it.
#[test]
fn a_word_is_enough_to_be_wrong() {
    let mut session = Session::new();
    session.shows_lines(V1, 4, 6);
    let elsewhere = session.says_changed_elsewhere(V1, V2, 4, 6);
    session.shows_lines("one\ntwo\nthree\nfour\nFIVE\nsix\n", 4, 6);
    let marker = session.says_lines_unchanged(V2, 4, 6);
    assert_eq!(session.unjustified(), [(marker, "superseded")]);
    assert_eq!(session.unverifiable(), [(elsewhere, "no_snapshot")]);
}
