//! `reread completions`: completions for a shell.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::exit::Exit;

/// Print completions for a shell
///
/// For example: reread completions bash > ~/.local/share/bash-completion/completions/reread
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Exit {
    clap_complete::generate(args.shell, &mut Arguments::command(), "reread", &mut std::io::stdout().lock());
    Exit::Done
}
