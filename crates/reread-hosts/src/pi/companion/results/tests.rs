use reread_text::Digest;
use serde_json::json;

use crate::pi::companion::tests::{CHANGED, MemoryStore, SONG, ask, check, pi};

/// A file is read, and held; then the model is sent this, and asks for the file again.
fn check_sent(reads: &[(&str, Option<&str>)], expected: &str) {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    pi.request(reads);
    check(&pi.read(&ask("/p/a", SONG)), expected);
}

#[test]
fn what_the_model_was_not_sent_does_not_count() {
    check_sent(&[("c0-0", Some(SONG))], "[readcache: unchanged, 21 lines]");
    check_sent(&[("c9", Some("more")), ("c0-0", Some(SONG))], "[readcache: unchanged, 21 lines]");
    check_sent(&[("c0-0", Some(SONG)), ("c0-0", Some("more"))], "[readcache: unchanged, 21 lines]");
    check_sent(&[], "full full");
    check_sent(&[("c0-0", Some("[pruned]"))], "full full");
    check_sent(&[("c0-0", None)], "full full");
    check_sent(&[("c9", Some(SONG))], "full full");
}

#[test]
fn the_latest_request_is_what_counts() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    let unchanged = "[readcache: unchanged, 21 lines]";
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    pi.request(&[("c2-0", Some(SONG))]);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    // The text that was missed is still missed; that which was sent in its place counts.
    pi.request(&[("c2-0", Some(SONG)), ("c4-0", Some(SONG))]);
    check(&pi.read(&ask("/p/a", SONG)), unchanged);
    check(&pi.read(&ask("/p/b", SONG)), unchanged);
    pi.request(&[("c0-0", Some(SONG)), ("c4-0", Some(SONG))]);
    check(&pi.read(&ask("/p/b", SONG)), "full full");
}

#[test]
fn what_was_built_on_a_missed_text_does_not_count() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    let diff = pi.read(&ask("/p/a", CHANGED));
    check(&diff, "[readcache: 1 lines changed of 21]");
    pi.request(&[("c2-0", diff["text"].as_str())]);
    check(&pi.read(&ask("/p/a", CHANGED)), "full full");
}

#[test]
fn a_request_of_another_branch_says_nothing() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    pi.context = json!({ "leaf": "e99", "reads": [] });
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
    let root = pi.leaf.clone();
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    pi.hand_over();
    pi.request(&[]);
    pi.leaf = root;
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
}

#[test]
fn what_came_before_a_compaction_is_not_missed() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    pi.append(json!({ "type": "compaction" }));
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    let second = Digest::of(SONG.as_bytes()).to_string();
    pi.context = json!({ "leaf": pi.leaf, "reads": [["c3-0", second]] });
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
}

#[test]
fn calls_of_one_name_are_counted() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    for file in ["/p/a", "/p/b"] {
        pi.message_with(&[("call_0".to_owned(), file.to_owned())]);
        let reply = pi.answer("call_0", &ask(file, SONG));
        check(&reply, "full full");
        pi.land("call_0", &ask(file, SONG), &reply);
    }
    pi.request(&[("call_0", Some(SONG)), ("call_0", Some(SONG))]);
    check(&pi.read(&ask("/p/b", SONG)), "[readcache: unchanged, 21 lines]");
    pi.request(&[("call_0", Some(SONG))]);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
}

#[test]
fn an_edit_counts_also_when_something_was_missed() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    // It names a result that is still to come.
    pi.append(json!({ "type": "context_edit", "targetId": "e5" }));
    pi.append(json!({ "type": "compaction" }));
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    pi.request(&[]);
    pi.message(&["/p/a", "/p/a"]);
    let (first, second) = (pi.call(0), pi.call(1));
    let reply = pi.answer(&first, &ask("/p/a", SONG));
    check(&reply, "full full");
    pi.land(&first, &ask("/p/a", SONG), &reply);
    assert_eq!(pi.leaf, "e5");
    check(&pi.answer(&second, &ask("/p/a", SONG)), "full full");
}
