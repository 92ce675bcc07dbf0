//! `reread rollback`: an earlier version of a file, brought back.

use clap::Args;
use reread_wire::{Request, RollbackArgs, Write};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::serve_and_show;

/// Bring an earlier version of a file back, as a new version
///
/// Changes since the last version are merged in; a conflict writes nothing. Look first with --dry-run.
#[derive(Debug, Args)]
pub(crate) struct RollbackCommand {
    /// The file, which need not be there any more
    path: String,
    /// The version, such as v3, or the beginning of its digest
    #[arg(value_name = "VERSION")]
    to: String,
    /// Show what would be done, and write nothing
    #[arg(long, short = 'n')]
    dry_run: bool,
}

pub(crate) fn run(global: &Global, args: &RollbackCommand) -> Result<Exit, Failure> {
    let request =
        RollbackArgs { filepath: args.path.clone(), version_id: args.to.clone(), dry_run: args.dry_run };
    serve_and_show(global, &Request::Write(Write::Rollback(request)))
}
