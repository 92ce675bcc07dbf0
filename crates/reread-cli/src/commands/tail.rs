//! `reread tail`: the last lines of a file.

use clap::Args;
use reread_wire::Request;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::{copy_bytes, serve_and_show};

/// Show the last lines of a file, without reading the rest of a large one
#[derive(Debug, Args)]
pub(crate) struct TailCommand {
    /// The file
    path: String,
    /// How many lines
    #[arg(short = 'n', long, value_name = "LINES", default_value_t = 10)]
    lines: u64,
    /// The exact bytes and nothing else
    #[arg(long, conflicts_with = "json")]
    raw: bool,
}

pub(crate) fn run(global: &Global, args: &TailCommand) -> Result<Exit, Failure> {
    let request = reread_wire::EdgeArgs { path: args.path.clone(), max_lines: args.lines };
    let request = Request::ReadFileTail(request);
    if args.raw { copy_bytes(global, &request) } else { serve_and_show(global, &request) }
}
