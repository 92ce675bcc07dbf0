//! Which keys decide whether the user is asked.

use super::Asks;

#[track_caller]
fn check(asks: &Asks, keys: &str) {
    assert_eq!(asks.keys().join(" "), keys);
}

#[test]
fn only_keys_that_would_help_are_named() {
    let asks = Asks { rule: Some("a rule".to_owned()), ..Asks::default() };
    check(&asks, "write.ask");
    check(&Asks { hides: true, ..asks.clone() }, "read.sensitive read.ask");
    check(&Asks { runs_code: true, ..asks.clone() }, "write.runs_code write.ask");
    check(&Asks { makes_executable: true, runs_code: true, ..asks }, "");
    check(&Asks { makes_executable: true, ..Asks::default() }, "");
}
