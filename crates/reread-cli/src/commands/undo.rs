//! `reread undo`: undo the last operation.

use clap::Args;
use reread_wire::{Request, UndoArgs, Write};

/// Undo the last operation; once more, the one before it
///
/// External changes since then are merged in; a conflict writes nothing, and a file that was removed since is not restored. Texts
/// and permission bits are restored; folders that were created for a new file stay. An operation that was undone by hand counts as
/// undone, and the next undo goes on to the one before it. --skip passes over an operation that cannot be undone any more. Look
/// first with --dry-run.
#[derive(Debug, Args)]
pub(crate) struct UndoCommand {
    /// Show what would be done, and write nothing
    #[arg(long, short = 'n')]
    dry_run: bool,
    /// Leave what the last operation did as it is; the next undo goes on to the one before it
    #[arg(long)]
    skip: bool,
}

impl From<UndoCommand> for Request {
    fn from(UndoCommand { dry_run, skip }: UndoCommand) -> Self {
        Request::Write(Write::Undo(UndoArgs { dry_run, skip }))
    }
}
