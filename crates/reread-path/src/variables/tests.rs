use super::*;

fn check(text: &str, expected: &str) {
    let value_of = |name: &str| match name {
        "HOME" => Some("/home/ada".to_owned()),
        "X_1" => Some("$HOME".to_owned()),
        _ => None,
    };
    let expanded = expand_variables(text, value_of).unwrap_or_else(|error| error.to_string());
    assert_eq!(expanded, expected, "{text}");
}

#[test]
fn variables_stand_for_their_values() {
    check("$HOME/state", "/home/ada/state");
    check("${HOME}state", "/home/adastate");
    check("a/${X_1}", "a/$HOME");
    check("/plain", "/plain");
    check("", "");
}

#[test]
fn a_dollar_without_a_name_stays() {
    check("a$", "a$");
    check("$/x $1", "$/x $1");
}

#[test]
fn what_cannot_be_expanded_is_an_error() {
    check("$NOPE/x", "the variable $NOPE is not set");
    check("${HOME", "`${` is not followed by a name and `}`");
    check("${}", "`${` is not followed by a name and `}`");
    check("${1}", "`${` is not followed by a name and `}`");
}
