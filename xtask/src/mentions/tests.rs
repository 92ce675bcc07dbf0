use super::*;

#[test]
fn calls_stand_in_transcripts() {
    let check = |scenario: &str, expected: &[&str]| {
        assert_eq!(called_commands(scenario).collect::<Vec<_>>(), expected);
    };
    check("", &[]);
    check("```transcript\n> read song.txt\none\n> stat song.txt\n```\n", &["read", "stat"]);
    check("> read song.txt\n", &[]);
    check("```file song.txt\n> read me\n```\n", &[]);
    check("```transcript\n> read a\n```\n> stat a\n```transcript cli\n> head a -n 1\n```", &["read", "head"]);
}

#[test]
fn a_crate_is_named_by_its_whole_name() {
    let check = |text: &str, expected: bool| assert_eq!(names(text, "reread-text"), expected, "{text}");
    check("**reread-text** holds lines", true);
    check("`reread-text`, then", true);
    check("reread-text", true);
    check("reread-texts and my-reread-text", false);
    check("", false);
}

#[test]
fn every_command_is_shown_by_a_scenario() {
    assert_eq!(uncalled_commands(&Checkout::find().unwrap()).unwrap(), Vec::<String>::new());
}

#[test]
fn every_crate_is_on_the_map() {
    assert_eq!(unmapped_crates(&Checkout::find().unwrap()).unwrap(), Vec::<String>::new());
}

#[test]
fn every_decision_is_in_the_index() {
    assert_eq!(unlisted_decisions(&Checkout::find().unwrap()).unwrap(), Vec::<String>::new());
}
