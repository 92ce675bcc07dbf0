use reread_text::Digest;
use serde_json::{Value, json};

use crate::pi::companion::tests::{CHANGED, MemoryStore, PiDriver, SONG, ask, check, pi};

/// Two reads of a file in one message; what is told between them, and what the second gets.
fn check_together(tell: impl FnOnce(&mut PiDriver<'_>, &str, &Value), expected: &str) {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    pi.message(&["/p/a", "/p/a"]);
    let (first, second) = (pi.call(0), pi.call(1));
    let reply = pi.answer(&first, &ask("/p/a", SONG));
    check(&reply, "full full");
    tell(&mut pi, &first, &reply);
    check(&pi.answer(&second, &ask("/p/a", SONG)), expected);
}

fn delivered(pi: &mut PiDriver<'_>, call: &str, text: Option<&str>) {
    let content = text.map(|text| Digest::of(text.as_bytes()).to_string());
    assert!(pi.say(&json!({ "op": "delivered", "call": call, "content": content }), &[]).is_empty());
}

#[test]
fn an_answer_in_flight_vouches_for_nothing() {
    check_together(|_, _, _| {}, "full full");
    // It ended as it was made, and may still be replaced before it is appended.
    check_together(|pi, call, _| delivered(pi, call, Some(SONG)), "full full");
    check_together(|pi, call, _| delivered(pi, call, Some("pruned")), "full full");
    check_together(|pi, call, _| delivered(pi, call, None), "full full");
    check_together(|pi, _, _| delivered(pi, "another", Some(SONG)), "full full");
    // Appended, it is no longer in flight.
    let unchanged = "[readcache: unchanged, 21 lines]";
    check_together(|pi, call, reply| pi.land(call, &ask("/p/a", SONG), reply), unchanged);
}

#[test]
fn an_edit_in_flight_is_no_time_for_markers() {
    let check_behind = |tool: &str, path: &str, expected: &str| {
        let memory = MemoryStore::default();
        let mut pi = pi(&memory);
        check(&pi.read(&ask("/p/a", SONG)), "full full");
        pi.message_of(&[(tool, "edit_1", path), ("read", "read_1", "/p/a")]);
        check(&pi.answer("read_1", &ask("/p/a", SONG)), expected);
    };
    check_behind("edit", "a", "full full");
    check_behind("write", "/p/a", "full full");
    check_behind("edit", "~/a", "full full");
    check_behind("readcache_refresh", "a", "full full");
    check_behind("edit", "b", "[readcache: unchanged, 21 lines]");
    check_behind("bash", "a", "[readcache: unchanged, 21 lines]");
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    pi.message_of(&[("read", "read_1", "/p/a"), ("edit", "edit_1", "a")]);
    check(&pi.answer("read_1", &ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
}

#[test]
fn a_call_that_was_led_to_another_file_is_left_to_pi() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    pi.message(&["a"]);
    let call = pi.call(0);
    check(&pi.answer(&call, &ask("/p/b", SONG)), "nothing");
}

#[test]
fn an_answer_in_flight_that_vouches_for_nothing_speaks_against_its_file() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    pi.message(&["/p/a", "/p/a", "/p/b"]);
    let calls = [0, 1, 2].map(|place| pi.call(place));
    check(&pi.answer(&calls[0], &ask("/p/a", SONG).without_text()), "nothing");
    check(&pi.answer(&calls[1], &ask("/p/a", SONG)), "full full");
    check(&pi.answer(&calls[2], &ask("/p/b", SONG)), "[readcache: unchanged, 21 lines]");
}

/// A file that is held is read anew, changed, in one message with a second read; what happens in between.
fn check_meanwhile(meanwhile: impl FnOnce(&mut PiDriver<'_>, &str, &Value), expected: &str) {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    pi.message(&["/p/a", "/p/a"]);
    let (first, second) = (pi.call(0), pi.call(1));
    let diff = pi.answer(&first, &ask("/p/a", CHANGED));
    check(&diff, "[readcache: 1 lines changed of 21]");
    delivered(&mut pi, &first, diff["text"].as_str());
    meanwhile(&mut pi, &first, &diff);
    check(&pi.answer(&second, &ask("/p/a", CHANGED)), expected);
}

#[test]
fn an_answer_in_flight_is_not_forgotten_when_the_leaf_moves() {
    let note = |pi: &mut PiDriver<'_>| {
        pi.append(json!({ "type": "custom", "customType": "note", "data": {} }));
    };
    let unchanged = "[readcache: unchanged, 21 lines]";
    check_meanwhile(|_, _, _| {}, "full full");
    check_meanwhile(|pi, _, _| note(pi), "full full");
    check_meanwhile(|pi, call, diff| pi.land(call, &ask("/p/a", CHANGED), diff), unchanged);
    check_meanwhile(|pi, _, _| drop(pi.refresh(&json!({ "file": "/p/b" }), Some(SONG))), "full full");
    // Words that only another extension can have made.
    check_meanwhile(|pi, _, _| delivered(pi, "strange", Some("words")), "full full");
}

#[test]
fn a_failure_of_pi_speaks_against_everything_until_it_is_in_the_history() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(&ask("/p/c", SONG)), "full full");
    pi.message(&["/p/b", "/p/a", "/p/c"]);
    let calls = [0, 1, 2].map(|place| pi.call(place));
    delivered(&mut pi, &calls[0], Some("no such file"));
    let second = pi.answer(&calls[1], &ask("/p/a", SONG));
    check(&second, "full full");
    pi.land(&calls[0], &ask("/p/b", "no such file"), &json!({}));
    check(&pi.answer(&calls[2], &ask("/p/c", SONG)), "[readcache: unchanged, 21 lines]");
}

