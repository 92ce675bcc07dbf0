//! `reread excerpt`: the beginning and the end of a file.

use clap::Args;
use reread_wire::{ExcerptArgs, Request};

/// Show the beginning and the end of a file
#[derive(Debug, Args)]
pub(crate) struct ExcerptCommand {
    /// The file
    path: String,
    /// How many lines together
    #[arg(short = 'n', long, value_name = "LINES", default_value_t = 80)]
    lines: u64,
}

impl From<ExcerptCommand> for Request {
    fn from(args: ExcerptCommand) -> Self {
        Request::GetExcerpt(ExcerptArgs { filepath: args.path, max_lines: args.lines })
    }
}
