//! `reread overview`: what a folder holds.

use clap::Args;
use reread_wire::{ReadArgs, ReadMode};

/// Show what a folder holds: where to begin, languages, tags and the tree
///
/// Documents such as AGENTS.md and README.md come with their first lines, folders with the files and bytes in them. What
/// .gitignore hides and what may not be read is neither named nor counted.
#[derive(Debug, Args)]
pub(crate) struct OverviewCommand {
    /// The folder
    #[arg(default_value = ".")]
    folder: String,
    /// List all rows in order, from this one on, counted from 1
    #[arg(long, value_name = "NUMBER")]
    offset: Option<u64>,
    /// The most rows of such a list
    #[arg(long, value_name = "NUMBER")]
    limit: Option<u64>,
    /// The most tokens, estimated. Default: 1100
    #[arg(long, value_name = "TOKENS")]
    max_tokens: Option<u64>,
}

impl From<OverviewCommand> for ReadArgs {
    fn from(OverviewCommand { folder, offset, limit, max_tokens }: OverviewCommand) -> Self {
        ReadArgs { offset, limit, max_tokens, ..ReadArgs::of(ReadMode::Outline, folder) }
    }
}
