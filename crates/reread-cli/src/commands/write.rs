//! `reread write`: a whole file.

use std::path::PathBuf;

use clap::Args;
use reread_wire::{Request, Write, WriteFileArgs, WriteMode};

use crate::exit::Failure;
use crate::input_file::text_in;
use crate::word_table::{WordTable, one_of};

const MODES: &WordTable<WriteMode> = &[
    ("truncate", "In place of what is there", WriteMode::Truncate),
    ("append", "Behind what is there", WriteMode::Append),
    ("create", "Where nothing is", WriteMode::Create),
];

/// Write a whole file
///
/// In place of what a file holds only with --if-match, the version that it has; so no unseen change is overwritten. Folders
/// that are missing are made. What is replaced stays in the history, but for files whose names say that they hold secrets.
#[derive(Debug, Args)]
pub(crate) struct WriteCommand {
    /// The file
    path: String,
    /// A file with the text, or - for standard input
    #[arg(long, value_name = "FILE", default_value = "-")]
    content: PathBuf,
    /// Where the text goes
    #[arg(long, value_name = "MODE", default_value = "truncate", value_parser = one_of(MODES))]
    mode: WriteMode,
    /// The version that the file has to have: a tag in quotes, v3, or 16 digits of a digest or more
    #[arg(long, value_name = "VERSION")]
    if_match: Option<String>,
    /// Show what would be done, and write nothing
    #[arg(long, short = 'n')]
    dry_run: bool,
    /// Write text even if it looks like a reply of reread, or like an unfinished merge
    #[arg(long)]
    literal: bool,
}

impl TryFrom<WriteCommand> for Request {
    type Error = Failure;

    fn try_from(args: WriteCommand) -> Result<Self, Failure> {
        let WriteCommand { path: filepath, content, mode, if_match, dry_run, literal } = args;
        let content = text_in(&content)?;
        Ok(Request::Write(Write::File(WriteFileArgs { filepath, content, mode, if_match, dry_run, literal })))
    }
}
