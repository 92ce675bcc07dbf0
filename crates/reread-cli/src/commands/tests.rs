use clap::CommandFactory as _;

use super::Arguments;
use crate::arguments::OF_WORKSPACE;

/// The manual names every command and every option.
#[test]
fn the_manual_names_every_command_and_option() {
    let manual = include_str!("../../../../docs/cli.md");
    let mut program = Arguments::command();
    program.build();
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = command.get_name();
        assert!(manual.contains(&format!("reread {name}")), "docs/cli.md does not name {name}");
        let actions = command.get_subcommands().flat_map(clap::Command::get_arguments);
        for option in command.get_arguments().chain(actions).filter_map(clap::Arg::get_long) {
            let built_in = ["help", "version"].contains(&option);
            assert!(built_in || manual.contains(&format!("--{option}")), "docs/cli.md: {name} --{option}");
        }
    }
}

/// Options that are refused are not in the help.
#[test]
fn a_session_is_offered_no_workspace() {
    let mut program = Arguments::command();
    program.build();
    let session = program.find_subcommand_mut(super::WITHOUT_WORKSPACE).unwrap();
    let mut helps = vec![session.render_long_help().to_string()];
    let stack = session.find_subcommand_mut(super::WITH_WORKSPACE_AFTER_ALL).unwrap();
    assert!(stack.render_long_help().to_string().contains("--root"));
    let without = ["help", super::WITH_WORKSPACE_AFTER_ALL];
    let actions = session.get_subcommands_mut().filter(|action| !without.contains(&action.get_name()));
    helps.extend(actions.map(|action| action.render_long_help().to_string()));
    for help in helps {
        assert!(help.contains("--json"), "{help}");
        for option in OF_WORKSPACE {
            assert!(!help.contains(&format!("--{option}")), "--{option}: {help}");
        }
    }
}

#[test]
fn the_command_line_is_consistent() {
    Arguments::command().debug_assert();
}
