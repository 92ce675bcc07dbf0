//! What a request is called, and which keys decide whether the user is asked.

use super::{ApprovalReasons, phrase};

#[track_caller]
fn check(reasons: &ApprovalReasons, keys: &str) {
    assert_eq!(reasons.keys().join(" "), keys);
}

#[test]
fn only_keys_that_would_help_are_named() {
    let reasons = ApprovalReasons { rule: Some("a rule".to_owned()), ..ApprovalReasons::default() };
    check(&reasons, "write.ask");
    check(&ApprovalReasons { hides: true, ..reasons.clone() }, "read.sensitive read.ask");
    check(&ApprovalReasons { runs_code: true, ..reasons.clone() }, "write.runs_code write.ask");
    check(&ApprovalReasons { makes_executable: true, runs_code: true, ..reasons }, "");
    check(&ApprovalReasons { makes_executable: true, ..ApprovalReasons::default() }, "");
}

#[test]
fn a_deed_is_said_in_words() {
    for (operation, words) in [
        ("write", "write a.mk"),
        ("write as 0755", "write a.mk as 0755"),
        ("move to b c.mk", "move a.mk to b c.mk"),
    ] {
        assert_eq!(phrase(operation, "a.mk"), words);
    }
}
