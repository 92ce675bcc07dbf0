//! Results that are not what was made vouch for nothing, and take what was held of their file along.

use serde_json::{Value, json};

use crate::matrix::session::{Session, poem, poem_with};

/// What a second read says after a first one was altered, and a third.
fn check(alter: impl Fn(&mut Value)) {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read_altered("a.txt", &alter);
    assert_eq!(session.read("a.txt").mode, "full");
    session.read_altered("a.txt", &alter);
    assert_eq!(session.read("a.txt").mode, "full");
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn an_error_shows_nothing() {
    check(|result| result["isError"] = json!(true));
    check(|result| {
        result["isError"] = json!(true);
        result["details"] = json!({});
    });
}

#[test]
fn other_content_than_was_made_shows_nothing() {
    check(|result| result["content"][0]["text"] = json!("[pruned]"));
    check(|result| result["content"] = json!([]));
    check(|result| result["content"] = json!([{"type": "image", "data": "", "mimeType": "image/png"}]));
    check(|result| {
        let block = result["content"][0].clone();
        result["content"] = json!([block, block]);
    });
}

#[test]
fn content_without_a_digest_must_be_the_snapshot() {
    check(|result| {
        result["details"]["readcache"].as_object_mut().unwrap().remove("contentHash");
        result["content"][0]["text"] = json!(poem_with(20, 3));
    });
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read_altered("a.txt", |result| {
        result["details"]["readcache"].as_object_mut().unwrap().remove("contentHash");
    });
    assert_eq!(session.read("a.txt").mode, "unchanged");
}

#[test]
fn a_digest_that_fits_the_content_does_not_make_it_the_file() {
    let forged = poem_with(20, 3);
    check(|result| {
        result["details"]["readcache"]["contentHash"] =
            json!(reread_hosts::pi::content_digest(&forged).to_string());
        result["content"][0]["text"] = json!(forged);
    });
}

#[test]
fn lines_must_be_found_in_the_snapshot_they_are_said_to_come_from() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read_range("a.txt", 5, 8);
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "unchanged_range");
    let forged = session.file().replace("line 6 of a poem", "line 6 was forged");
    let mut session = session.with_file(&forged.replace("\"contentHash\"", "\"noHash\""));
    assert_eq!(session.read_range("a.txt", 5, 8).mode, "full_fallback");
}

#[test]
fn an_entry_that_was_removed_or_replaced_shows_nothing() {
    for replacement in [json!(null), json!({"content": [{"type": "text", "text": "[pruned]"}]})] {
        let mut session = Session::new();
        session.write("a.txt", poem(20));
        let anchor = session.read("a.txt").entry;
        session.read("a.txt");
        let before = session.leaf();
        session.edit_context(&anchor, &replacement);
        assert_eq!(session.read("a.txt").mode, "full");
        // On a branch that leaves before the edit the text is still there.
        session.go_to(&before);
        assert_eq!(session.read("a.txt").mode, "unchanged");
    }
}

#[test]
fn a_nested_call_shows_nothing() {
    check(|result| result["toolCallId"] = json!("call_1/1"));
}

#[test]
fn a_diff_that_was_aborted_counts_for_nothing() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.read("a.txt");
    session.write("a.txt", poem_with(20, 11));
    let mut untouched = session.clone();
    session.read_altered("a.txt", |result| {
        assert_eq!(result["details"]["readcache"]["mode"], "diff", "a diff was made before the abort");
        result["content"][0]["text"] = "Operation aborted".into();
        result["details"] = json!({});
        result["isError"] = true.into();
    });
    // The model has seen neither the diff nor a text of that version.
    let shown = session.read("a.txt");
    assert_eq!((shown.mode, shown.text), ("full", poem_with(20, 11)));
    // And where not even an error was appended, the diff is made again.
    assert_eq!(untouched.read("a.txt").mode, "diff");
}
