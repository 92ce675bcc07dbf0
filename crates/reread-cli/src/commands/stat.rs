//! `reread stat`: the facts about a name.

use clap::Args;
use reread_wire::Request;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::serve_and_show;

/// Show whether a file exists, and its kind, size and modification time
///
/// Exits with 1 if nothing is there.
#[derive(Debug, Args)]
pub(crate) struct StatCommand {
    /// The file
    path: String,
}

pub(crate) fn run(global: &Global, args: &StatCommand) -> Result<Exit, Failure> {
    let request = reread_wire::FileArgs { path: args.path.clone() };
    serve_and_show(global, &Request::StatFile(request))
}
