//! `reread patch`: changes of one file or many.

use std::path::{Path, PathBuf};

use clap::Args;
use reread_wire::{ApplyPatchArgs, EditArgs, MatchTolerance, Request, Write};

use crate::exit::{Exit, Failure};
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
/// A unified diff, a git diff, a `*** Begin Patch` envelope, search and replace blocks, or a list of edits. Prose and
/// fences around it are skipped. With --base it is applied to that version, exactly, and merged with the changes since then; a conflict writes nothing and is kept for `reread
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
    /// A JSON list of edits of one file in place of a patch, or - for standard input
    #[arg(long, value_name = "EDITS", conflicts_with = "patch", requires = "file")]
    edits: Option<PathBuf>,
    /// The file, if the patch names none that exists
    #[arg(long, value_name = "PATH")]
    file: Option<String>,
    /// The version that the patch was made for: a tag in quotes, v3, or 16 digits of a digest or more; for a patch of several
    /// files a tag or digest of each, with this option several times. Tags of your own edits since then may stand beside it
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
        let PatchCommand { patch, edits, file: filepath, base, loose, dry_run, literal } = args;
        let base = (!base.is_empty()).then(|| base.join(" "));
        let (patch, edits) = match edits {
            None => (text_in(&patch)?, Vec::new()),
            Some(edits) => (String::new(), edits_in(&edits)?),
        };
        let args = ApplyPatchArgs { patch, edits, filepath, base, dry_run, loose, literal };
        Ok(Request::Write(Write::Patch(args)))
    }
}

/// The edits in a file that the user names, or on standard input for `-`; a single one need not be in a list.
fn edits_in(path: &Path) -> Result<Vec<EditArgs>, Failure> {
    let text = text_in(path)?;
    let one = serde_json::from_str(&text).map(|edit| vec![edit]);
    let edits: Vec<EditArgs> = one.or_else(|_| serde_json::from_str(&text)).map_err(|error| {
        let hint = r#"write [{"old": "a text of the file", "new": "its replacement"}]"#;
        Failure::new(Exit::Unusable, format!("this is no list of edits: {error}"), hint)
    })?;
    if edits.is_empty() {
        return Err(Failure::new(Exit::Unusable, "the list of edits is empty", "give at least one"));
    }
    Ok(edits)
}

#[cfg(test)]
mod tests;
