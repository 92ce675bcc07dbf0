//! The command line as types; the doc comments are the help texts.

#![expect(clippy::doc_markdown, reason = "help texts are read on a terminal, not as Markdown")]

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, CommandFactory as _, FromArgMatches as _, Parser, ValueEnum};

use crate::commands::Command;

/// The file-access layer for coding agents: it knows what the model has already been shown.
///
/// A file that has not changed is not sent twice, a changed one is sent as a diff, a large one is read in
/// bounds. Replies carry a tag such as #3fa9c1d27b04@1-300; cite it with --known the next time.
///
/// Exit codes: 0 done; 1 nothing found, a check failed, or a change was not written; 2 usage; 3 refused; 4 missing
/// or not usable; 5 system failure; 6 configuration.
#[derive(Debug, Parser)]
#[command(name = "reread", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The options that are about a workspace.
const OF_WORKSPACE: [&str; 3] = ["root", "state", "config"];

/// A command that reads what it is given and knows of no workspace, and the one part of it that does.
const WITHOUT_WORKSPACE: &str = "session";
const WITH_WORKSPACE_AFTER_ALL: &str = "stack";

impl Arguments {
    /// Parses the command line, or ends the process with a message.
    ///
    /// An option that would have no effect is refused. An environment variable is not: it was not set for this command.
    pub(crate) fn of_command_line() -> Self {
        let mut program = Self::command();
        let matches = program.get_matches_mut();
        let part = |matches: &ArgMatches| matches.subcommand_name() != Some(WITH_WORKSPACE_AFTER_ALL);
        if matches.subcommand_matches(WITHOUT_WORKSPACE).is_some_and(part) {
            let is_given = |option: &&str| matches.value_source(option) == Some(ValueSource::CommandLine);
            if let Some(option) = OF_WORKSPACE.into_iter().find(is_given) {
                let message =
                    format!("`reread {WITHOUT_WORKSPACE}` takes no --{option}: it opens no workspace");
                program.error(ErrorKind::ArgumentConflict, message).exit();
            }
        }
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut program).exit())
    }
}

/// The options of a workspace, for a command that has none: in the place of those of every command, and in no help.
pub(crate) fn hidden_workspace_options() -> [Arg; 3] {
    OF_WORKSPACE.map(|option| {
        let arg = Arg::new(option).long(option).global(true).hide(true);
        let action = if option == "root" { ArgAction::Append } else { ArgAction::Set };
        arg.action(action).value_parser(clap::value_parser!(PathBuf))
    })
}

/// The same in full, for the one part of such a command that opens a workspace.
pub(crate) fn shown_workspace_options() -> Vec<Arg> {
    let of_every_command = Global::augment_args(clap::Command::new(""));
    let is_of_workspace = |arg: &&Arg| OF_WORKSPACE.contains(&arg.get_id().as_str());
    of_every_command.get_arguments().filter(is_of_workspace).cloned().collect()
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Global {
    /// A folder that may be read. Default: the project around the current folder. May be given several times
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) root: Vec<PathBuf>,
    /// Where tags, snapshots and records are kept. Default: .reread in the root
    #[arg(long, global = true, value_name = "DIR", env = "REREAD_STATE")]
    pub(crate) state: Option<PathBuf>,
    /// The user's configuration file. Default: $XDG_CONFIG_HOME/reread/config.toml
    #[arg(long, global = true, value_name = "FILE", env = "REREAD_CONFIG")]
    pub(crate) config: Option<PathBuf>,
    /// Print the reply as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to use colours and line numbers
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
}

/// When output is formatted for a person at a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::Arguments;

    /// The manual names every command and every option.
    #[test]
    fn the_manual_names_every_command_and_option() {
        let manual = include_str!("../../../docs/cli.md");
        let mut program = Arguments::command();
        program.build();
        for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
            let name = command.get_name();
            assert!(manual.contains(&format!("reread {name}")), "docs/cli.md does not name {name}");
            let actions = command.get_subcommands().flat_map(clap::Command::get_arguments);
            for option in command.get_arguments().chain(actions).filter_map(clap::Arg::get_long) {
                let built_in = ["help", "version"].contains(&option);
                assert!(
                    built_in || manual.contains(&format!("--{option}")),
                    "docs/cli.md: {name} --{option}"
                );
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
        let others = ["help", super::WITH_WORKSPACE_AFTER_ALL];
        let actions = session.get_subcommands_mut().filter(|action| !others.contains(&action.get_name()));
        helps.extend(actions.map(|action| action.render_long_help().to_string()));
        for help in helps {
            assert!(help.contains("--json"), "{help}");
            for option in super::OF_WORKSPACE {
                assert!(!help.contains(&format!("--{option}")), "--{option}: {help}");
            }
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
