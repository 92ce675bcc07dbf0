//! `reread rollback`: an earlier version of a file, brought back.

use clap::Args;
use reread_wire::{Request, RollbackArgs, Write};

/// Bring an earlier version of a file back, as a new version
///
/// All changes that the history holds since that version are taken back. An external change that it does not hold yet is recorded
/// and stays: the reply shows it, and a second rollback removes it too. A conflict writes nothing. Look first with --dry-run.
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

impl From<RollbackCommand> for Request {
    fn from(RollbackCommand { path: filepath, to: version_id, dry_run }: RollbackCommand) -> Self {
        Request::Write(Write::Rollback(RollbackArgs { filepath, version_id, dry_run }))
    }
}
