use super::Sessions;
use crate::Principal;

#[test]
fn a_session_belongs_to_the_client_that_began_it() {
    let (sessions, one, two) = (Sessions::new(4), Principal::new("one"), Principal::new("two"));
    sessions.begin("a", &one, false);
    assert!(sessions.is_owned("a", &one));
    assert!(!sessions.is_owned("a", &two));
    assert!(!sessions.is_owned("b", &one));
    sessions.end("a");
    assert!(!sessions.is_owned("a", &one));
}

#[test]
fn the_least_recently_used_makes_room_and_only_for_its_own_principal() {
    let (sessions, one, two) = (Sessions::new(2), Principal::new("one"), Principal::new("two"));
    assert!(sessions.begin("a", &one, false).is_empty());
    assert!(sessions.begin("b", &one, false).is_empty());
    assert!(sessions.begin("c", &two, false).is_empty());
    assert!(sessions.is_owned("a", &one));
    assert_eq!(sessions.begin("d", &one, false), ["b"]);
    assert!(!sessions.is_owned("b", &one));
    for (id, principal) in [("a", &one), ("d", &one), ("c", &two)] {
        assert!(sessions.is_owned(id, principal), "{id}");
    }
}
