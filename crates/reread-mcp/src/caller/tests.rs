use serde_json::{Value, json};

use super::CallerKey;

fn check(label: Option<&str>, meta: Value, expected: &str) {
    let Value::Object(meta) = meta else { panic!("metadata is an object") };
    assert_eq!(CallerKey::new("pid:7", label.map(str::to_owned), &meta).to_string(), expected);
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
fn a_label_is_never_taken_for_a_thread() {
    let thread = json!({ "threadId": "one" });
    let Value::Object(meta) = thread else { unreachable!() };
    let labelled = CallerKey::new("p", Some("one".to_owned()), &meta);
    assert_ne!(labelled, CallerKey::new("p", None, &meta));
}
