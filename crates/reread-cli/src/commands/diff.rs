//! `reread diff`: how a file, or a proposed text for it, differs from git or from the disk.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use reread_wire::{GetDiffArgs, ReadMode, Request};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::input_file::text_in;
use crate::reply_output::{read_and_show, serve_and_show};

/// Show how a file differs from the last commit, the index, a proposed text, or an earlier version
///
/// With a version, such as v3, it is compared with what is there now, or with the second version. `saved` is the version
/// that was written last through reread, `disk` what is there now.
///
/// Git's data is read without running git and without its configuration, and only if it lies in the workspace. Bytes
/// are compared as they are stored, line endings included. A long diff is cut between hunks, and the closing line says
/// where to go on.
#[derive(Debug, Args)]
pub(crate) struct DiffCommand {
    /// The file, perhaps with lines: only hunks that meet them are shown
    #[arg(value_name = "PATH[:a[-b]]")]
    path: String,
    /// An older version of it, such as v3, or `saved`
    #[arg(value_name = "V1", conflicts_with_all = ["against", "content", "offset", "limit", "max_lines", "max_chars"])]
    first: Option<String>,
    /// A newer version. Default: the file as it is now
    #[arg(value_name = "V2")]
    second: Option<String>,
    /// What to compare with
    #[arg(long, value_name = "BASE", default_value = "head", ignore_case = true)]
    against: Base,
    /// A file with the proposed text, or - for standard input. Default: the file as it is now
    #[arg(long, value_name = "FILE")]
    content: Option<PathBuf>,
    /// Show hunks from this line of the new text on
    #[arg(long, value_name = "LINE")]
    offset: Option<u64>,
    /// How many lines of the new text to look at
    #[arg(long, value_name = "LINES")]
    limit: Option<u64>,
    /// The most lines in one reply
    #[arg(long, value_name = "LINES")]
    max_lines: Option<u64>,
    /// The most characters in one reply
    #[arg(long, value_name = "CHARS")]
    max_chars: Option<u64>,
}

/// What to compare with.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Base {
    /// The commit that is checked out
    Head,
    /// What is staged
    Index,
    /// The file on disk; wants --content
    Worktree,
}

/// The word for the version that was written last.
const SAVED: &str = "saved";

pub(crate) fn run(global: &Global, args: &DiffCommand) -> Result<Exit, Failure> {
    if let Some(first) = &args.first {
        let version1 = (first != SAVED).then(|| first.clone());
        let request = GetDiffArgs { filepath: args.path.clone(), version1, version2: args.second.clone() };
        return serve_and_show(global, &Request::GetDiff(request));
    }
    let content = args.content.as_deref().map(text_in).transpose()?;
    let read = reread_wire::ReadArgs {
        against: Some(match args.against {
            Base::Head => reread_wire::Against::Head,
            Base::Index => reread_wire::Against::Index,
            Base::Worktree => reread_wire::Against::Worktree,
        }),
        content,
        offset: args.offset,
        limit: args.limit,
        max_lines: args.max_lines,
        max_preview_chars: args.max_chars,
        ..reread_wire::ReadArgs::of(ReadMode::DiffPreview, args.path.clone())
    };
    read_and_show(global, read)
}
