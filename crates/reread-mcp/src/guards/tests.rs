use reread_files::GuardSettings;
use reread_guard::WriteLimits;
use rmcp::model::JsonObject;

use super::{Guards, MOST_SESSIONS, Recent};
use crate::Principal;
use crate::caller::{CallerKey, Conversation, Sender};

fn sender(principal: &str, conversation: Conversation) -> Sender {
    Sender::new(&Principal::new(principal), &JsonObject::new(), conversation)
}

fn caller(principal: &str, label: &str) -> CallerKey {
    sender(principal, Conversation::Only).caller(Some(label.to_owned()))
}

/// How many sessions are kept for each principal.
fn kept(guards: &Guards) -> Vec<(String, usize)> {
    let principals = guards.kept.lock().unwrap();
    let mut kept: Vec<_> =
        principals.kept.iter().map(|(name, (_, of))| (name.to_string(), of.sessions.kept.len())).collect();
    kept.sort();
    kept
}

#[test]
fn what_was_asked_for_longest_ago_makes_room() {
    let mut recent = Recent::default();
    assert_eq!(*recent.get("a", 2, || 1), 1);
    assert_eq!(*recent.get("b", 2, || 2), 2);
    assert_eq!(*recent.get("a", 2, || 9), 1);
    assert_eq!(*recent.get("c", 2, || 3), 3);
    assert_eq!(*recent.get("a", 2, || 9), 1);
    assert_eq!(*recent.get("b", 2, || 9), 9);
}

#[test]
fn labels_make_room_among_those_of_their_principal_and_no_other() {
    let guards = Guards::new(GuardSettings::default(), WriteLimits::default());
    guards.guard_of(&caller("two", "0"));
    for label in 0..MOST_SESSIONS + 9 {
        guards.guard_of(&caller("one", &label.to_string()));
    }
    assert_eq!(kept(&guards), [("one".to_owned(), MOST_SESSIONS), ("two".to_owned(), 1)]);
}

#[test]
fn no_session_is_kept_of_a_conversation_that_cannot_be_known_again() {
    let guards = Guards::new(GuardSettings::default(), WriteLimits::default());
    let unnamed = sender("one", Conversation::Unnamed);
    guards.guard_of(&unnamed.caller(None));
    assert_eq!(kept(&guards), [("one".to_owned(), 0)]);
    guards.guard_of(&unnamed.caller(Some("review".to_owned())));
    assert_eq!(kept(&guards), [("one".to_owned(), 1)]);
}
