//! `reread files`: the names of the workspace.

use clap::Args;
use reread_wire::{ListFilesArgs, Request};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::reply_output::serve_and_show;

/// List the files of the workspace
///
/// In the byte order of their names, with sizes. Left out are .git, what .gitignore and .ignore hide, and what may not
/// be read. Exits with 1 if there is nothing to list.
#[derive(Debug, Args)]
pub(crate) struct FilesCommand {
    /// Which files, from the root: *.rs, src/**/*.rs, or !tests to leave out
    globs: Vec<String>,
    /// Only files with this tag: doc, config, code, test, hidden or vendored. May be given several times
    #[arg(short = 't', long, value_name = "TAG")]
    tag: Vec<String>,
    /// The most names
    #[arg(short = 'n', long, value_name = "NAMES", default_value_t = 1_000)]
    limit: u64,
    /// Go on after this name
    #[arg(long, value_name = "NAME")]
    after: Option<String>,
    /// With language, tags and version, from the registry, which is brought up to date first
    #[arg(short, long)]
    long: bool,
}

pub(crate) fn run(global: &Global, args: &FilesCommand) -> Result<Exit, Failure> {
    let request = ListFilesArgs {
        globs: args.globs.clone(),
        tags: args.tag.clone(),
        limit: args.limit,
        after: args.after.clone(),
        long: args.long,
    };
    serve_and_show(global, &Request::ListFiles(request))
}
