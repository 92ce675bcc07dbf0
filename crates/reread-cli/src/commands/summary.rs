//! `reread summary`: what a file is about.

use clap::Args;
use reread_wire::{Request, SummaryArgs};

/// Show what a file is about, in few tokens
///
/// What it says about itself, the names that are public, what it declares, constants, marks of what is to do, imports: as
/// much as there is room for, and how much there is not. Credentials are taken out.
#[derive(Debug, Args)]
pub(crate) struct SummaryCommand {
    /// The file
    path: String,
    /// The most tokens, as they are estimated
    #[arg(long, value_name = "TOKENS", default_value_t = 500)]
    max_tokens: u64,
    /// Only if the file has this digest: the one that an earlier summary names, or a tag in quotes
    #[arg(long, value_name = "DIGEST")]
    if_match: Option<String>,
}

impl From<SummaryCommand> for Request {
    fn from(SummaryCommand { path: filepath, max_tokens, if_match }: SummaryCommand) -> Self {
        Request::SummarizeFile(SummaryArgs { filepath, max_tokens, if_match })
    }
}
