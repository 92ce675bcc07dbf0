//! `reread history`: the versions of a file, and how long they are kept.

mod prune;

use clap::{Args, Subcommand};
use reread_wire::{FileHistoryArgs, Request};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::serve_and_show;

/// List the versions of a file: those written through reread, and external changes that it found
///
/// `reread history prune` lets go of old ones.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct HistoryCommand {
    #[command(subcommand)]
    action: Option<HistoryAction>,
    /// The file, which need not be there any more
    #[arg(required = true)]
    path: Option<String>,
    /// How many at the most
    #[arg(short = 'n', long, value_name = "VERSIONS", default_value_t = 20)]
    limit: u64,
    /// Only versions before this one, such as v7
    #[arg(long, value_name = "VERSION")]
    before: Option<String>,
}

#[derive(Debug, Subcommand)]
enum HistoryAction {
    Prune(prune::PruneArgs),
}

pub(crate) fn run(global: &Global, args: HistoryCommand) -> Result<Exit, Failure> {
    let HistoryCommand { action, path, limit, before } = args;
    match action {
        Some(HistoryAction::Prune(args)) => prune::run(global, &args),
        None => {
            let request = FileHistoryArgs { filepath: path.unwrap_or_default(), limit, before };
            serve_and_show(global, &Request::FileHistory(request))
        }
    }
}
