//! Unified diffs: of one or more files, or only hunks for a file that the caller names.

use super::file_name::{take_side, target};
use super::hunk_body::take_hunk;
use super::patch_lines::{PatchLines, is_blank};
use super::{FilePatch, Hunk, PatchError, PatchNote, PatchTarget};

pub(super) fn files(
    lines: &mut PatchLines<'_>,
    notes: &mut Vec<PatchNote>,
) -> Result<Vec<FilePatch>, PatchError> {
    let mut files = Vec::new();
    lines.skip_while(is_blank);
    if lines.peek_after(b"@@ -").is_some() {
        files.push(FilePatch::text_only(
            lines.number(),
            PatchTarget::Unnamed,
            take_hunks(lines, false, notes)?,
        ));
    }
    while lines.peek().is_some() && !is_signature(lines) {
        let line = lines.number();
        lines.skip_while(announces_file);
        let old = take_side(
            lines,
            b"--- ",
            if files.is_empty() { "`--- `" } else { "another hunk, `--- ` or the end" },
        )?;
        let new = take_side(lines, b"+++ ", "`+++ `")?;
        let target = target(old, new, line)?;
        if files.iter().any(|file: &FilePatch| file.target == PatchTarget::Unnamed) {
            let what = "hunks without a file name come first".to_owned();
            return Err(PatchError::Contradiction { line, what });
        }
        files.push(FilePatch::text_only(line, target, take_hunks(lines, false, notes)?));
    }
    Ok(files)
}

impl FilePatch {
    /// A file patch without modes.
    pub(super) fn text_only(line: u64, target: PatchTarget, hunks: Vec<Hunk>) -> Self {
        Self { line, target, old_mode: None, new_mode: None, hunks }
    }
}

/// Consumes the hunks of one file; at least one.
pub(super) fn take_hunks(
    lines: &mut PatchLines<'_>,
    files_have_diff_lines: bool,
    notes: &mut Vec<PatchNote>,
) -> Result<Vec<Hunk>, PatchError> {
    let mut hunks = Vec::new();
    while hunks.is_empty() || lines.peek_after(b"@@ -").is_some() {
        hunks.push(take_hunk(lines, files_have_diff_lines, notes)?);
    }
    Ok(hunks)
}

/// Lines that other programs print before the names.
fn announces_file(line: &[u8]) -> bool {
    is_blank(line) || line.starts_with(b"diff ") || line.starts_with(b"Index: ") || line.starts_with(b"====")
}

/// A mail from git ends with `-- ` and a version number.
pub(super) fn is_signature(lines: &PatchLines<'_>) -> bool {
    lines.peek() == Some(b"-- ")
}
