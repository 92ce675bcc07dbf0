//! `reread completions`: completions for a shell.

use std::io::Write as _;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::arguments::Global;
use crate::commands::Arguments;
use crate::exit::{Exit, Failure};
use crate::output::results;
use crate::terminal::Terminal;

/// Print completions for a shell
///
/// For example: reread completions bash > ~/.local/share/bash-completion/completions/reread
#[derive(Debug, Args)]
pub(crate) struct CompletionsCommand {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(global: &Global, args: &CompletionsCommand) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "reread", &mut script);
    results(Terminal::of_stdout(global.color)).write_all(&script)?;
    Ok(Exit::Done)
}
