use reread_files::GuardSettings;

use super::{Guards, MOST_SESSIONS, Recent};
use crate::Principal;
use crate::caller::{CallerKey, Sender};

fn caller(principal: &str, label: &str) -> CallerKey {
    Sender::of_process(&Principal::new(principal)).caller(Some(label.to_owned()))
}

#[test]
fn what_was_asked_for_longest_ago_makes_room() {
    let mut recent = Recent::default();
    assert_eq!(recent.get("a", 2, || 1), 1);
    assert_eq!(recent.get("b", 2, || 2), 2);
    assert_eq!(recent.get("a", 2, || 9), 1);
    assert_eq!(recent.get("c", 2, || 3), 3);
    assert_eq!(recent.get("a", 2, || 9), 1);
    assert_eq!(recent.get("b", 2, || 9), 9);
}

#[test]
fn labels_share_the_budget_of_their_principal_and_no_other() {
    let guards = Guards::new(GuardSettings::default());
    for label in 0..MOST_SESSIONS + 9 {
        guards.guard_of(&caller("one", &label.to_string()));
    }
    guards.guard_of(&caller("two", "0"));
    let kept = guards.kept.lock().unwrap();
    assert_eq!(kept.budgets.kept.len(), 2);
    assert_eq!(kept.sessions.kept.len(), MOST_SESSIONS);
}

#[test]
fn nothing_is_kept_of_a_conversation_that_cannot_be_known_again() {
    let guards = Guards::new(GuardSettings::default());
    let unnamed = Sender::of_many(&Principal::new("one"));
    guards.guard_of(&unnamed.caller(None));
    assert_eq!(guards.kept.lock().unwrap().sessions.kept.len(), 0);
    guards.guard_of(&unnamed.caller(Some("review".to_owned())));
    let kept = guards.kept.lock().unwrap();
    assert_eq!((kept.sessions.kept.len(), kept.budgets.kept.len()), (1, 1));
}
