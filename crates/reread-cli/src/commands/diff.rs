//! `reread diff`: how a file, or a proposed text for it, differs from git or from the disk.

use std::path::PathBuf;

use clap::Args;
use reread_wire::{Against, GetDiffArgs, ReadArgs, ReadMode, Request};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::input_file::text_in;
use crate::reply_output::{read_and_show, serve_and_show};
use crate::word_table::{WordTable, one_of};

const BASES: &WordTable<Against> = &[
    ("head", "The commit that is checked out", Against::Head),
    ("index", "What is staged", Against::Index),
    ("worktree", "The file on disk; wants --content", Against::Worktree),
];

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
    #[arg(long, value_name = "BASE", default_value = "head", ignore_case = true, value_parser = one_of(BASES))]
    against: Against,
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

/// The word for the version that was written last.
const SAVED: &str = "saved";

pub(crate) fn run(global: &Global, args: DiffCommand) -> Result<Exit, Failure> {
    let DiffCommand { path, first, second, against, content, offset, limit, max_lines, max_chars } = args;
    if let Some(first) = first {
        let version1 = (first != SAVED).then_some(first);
        let request = GetDiffArgs { filepath: path, version1, version2: second };
        return serve_and_show(global, &Request::GetDiff(request));
    }
    let read = ReadArgs {
        against: Some(against),
        content: content.as_deref().map(text_in).transpose()?,
        offset,
        limit,
        max_lines,
        max_preview_chars: max_chars,
        ..ReadArgs::of(ReadMode::DiffPreview, path)
    };
    read_and_show(global, read)
}
