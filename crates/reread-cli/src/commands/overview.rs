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
    /// The most tokens, estimated. Default: 1100
    #[arg(long, value_name = "TOKENS")]
    max_tokens: Option<u64>,
}

impl From<OverviewCommand> for ReadArgs {
    fn from(OverviewCommand { folder, max_tokens }: OverviewCommand) -> Self {
        ReadArgs { max_tokens, ..ReadArgs::of(ReadMode::Outline, folder) }
    }
}
