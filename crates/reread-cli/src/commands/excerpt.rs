//! `reread excerpt`: the beginning and the end of a file.

use clap::Args;
use reread_wire::Request;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::serve_and_show;

/// Show the beginning and the end of a file
#[derive(Debug, Args)]
pub(crate) struct ExcerptCommand {
    /// The file
    path: String,
    /// How many lines together
    #[arg(short = 'n', long, value_name = "LINES", default_value_t = 80)]
    lines: u64,
}

pub(crate) fn run(global: &Global, args: &ExcerptCommand) -> Result<Exit, Failure> {
    let request = reread_wire::ExcerptArgs { filepath: args.path.clone(), max_lines: args.lines };
    serve_and_show(global, &Request::GetExcerpt(request))
}
