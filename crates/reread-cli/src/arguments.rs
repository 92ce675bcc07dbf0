//! The options of every command.

#![expect(clippy::doc_markdown, reason = "help texts are read on a terminal, not as Markdown")]

use std::path::PathBuf;

use clap::{Arg, ArgAction, Args, ValueEnum};

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

/// The options that are about a workspace.
pub(crate) const OF_WORKSPACE: [&str; 3] = ["root", "state", "config"];

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
