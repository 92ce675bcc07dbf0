use super::*;

/// Fails as often as it is told, then succeeds; says how it ended and how often it was tried.
fn check(failures: u32, failure: fn() -> ChoreError, expected: &str) {
    let mut tried = 0;
    let outcome = persistently(NO_NPM, || {
        tried += 1;
        if tried <= failures { Err(failure()) } else { Ok("fetched") }
    });
    let ending = outcome.map_or_else(|error| error.to_string(), str::to_owned);
    assert_eq!(format!("{ending} after {tried}"), expected);
}

fn absent_registry() -> ChoreError {
    ChoreError::Failed("the registry is away".to_owned())
}

fn missing_npm() -> ChoreError {
    ChoreError::Start { command: "npm".to_owned(), source: io::ErrorKind::NotFound.into() }
}

#[test]
fn fetching_is_tried_three_times() {
    check(0, absent_registry, "fetched after 1");
    check(1, absent_registry, "fetched after 2");
    check(2, absent_registry, "fetched after 3");
    check(3, absent_registry, "the registry is away after 3");
}

#[test]
fn a_machine_without_npm_is_told_so_at_once() {
    check(1, missing_npm, "there is no npm on the PATH; it comes with Node 18 or newer after 1");
}

#[test]
fn a_version_is_the_last_word_that_begins_with_a_digit() {
    for answer in ["1.2.3\n", "v1.2.3\n", "Version 1.2.3", "tilth 1.2.3\n", "1.2.3 (Some Program)\n"] {
        assert_eq!(said(answer), "1.2.3", "{answer:?}");
    }
    assert_eq!(said(""), "");
    assert_eq!(said("no version"), "");
}
