//! `reread search`: matching lines of a file.

use clap::Args;
use reread_wire::{Request, SearchInFileArgs};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::shown::serve_and_show;

/// Show the lines of a file that contain some text
///
/// The query is literal unless --regex is given. Exits with 1 if nothing matches.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// What to look for
    query: String,
    /// The file
    path: String,
    /// Take the query as a regular expression
    #[arg(short = 'E', long)]
    regex: bool,
    /// Let upper and lower case be the same
    #[arg(short = 'i', long)]
    ignore_case: bool,
    /// Lines to show around each match
    #[arg(short = 'C', long, value_name = "LINES")]
    context: Option<u64>,
    /// Lines to show before each match
    #[arg(short = 'B', long, value_name = "LINES")]
    before: Option<u64>,
    /// Lines to show after each match
    #[arg(short = 'A', long, value_name = "LINES")]
    after: Option<u64>,
    /// The most matching lines
    #[arg(short = 'm', long, value_name = "LINES", default_value_t = 100)]
    max: u64,
}

pub(crate) fn run(global: &Global, args: &SearchArgs) -> Result<Exit, Failure> {
    let around = args.context.unwrap_or(0);
    let request = SearchInFileArgs {
        path: args.path.clone(),
        query: args.query.clone(),
        is_regex: args.regex,
        case_sensitive: !args.ignore_case,
        max_matches: args.max,
        before_lines: args.before.unwrap_or(around),
        after_lines: args.after.unwrap_or(around),
    };
    serve_and_show(global, &Request::SearchInFile(request))
}
