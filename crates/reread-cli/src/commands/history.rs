//! `reread history`: the versions of a file.

use clap::Args;
use reread_wire::{FileHistoryArgs, Request};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::shown::serve_and_show;

/// List the versions of a file that were written through reread, and those of others that were found
#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// The file, which need not be there any more
    path: String,
    /// How many at the most
    #[arg(short = 'n', long, value_name = "VERSIONS", default_value_t = 20)]
    limit: u64,
    /// Only versions before this one, such as v7
    #[arg(long, value_name = "VERSION")]
    before: Option<String>,
}

pub(crate) fn run(global: &Global, args: &HistoryArgs) -> Result<Exit, Failure> {
    let HistoryArgs { path, limit, before } = args;
    let request = FileHistoryArgs { filepath: path.clone(), limit: *limit, before: before.clone() };
    serve_and_show(global, &Request::FileHistory(request))
}
