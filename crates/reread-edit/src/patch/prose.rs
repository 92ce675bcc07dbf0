//! What surrounds a patch: sentences before and behind it, and the fences of Markdown.

use super::patch_lines::{PatchLines, is_blank};
use super::unified::is_signature;
use super::{Hint, Hunk, PatchError, PatchNote, opened_form};

/// Skips to the next file; false at the end of the patch.
///
/// Prose may follow a fence, and hunks that have all the lines that they announce. In other places a line may be a part of
/// the patch that was written wrongly, so it is an error.
pub(super) fn skip_to_file(
    lines: &mut PatchLines<'_>,
    opens_file: fn(&PatchLines<'_>) -> bool,
    mut is_complete: bool,
    expected: &'static str,
) -> Result<bool, PatchError> {
    while let Some(line) = lines.peek() {
        if opens_file(lines) {
            return Ok(true);
        }
        if is_signature(lines) {
            return Ok(false);
        }
        is_complete |= is_fence(line);
        if !is_complete && !is_blank(line) || opened_form(line, lines.peek_at(1)).is_some() {
            return Err(lines.unexpected(expected));
        }
        lines.advance();
    }
    Ok(false)
}

/// The beginning or end of a code block in Markdown.
pub(super) fn is_fence(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"```") || line.starts_with(b"~~~")
}

/// Whether the last hunk has as many lines as its header says.
pub(super) fn is_complete(hunks: &[Hunk], notes: &[PatchNote]) -> bool {
    // Notes come in the order of the hunks.
    let is_recounted =
        |line: u64| notes.last().is_some_and(|PatchNote::Recounted { line: at, .. }| *at == line);
    hunks.last().is_some_and(|hunk| matches!(hunk.hint, Hint::AfterLines(_)) && !is_recounted(hunk.line))
}
