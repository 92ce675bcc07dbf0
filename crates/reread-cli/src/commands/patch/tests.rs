use super::FORMS;

/// What the help shows is what the manual shows.
#[test]
fn the_manual_shows_the_forms_of_the_help() {
    assert!(include_str!("../../../../../docs/cli.md").contains(FORMS));
}
