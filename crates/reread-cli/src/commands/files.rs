//! `reread files`: the names of the workspace.

use clap::Args;
use reread_wire::{ListFilesArgs, Request};

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

impl From<FilesCommand> for Request {
    fn from(FilesCommand { globs, tag: tags, limit, after, long }: FilesCommand) -> Self {
        Request::ListFiles(ListFilesArgs { globs, tags, limit, after, long })
    }
}
