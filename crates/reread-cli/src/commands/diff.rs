//! `reread diff`: how a file, or a proposed text for it, differs from git or from the disk.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use reread_files::open_named;
use reread_wire::{ReadMode, Request, Trouble};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::shown::serve_and_show;

/// Show how a file differs from the last commit, the index or a proposed text
///
/// Git's data is read without running git and without its configuration, and only if it lies in the workspace. Bytes
/// are compared as they are stored, line endings included. A long diff is cut between hunks, and the closing line says
/// where to go on.
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The file, perhaps with lines: only hunks that meet them are shown
    #[arg(value_name = "PATH[:a[-b]]")]
    path: String,
    /// What to compare with
    #[arg(long, value_name = "BASE", default_value = "head", ignore_case = true)]
    against: Base,
    /// A file with the text that is proposed, or - for standard input; the file as it is otherwise
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

/// A proposed text is no longer than a file that is hashed.
const LONGEST_CONTENT: u64 = 64 * 1024 * 1024;

pub(crate) fn run(global: &Global, args: &DiffArgs) -> Result<Exit, Failure> {
    let content = args.content.as_deref().map(proposed).transpose()?;
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
    serve_and_show(global, &Request::Read(read))
}

/// The text in a file that the user names, or on standard input.
fn proposed(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(open_named(path).map_err(|error| Failure::from(Trouble::from(error)))?)
    };
    source.take(LONGEST_CONTENT + 1).read_to_end(&mut bytes)?;
    let shown = path.display();
    if bytes.len() as u64 > LONGEST_CONTENT {
        let message = format!("{shown} has more than {LONGEST_CONTENT} bytes");
        return Err(Failure::new(Exit::Unusable, message, "propose a smaller text"));
    }
    String::from_utf8(bytes).map_err(|_| {
        Failure::new(Exit::Unusable, format!("{shown} is not UTF-8"), "propose a text, not other bytes")
    })
}
