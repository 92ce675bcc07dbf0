//! Small sessions in which something stands between a marker and what would prove it.

use serde_json::{Value, json};

use crate::audit::session::{Session, part};

const V1: &str = "one\ntwo\nthree\nfour\nfive\nsix\n";
const V2: &str = "one\ntwo\nTHREE\nfour\nfive\nsix\n";
const DIFF: &str = "@@ -2,3 +2,3 @@\n two\n-three\n+THREE\n four";

/// What was shown is in doubt after `between`, until it is shown again.
fn check(why: &str, between: impl Fn(&mut Session)) {
    let mut session = Session::new();
    session.shows(V1);
    session.says_unchanged(V1);
    between(&mut session);
    let marker = session.says_unchanged(V1);
    session.check_unverifiable(&marker, why);
    session.shows_lines(V1, 2, 4);
    session.says_lines_unchanged(V1, 2, 3);
    session.check_unverifiable(&marker, why);

    // Whether it was never shown, or just there, cannot be known either.
    let mut session = Session::new();
    session.append(json!({"type": "model_change"}));
    between(&mut session);
    let marker = session.says_unchanged(V1);
    session.check_unverifiable(&marker, why);

    // A diff on top of it is in doubt like its base, and so is what rests on the diff.
    let mut session = Session::new();
    session.shows(V1);
    between(&mut session);
    let diff = session.sends_diff(V1, V2, DIFF);
    let marker = session.says_lines_unchanged(V2, 3, 3);
    assert_eq!(session.unverifiable().into_iter().map(|(id, _)| id).collect::<Vec<_>>(), [diff, marker]);

    // On another branch there is no doubt.
    let mut session = Session::new();
    let fork = session.shows(V1);
    between(&mut session);
    session.go_to(&fork);
    session.says_unchanged(V1);
    session.check_justified();
}

/// It leaves what was shown as it is.
fn check_no_doubt(between: impl FnOnce(&mut Session)) {
    let mut session = Session::new();
    session.shows(V1);
    between(&mut session);
    session.says_unchanged(V1);
    session.check_justified();
}

/// A result of a read without metadata, of a call of this path.
fn reads(path: &str) -> impl Fn(&mut Session) {
    move |session| drop(session.result(&json!({ "path": path }), V2, &json!({})))
}

#[test]
fn a_read_of_an_unknown_call_may_be_of_any_file() {
    check("unknown_read", |session| {
        let unknown = session.result(&json!({"path": "g"}), V2, &json!({}));
        session.alter(&unknown, |entry| entry["message"]["toolCallId"] = "unknown".into());
    });
    check("unknown_read", |session| drop(session.result(&json!({}), V2, &json!({}))));
    check("unknown_read", |session| drop(session.result(&json!({"path": 7}), V2, &json!({}))));
}

#[test]
fn a_call_counts_on_its_own_branch() {
    let mut session = Session::new();
    let fork = session.shows(V1);
    session.result(&json!({"path": "g"}), V2, &json!({}));
    session.go_to(&fork);
    let result = json!({"role": "toolResult", "toolCallId": "call_3", "toolName": "read",
        "content": [{"type": "text", "text": V2}], "isError": false});
    session.append(json!({"type": "message", "message": result}));
    let marker = session.says_unchanged(V1);
    session.check_unverifiable(&marker, "unknown_read");
}

#[test]
fn two_calls_of_one_name_are_nobodys() {
    check("unknown_read", |session| {
        let call =
            |path| json!({"type": "toolCall", "id": "same", "name": "read", "arguments": {"path": path}});
        let calls = [call("g"), call("h")];
        session.append(json!({"type": "message", "message": {"role": "assistant", "content": calls}}));
        let result = json!({"role": "toolResult", "toolCallId": "same", "toolName": "read",
            "content": [{"type": "text", "text": V2}], "isError": false});
        session.append(json!({"type": "message", "message": result}));
    });
}

#[test]
fn names_that_may_mean_the_file_cast_doubt_on_it() {
    check("unknown_read", reads("~/f"));
    check("unknown_read", reads("@f"));
    check("unknown_read", reads("f:1-7"));
    check("unknown_read", reads("caf\u{e9}"));
    check_no_doubt(reads("~/g"));
    check_no_doubt(reads("@x/g"));
    check_no_doubt(reads("g"));
    check_no_doubt(reads("x/f"));
}

