use serde_json::{Value, json};

use super::{CallerKey, Conversation, Sender};
use crate::Principal;

fn caller(label: Option<&str>, meta: Value, otherwise: Conversation) -> CallerKey {
    let Value::Object(meta) = meta else { panic!("metadata is an object") };
    Sender::new(&Principal::new("pid:7"), &meta, otherwise).caller(label.map(str::to_owned))
}

fn check(label: Option<&str>, meta: Value, expected: &str) {
    assert_eq!(caller(label, meta, Conversation::Only).to_string(), expected);
}

#[test]
fn a_label_comes_before_a_thread_and_both_stay_with_the_principal() {
    check(None, json!({}), "pid:7");
    check(Some("review"), json!({}), "pid:7/session:review");
    check(None, json!({ "threadId": "t1" }), "pid:7/thread:t1");
    check(Some("review"), json!({ "threadId": "t1" }), "pid:7/session:review");
    check(Some("../pid:8"), json!({}), "pid:7/session:../pid:8");
}

#[test]
fn the_thread_counts_and_the_session_of_a_host_does_not() {
    check(
        None,
        json!({ "x-codex-turn-metadata": { "session_id": "s", "thread_id": "t2" } }),
        "pid:7/thread:t2",
    );
    check(None, json!({ "x-codex-turn-metadata": { "session_id": "s" } }), "pid:7");
    check(None, json!({ "x-codex-turn-metadata": "t2", "threadId": 3 }), "pid:7");
    check(None, json!({ "threadId": "" }), "pid:7");
    check(None, json!({ "threadId": "t".repeat(129) }), "pid:7");
}

#[test]
fn a_label_is_never_taken_for_a_thread_nor_a_thread_for_a_session_of_the_protocol() {
    let labelled = caller(Some("one"), json!({}), Conversation::Only);
    let threaded = caller(None, json!({ "threadId": "one" }), Conversation::Only);
    let in_session = caller(None, json!({}), Conversation::Protocol("one".to_owned()));
    assert!(labelled != threaded && threaded != in_session && in_session != labelled);
}

#[test]
fn what_the_transport_knows_comes_last() {
    let session = || Conversation::Protocol("s1".to_owned());
    assert_eq!(caller(None, json!({}), session()).to_string(), "pid:7/protocol:s1");
    assert_eq!(caller(None, json!({ "threadId": "t1" }), session()).to_string(), "pid:7/thread:t1");
    assert_eq!(caller(Some("review"), json!({}), session()).to_string(), "pid:7/session:review");
}

/// Calls that cannot be distinguished have nothing in common that could be kept.
#[test]
fn nothing_is_kept_for_a_caller_without_a_name() {
    let remembers = |label, meta, otherwise| caller(label, meta, otherwise).remembers();
    assert!(!remembers(None, json!({}), Conversation::Unnamed));
    assert!(remembers(Some("review"), json!({}), Conversation::Unnamed));
    assert!(remembers(None, json!({ "threadId": "t1" }), Conversation::Unnamed));
    assert!(remembers(None, json!({}), Conversation::Protocol("s1".to_owned())));
    assert!(remembers(None, json!({}), Conversation::Only));
}
