//! `reread stat`: the facts about a name.

use clap::Args;
use reread_wire::{FileArgs, Request};

/// Show whether a file exists, and its kind, size and modification time
///
/// Exits with 1 if nothing is there.
#[derive(Debug, Args)]
pub(crate) struct StatCommand {
    /// The file
    path: String,
}

impl From<StatCommand> for Request {
    fn from(StatCommand { path }: StatCommand) -> Self {
        Request::StatFile(FileArgs { path })
    }
}
