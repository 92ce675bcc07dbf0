//! `reread search`: matching lines of a file, or of the workspace.

use clap::Args;
use reread_files::{FileKind, StatReply, Workspace};
use reread_wire::{Request, SearchArgs, SearchInFileArgs};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::serve_in;
use crate::setup::open_workspace;

/// Show the lines of a file, or of the workspace, that contain some text
///
/// The query is literal unless --regex is given. One file is searched from its beginning; a folder, several names or
/// none are searched as a tree, the best files first. Exits with 1 if nothing matches.
#[derive(Debug, Args)]
pub(crate) struct SearchCommand {
    /// The text or pattern to find
    query: String,
    /// The file, or files and folders. Default: the whole workspace
    paths: Vec<String>,
    /// Only files like this, from the root: *.rs, src/**/*.rs, or !tests to leave out. May be given several times
    #[arg(short = 'g', long = "glob", value_name = "GLOB")]
    globs: Vec<String>,
    /// Take the query as a regular expression
    #[arg(short = 'E', long)]
    regex: bool,
    /// Let upper and lower case be the same
    #[arg(short = 'i', long)]
    ignore_case: bool,
    /// If no line has the query, rank files by its words
    #[arg(short = 'w', long)]
    words: bool,
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
    /// Of one file: the first line to search, as the reply to a search that stopped names it
    #[arg(long, value_name = "LINE")]
    offset: Option<u64>,
}

pub(crate) fn run(global: &Global, args: SearchCommand) -> Result<Exit, Failure> {
    let workspace = open_workspace(global)?;
    let SearchCommand { query, paths, globs, regex: is_regex, max: max_matches, .. } = args;
    let around = args.context.unwrap_or(0);
    let (before_lines, after_lines) = (args.before.unwrap_or(around), args.after.unwrap_or(around));
    let case_sensitive = !args.ignore_case;
    let request = match <[String; 1]>::try_from(paths) {
        Ok([path]) if globs.is_empty() && !is_folder(&workspace, &path) => {
            Request::SearchInFile(SearchInFileArgs {
                path,
                query,
                is_regex,
                case_sensitive,
                offset: args.offset,
                max_matches,
                before_lines,
                after_lines,
            })
        }
        _ if args.offset.is_some() => {
            let hint = "name the file, or leave out --offset";
            return Err(Failure::new(Exit::Usage, "--offset goes with one file", hint));
        }
        paths => Request::Search(SearchArgs {
            query,
            is_regex,
            case_sensitive,
            words: args.words,
            globs,
            paths: paths.map_or_else(|paths| paths, Vec::from),
            max_matches,
            before_lines,
            after_lines,
        }),
    };
    serve_in(global, &workspace, &request)
}

/// A path that cannot be opened counts as a file: the search of a file reports why.
fn is_folder(workspace: &Workspace, path: &str) -> bool {
    let stat = workspace.reader().stat_file(path);
    matches!(stat, Ok(StatReply::Present { facts, .. }) if facts.kind == FileKind::Directory)
}
