//! Unified diffs: of one or more files, or only hunks for a file that the caller names.

use super::file_name::{take_side, target};
use super::file_time::is_epoch;
use super::git;
use super::hunk_body::take_hunk;
use super::patch_lines::{PatchLines, is_blank};
use super::prose::{is_complete, skip_to_file};
use super::{FilePatch, Hunk, PatchError, PatchNote, PatchTarget};

/// All files. Those with the headers of git and those without may stand in one patch.
pub(super) fn files(
    lines: &mut PatchLines<'_>,
    expected: &'static str,
    notes: &mut Vec<PatchNote>,
) -> Result<Vec<FilePatch>, PatchError> {
    let mut files: Vec<FilePatch> = Vec::new();
    while lines.peek().is_some() && !opens_file(lines) && !git::opens_file(lines) && !is_hunk(lines) {
        lines.advance();
    }
    if is_hunk(lines) {
        let line = lines.number();
        files.push(FilePatch::text_only(line, PatchTarget::Unnamed, take_hunks(lines, false, notes)?));
    }
    loop {
        let is_complete = files.last().is_none_or(|file| is_complete(&file.hunks, notes));
        let opens_any = |lines: &PatchLines<'_>| opens_file(lines) || git::opens_file(lines);
        if !skip_to_file(lines, opens_any, is_complete, expected)? {
            return Ok(files);
        }
        let file = if git::opens_file(lines) { git::file(lines, notes)? } else { file(lines, notes)? };
        if files.first().is_some_and(|file| file.target == PatchTarget::Unnamed) {
            let what = "hunks without a file name come first".to_owned();
            return Err(PatchError::Contradiction { line: file.line, what });
        }
        files.push(file);
    }
}

fn file(lines: &mut PatchLines<'_>, notes: &mut Vec<PatchNote>) -> Result<FilePatch, PatchError> {
    let line = lines.number();
    lines.skip_while(announces_file);
    let was_missing = lines.peek_after(b"--- ").is_some_and(is_epoch);
    let old = take_side(lines, b"--- ", "`--- `")?;
    let is_gone = lines.peek_after(b"+++ ").is_some_and(is_epoch);
    let new = take_side(lines, b"+++ ", "`+++ `")?;
    let target = target(old, new, line)?;
    let hunks = take_hunks(lines, false, notes)?;
    let target = match (&hunks[..], target) {
        ([hunk], target) if was_missing && hunk.old_lines().next().is_none() => {
            target.likely_path().map(|path| PatchTarget::Create { path }).unwrap_or(target)
        }
        ([hunk], target) if is_gone && hunk.new_lines().next().is_none() => {
            target.likely_path().map(|path| PatchTarget::Delete { path }).unwrap_or(target)
        }
        (_, target) => target,
    };
    Ok(FilePatch::text_only(line, target, hunks))
}

impl PatchTarget {
    /// The file that both sides name, or most likely name.
    fn likely_path(&self) -> Option<Vec<u8>> {
        match self {
            PatchTarget::Modify { path } => Some(path.clone()),
            PatchTarget::OneOf { paths } => paths.first().cloned(),
            _ => None,
        }
    }
}

impl FilePatch {
    /// A file patch without modes.
    pub(super) fn text_only(line: u64, target: PatchTarget, hunks: Vec<Hunk>) -> Self {
        Self { line, target, old_mode: None, new_mode: None, hunks, later: Vec::new() }
    }
}

/// Consumes the hunks of one file; at least one.
pub(super) fn take_hunks(
    lines: &mut PatchLines<'_>,
    files_have_diff_lines: bool,
    notes: &mut Vec<PatchNote>,
) -> Result<Vec<Hunk>, PatchError> {
    let mut hunks = Vec::new();
    while hunks.is_empty() || lines.peek_after(b"@@").is_some() {
        hunks.push(take_hunk(lines, files_have_diff_lines, notes)?);
    }
    Ok(hunks)
}

/// Bounds the look ahead, which is made at every line of the prose around a patch. Programs print three lines at the most.
const MOST_ANNOUNCING: usize = 16;

/// Whether two names begin a file here, perhaps behind lines that announce them.
fn opens_file(lines: &PatchLines<'_>) -> bool {
    let ahead = (0..MOST_ANNOUNCING).take_while(|ahead| lines.peek_at(*ahead).is_some_and(announces)).count();
    let starts = |ahead, prefix: &[u8]| lines.peek_at(ahead).is_some_and(|line| line.starts_with(prefix));
    starts(ahead, b"--- ") && starts(ahead + 1, b"+++ ")
}

fn is_hunk(lines: &PatchLines<'_>) -> bool {
    lines.peek_after(b"@@ -").is_some() || lines.peek().is_some_and(|line| line.trim_ascii() == b"@@")
}

fn announces_file(line: &[u8]) -> bool {
    is_blank(line) || announces(line)
}

/// Lines that other programs print before the names.
fn announces(line: &[u8]) -> bool {
    line.starts_with(b"diff ") || line.starts_with(b"Index: ") || line.starts_with(b"====")
}

/// A mail from git ends with `-- ` and a version number.
pub(super) fn is_signature(lines: &PatchLines<'_>) -> bool {
    lines.peek() == Some(b"-- ")
}
