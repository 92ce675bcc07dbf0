//! `reread patch`: changes of one file or many.

use std::path::PathBuf;

use clap::Args;
use reread_wire::{ApplyPatchArgs, MatchTolerance, Request, Write};

use crate::exit::Failure;
use crate::input_file::text_in;
use crate::word_table::{WordTable, one_of};

/// An example of each patch format, for the help text.
const FORMS: &str = include_str!("patch/forms.txt");

const TOLERANCES: &WordTable<MatchTolerance> = &[
    ("exact", "Nothing", MatchTolerance::Exact),
    ("ws-end", "Whitespace at the end", MatchTolerance::WsEnd),
    ("ws", "Whitespace at both ends", MatchTolerance::Ws),
    ("unicode", "That, and characters that look like those of ASCII", MatchTolerance::Unicode),
];

/// Apply a patch to all of its files, or to none
///
/// A unified diff, a git diff, a `*** Begin Patch` envelope, or search and replace blocks. With --base it is applied to that
/// version, exactly, and merged with the changes since then; a conflict writes nothing and is kept for `reread
/// proposals`. A file is deleted only if the patch has all of its lines, or with --base. What is replaced stays in the history, but for
/// files whose names say that they hold secrets: `reread undo` restores it.
///
/// Names in a patch start from the current folder, as everywhere: run it in the root of the repository for what `git diff`
/// prints.
#[derive(Debug, Args)]
#[command(after_long_help = FORMS)]
pub(crate) struct PatchCommand {
    /// The patch, or - for standard input
    #[arg(value_name = "PATCH", default_value = "-")]
    patch: PathBuf,
    /// The file, if the patch does not name it
    #[arg(long, value_name = "PATH")]
    file: Option<String>,
    /// The version that the patch was made for: a tag in quotes, v3, or 16 digits of a digest or more; for a patch of several
    /// files a tag or digest of each, with this option several times
    #[arg(long, value_name = "VERSION")]
    base: Vec<String>,
    /// What lines may differ in where nothing fits exactly
    #[arg(long, value_name = "HOW", default_value = "exact", value_parser = one_of(TOLERANCES))]
    loose: MatchTolerance,
    /// Show what would be done, and write nothing
    #[arg(long, short = 'n')]
    dry_run: bool,
    /// Write text even if it looks like a reply of reread, or like an unfinished merge
    #[arg(long)]
    literal: bool,
}

impl TryFrom<PatchCommand> for Request {
    type Error = Failure;

    fn try_from(args: PatchCommand) -> Result<Self, Failure> {
        let PatchCommand { patch, file: filepath, base, loose, dry_run, literal } = args;
        let base = (!base.is_empty()).then(|| base.join(" "));
        let patch = text_in(&patch)?;
        Ok(Request::Write(Write::Patch(ApplyPatchArgs { patch, filepath, base, dry_run, loose, literal })))
    }
}

#[cfg(test)]
mod tests;
