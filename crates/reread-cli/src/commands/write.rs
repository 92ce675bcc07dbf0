//! `reread write`: a whole file.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use reread_wire::{Request, Write, WriteFileArgs, WriteMode};

use crate::arguments::Global;
use crate::exit::{Exit, Failure};
use crate::input_file::text_in;
use crate::reply_output::serve_and_show;

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
    #[arg(long, value_name = "MODE", default_value = "truncate")]
    mode: Mode,
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Mode {
    /// In place of what is there
    Truncate,
    /// Behind what is there
    Append,
    /// Where nothing is
    Create,
}

pub(crate) fn run(global: &Global, args: &WriteCommand) -> Result<Exit, Failure> {
    let request = WriteFileArgs {
        filepath: args.path.clone(),
        content: text_in(&args.content)?,
        mode: match args.mode {
            Mode::Truncate => WriteMode::Truncate,
            Mode::Append => WriteMode::Append,
            Mode::Create => WriteMode::Create,
        },
        if_match: args.if_match.clone(),
        dry_run: args.dry_run,
        literal: args.literal,
    };
    serve_and_show(global, &Request::Write(Write::File(request)))
}
