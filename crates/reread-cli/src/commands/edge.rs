//! `reread head` and `reread tail`: the first and the last lines of a file.

use clap::Args;
use reread_wire::{EdgeArgs, Request};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::{copy_bytes, serve_and_show};

#[derive(Debug, Args)]
pub(crate) struct EdgeCommand {
    /// The file
    path: String,
    /// How many lines
    #[arg(short = 'n', long, value_name = "LINES", default_value_t = 10)]
    lines: u64,
    /// The exact bytes and nothing else
    #[arg(long, conflicts_with = "json")]
    raw: bool,
}

/// Shows one end of a file; `request` says which one.
pub(crate) fn run(
    global: &Global,
    args: EdgeCommand,
    request: fn(EdgeArgs) -> Request,
) -> Result<Exit, Failure> {
    let request = request(EdgeArgs { path: args.path, max_lines: args.lines });
    if args.raw { copy_bytes(global, &request) } else { serve_and_show(global, &request) }
}
