//! `reread undo`: the last operation, taken back.

use clap::Args;
use reread_wire::Request;

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::shown::serve_and_show;

/// Take back what the last operation did to its files; once more, the one before it
///
/// What others changed since is merged in; a conflict writes nothing, and what others removed is not brought back. Texts and
/// permission bits come back; folders that were made for a new file stay. If somebody took it back by hand already, it counts as
/// taken back, and the next undo goes on to the one before it. What cannot be taken back any more is passed over with --skip. Look
/// first with --dry-run.
#[derive(Debug, Args)]
pub(crate) struct UndoCommandArgs {
    /// Show what would be done, and write nothing
    #[arg(long, short = 'n')]
    dry_run: bool,
    /// Leave what the last operation did as it is; the next undo goes on to the one before it
    #[arg(long)]
    skip: bool,
}

pub(crate) fn run(global: &Global, args: &UndoCommandArgs) -> Result<Exit, Failure> {
    serve_and_show(global, &Request::Undo(reread_wire::UndoArgs { dry_run: args.dry_run, skip: args.skip }))
}