#[test]
fn the_folder_of_the_session_may_be_another_one_by_now() {
    let mut session = Session::new();
    session.shows(V1);
    let elsewhere = session.shows("other\n");
    session.alter(&elsewhere, |entry| {
        entry["message"]["details"]["readcache"]["pathKey"] = "/home/dev/moved/f".into();
    });
    session.says_unchanged(V1);
    session.check_justified();
    session.result(&json!({"path": "x/f"}), V2, &json!({}));
    let marker = session.says_unchanged(V1);
    session.check_unverifiable(&marker, "unknown_read");
}

#[test]
fn what_a_reply_shows_may_be_unclear() {
    let f = || json!({"path": "f"});
    check("unknown_read", |session| drop(session.result(&f(), V2, &json!({"truncation": "yes"}))));
    let notice = part(V2, 1, 4);
    check("unknown_read", |session| drop(session.result(&f(), &notice, &json!({}))));
    let wrong = notice.replace("offset=5", "offset=9");
    check("unknown_read", |session| {
        drop(session.result(&json!({"path": "f", "limit": 4}), &wrong, &json!({})));
    });
    check("unknown_read", |session| {
        let two = session.result(&f(), V2, &json!({}));
        session.alter(&two, |entry| {
            let content = entry["message"]["content"].as_array_mut().unwrap();
            content.push(json!({"type": "text", "text": "and so on"}));
        });
    });
    check("unknown_read", |session| {
        let nested = session.result(&f(), V2, &json!({}));
        session.alter(&nested, |entry| entry["message"]["toolCallId"] = "call_9/1".into());
    });
}

#[test]
fn entries_that_cannot_be_read_may_have_shown_anything() {
    check("unreadable_entry", |session| drop(session.append(json!({"type": "message", "message": 7}))));
    check("unreadable_entry", |session| {
        session.append(json!({"type": "message", "message": {"role": "toolResult", "toolName": "read"}}));
    });
    check_no_doubt(|session| drop(session.append(json!({"type": "message", "message": {"role": "user"}}))));
}

/// The line above it is lost, and with it everything that came before.
#[test]
fn a_parent_that_is_not_there_may_have_shown_anything() {
    let mut session = Session::new();
    session.shows(V1);
    session.go_to("lost");
    let marker = session.says_unchanged(V1);
    session.check_unverifiable(&marker, "unreadable_entry");
    session.shows(V1);
    session.says_unchanged(V1);
    session.check_unverifiable(&marker, "unreadable_entry");
}

#[test]
fn a_replacement_may_be_newer_text() {
    let replace = |session: &mut Session, target: &str, content: Value| {
        session
            .append(json!({"type": "context_edit", "targetId": target, "replacement": {"content": content}}))
    };
    let mut session = Session::new();
    session.shows(V1);
    let newer = session.shows_lines(V2, 2, 4);
    replace(&mut session, &newer, json!([{"type": "text", "text": "TWO"}]));
    let marker = session.says_unchanged(V1);
    session.check_unverifiable(&marker, "replaced");
    // What was shown after the reply that was replaced is not touched.
    let mut session = Session::new();
    let older = session.shows_lines(V2, 2, 4);
    session.shows(V1);
    replace(&mut session, &older, json!("TWO"));
    session.says_unchanged(V1);
    session.check_justified();
}

/// Of two doubts about a file the one farther from the root counts, whichever came up first.
#[test]
fn an_older_doubt_does_not_hide_a_later_one() {
    let mut session = Session::new();
    let older = session.shows_lines(V2, 2, 4);
    session.shows(V1);
    session.result(&json!({"path": "f"}), V2, &json!({"truncation": "yes"}));
    session.append(json!({"type": "context_edit", "targetId": older, "replacement": {"content": "TWO"}}));
    let marker = session.says_unchanged(V1);
    session.check_unverifiable(&marker, "unknown_read");
}

#[test]
fn a_compaction_ends_doubts_too() {
    let mut session = Session::new();
    session.shows(V1);
    reads("~/f")(&mut session);
    session.compact();
    let marker = session.says_unchanged(V1);
    session.check(&marker, "before_compaction");
    session.shows(V1);
    session.says_unchanged(V1);
    session.check(&marker, "before_compaction");
}

/// A marker whose metadata says something else: wrong, even if the text that it stands for can be seen.
fn check_contradiction(
    text: &str,
    mode: &str,
    base: &str,
    lines: Option<(usize, usize)>,
    alter: impl FnOnce(&mut Value),
) {
    let mut session = Session::new();
    session.shows(V1);
    session.store(V2);
    let marker = session.reply(text, mode, Some(base), V1, lines, json!({}));
    session.alter(&marker, alter);
    session.check(&marker, "metadata_contradicts_words");
    // It shows nothing, and hides nothing unless it is a diff.
    session.says_unchanged(V1);
    assert_eq!(session.unjustified().len(), if text.contains("---") { 2 } else { 1 });
}

