//! What creates trust, what carries it on, and what cannot.

use serde_json::json;

use crate::matrix::session::{Session, poem, poem_with};

#[test]
fn non_anchor_evidence_cannot_bootstrap_trust() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    let root = session.append(json!({"type": "custom", "customType": "x", "data": {}}));
    session.read("a.txt");
    let marker = session.read("a.txt").entry;
    session.write("a.txt", poem_with(20, 11));
    let diff = session.read("a.txt").entry;
    for derived in [marker, diff] {
        // A session that was rewritten so that the marker stands alone.
        let alone = session.without_anchor(&root, &derived);
        let mut alone = alone;
        assert_eq!(alone.read("a.txt").mode, "full");
    }
}

#[test]
fn metadata_that_says_nothing_is_passed_over_and_replay_goes_on() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session.write("b.txt", poem(30));
    session.read("b.txt");
    for garbage in
        [json!(null), json!(1), json!({}), json!({"v": 2}), json!({"v": 1, "pathKey": 3}), json!([])]
    {
        session.read_altered("a.txt", |result| result["details"]["readcache"] = garbage.clone());
        assert_eq!(session.read("b.txt").mode, "unchanged", "{garbage}");
        assert_eq!(session.read("a.txt").mode, "full", "{garbage}");
        assert_eq!(session.read("a.txt").mode, "unchanged", "{garbage}");
    }
}

#[test]
fn the_original_fallback_name_is_understood() {
    let mut session = Session::new();
    session.write("a.txt", poem(20));
    session
        .read_altered("a.txt", |result| result["details"]["readcache"]["mode"] = json!("baseline_fallback"));
    assert_eq!(session.read("a.txt").mode, "unchanged");
}
