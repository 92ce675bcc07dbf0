//! `reread completions`: completions for a shell.

use std::io::Write as _;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::commands::Arguments;
use crate::exit::{Exit, Failure};

/// Print completions for a shell
///
/// For example: reread completions bash > ~/.local/share/bash-completion/completions/reread
#[derive(Debug, Args)]
pub(crate) struct CompletionsCommand {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsCommand) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "reread", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Exit::Done)
}