#[test]
fn metadata_and_words_have_to_agree() {
    let check = |text: &str, mode: &str, base: &str, lines: Option<(usize, usize)>| {
        check_contradiction(text, mode, base, lines, |_| {});
    };
    check("[readcache: unchanged, 6 lines]", "unchanged", V1, None);
    check("[readcache: unchanged in lines 2-4 of 7]", "unchanged", V1, None);
    check("[readcache: unchanged, 7 lines]", "diff", V2, None);
    check("[readcache: unchanged, 7 lines]", "full", V1, None);
    check("[readcache: unchanged in lines 2-4 of 7]", "unchanged_range", V1, Some((2, 5)));
    check("[readcache: unchanged in lines 2-4 of 8]", "unchanged_range", V1, Some((2, 4)));
    check("[readcache: unchanged in lines 2-4 of 7]", "unchanged_range", V2, Some((2, 4)));
    let elsewhere = "[readcache: unchanged in lines 4-5; changes exist outside this range]";
    check(elsewhere, "unchanged_range", V1, Some((4, 5)));
    check(elsewhere, "unchanged_range", V2, Some((4, 6)));
    check("[readcache: 1 lines changed of 7]\n--- a/f\n+++ b/f\n", "unchanged", V1, None);
    check("[readcache: 1 lines changed of 8]\n--- a/f\n+++ b/f\n", "diff", V1, None);
}

#[test]
fn words_are_those_that_were_made() {
    let made = |entry: &mut Value| {
        let digest = reread_text::Digest::of(b"[readcache: unchanged, 8 lines]").to_string();
        entry["message"]["details"]["readcache"]["contentHash"] = digest.into();
    };
    check_contradiction("[readcache: unchanged, 7 lines]", "unchanged", V1, None, made);
}

#[test]
fn the_file_has_to_be_the_one_that_was_asked_for() {
    let asked_for = |session: &mut Session, marker: &str, path: &str| {
        let number: usize = marker[1..].parse().unwrap();
        session.alter(&format!("e{:02}", number - 1), |entry| {
            entry["message"]["content"][0]["arguments"]["path"] = path.into();
        });
    };
    for (path, is_another) in [
        ("g", true),
        ("/home/dev/proj/g", true),
        ("x/f", true),
        ("../proj/f", false),
        ("~/f", false),
        ("./f", false),
    ] {
        let mut session = Session::new();
        session.shows(V1);
        let marker = session.says_unchanged(V1);
        asked_for(&mut session, &marker, path);
        match is_another {
            true => session.check(&marker, "metadata_contradicts_words"),
            false => session.check_justified(),
        }
    }
    // A text that was asked for under one name and recorded under another proves nothing of either.
    let mut session = Session::new();
    let shown = session.shows(V1);
    asked_for(&mut session, &shown, "g");
    let marker = session.says_unchanged(V1);
    session.check_unverifiable(&marker, "unknown_read");
}

/// Words and metadata agree on a number of lines that the version does not have.
#[test]
fn a_version_has_as_many_lines_as_it_has() {
    for (text, mode, lines, why) in [
        ("[readcache: unchanged, 9 lines]", "unchanged", None, "never_shown"),
        ("[readcache: unchanged, 6 lines]", "unchanged", None, "not_the_version"),
        ("[readcache: unchanged in lines 2-4 of 9]", "unchanged_range", Some((2, 4)), "not_the_version"),
    ] {
        let mut session = Session::new();
        session.shows(V1);
        let marker = session.reply(text, mode, Some(V1), V1, lines, json!({}));
        session.alter(&marker, |entry| {
            let metadata = &mut entry["message"]["details"]["readcache"];
            let total = if text.contains('6') { 6 } else { 9 };
            metadata["totalLines"] = total.into();
            if lines.is_none() {
                metadata["rangeEnd"] = total.into();
            }
        });
        session.check(&marker, why);
    }
}

#[test]
fn a_marker_among_other_text_is_found() {
    let mut session = Session::new();
    session.shows(V1);
    let marker = session.says_unchanged(V1);
    session.alter(&marker, |entry| {
        let content = entry["message"]["content"].as_array_mut().unwrap();
        content.push(json!({"type": "text", "text": V2}));
    });
    session.check_justified();
    let later = session.says_unchanged(V1);
    session.check_unverifiable(&later, "unknown_read");
    let mut session = Session::new();
    let marker = session.says_unchanged(V1);
    session.alter(&marker, |entry| {
        let content = entry["message"]["content"].as_array_mut().unwrap();
        content.insert(0, json!({"type": "text", "text": "a note"}));
    });
    session.check(&marker, "never_shown");
}