#[test]
fn strange_results_are_forgotten_with_the_message_after_them() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    delivered(&mut pi, "strange", None);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(&ask("/p/a", SONG)), "[readcache: unchanged, 21 lines]");
}

/// A file is held; a companion that has just been started is asked in the middle of a message of these paths.
fn check_started(paths: &[&str], context: &Value, expected: &str) {
    let memory = MemoryStore::default();
    let mut before = pi(&memory);
    before.message(&["/p/a"]);
    let call = before.call(0);
    let reply = before.answer(&call, &ask("/p/a", SONG));
    let mut pi = pi(&memory);
    pi.message(&["/p/a"]);
    pi.land(&call, &ask("/p/a", SONG), &reply);
    pi.message(paths);
    pi.context = context.clone();
    let call = pi.call(0);
    check(&pi.answer(&call, &ask("/p/a", SONG)), expected);
}

#[test]
fn a_companion_that_was_started_late_knows_less() {
    let unchanged = "[readcache: unchanged, 21 lines]";
    let context = json!({ "leaf": "e1", "reads": [["c0-0", Digest::of(SONG.as_bytes()).to_string()]] });
    check_started(&["a"], &context, unchanged);
    check_started(&["a", "b", "sub/b"], &context, unchanged);
    check_started(&["a", "b", "sub/a"], &context, "full full");
    check_started(&["a", "b:7"], &context, "full full");
    // It is not said what the model was sent, or only what it was sent elsewhere.
    check_started(&["a"], &Value::Null, "full full");
    check_started(&["a"], &json!({ "leaf": "e9", "reads": [] }), "full full");
    check_started(&["a"], &json!({ "leaf": "e1", "reads": [] }), "full full");
}

#[test]
fn the_calls_of_a_message_are_answered_in_any_order() {
    let memory = MemoryStore::default();
    let mut pi = pi(&memory);
    check(&pi.read(&ask("/p/a", SONG)), "full full");
    check(&pi.read(&ask("/p/b", SONG)), "full full");
    pi.message(&["/p/a", "/p/a", "/p/b"]);
    let calls = [0, 1, 2].map(|place| pi.call(place));
    // The model reads the first result first: it may show another text than a diff behind it starts from.
    check(&pi.answer(&calls[1], &ask("/p/a", CHANGED)), "full full");
    check(&pi.answer(&calls[0], &ask("/p/a", CHANGED)), "full full");
    check(&pi.answer(&calls[2], &ask("/p/b", SONG)), "[readcache: unchanged, 21 lines]");
}
