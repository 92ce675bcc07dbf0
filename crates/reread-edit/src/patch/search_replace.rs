//! Search/replace blocks: lines to find, and lines to replace them with.
//!
//! The line before a block, or before the fence around it, names the file, unless it is a sentence. A block without a name
//! applies to the file of the previous block, or to the file that the caller names. All markers of a block have the same
//! length, at least seven characters; longer ones allow texts that contain markers. They may be padded, and then what
//! they enclose is, too.

use std::collections::HashMap;

use reread_text::{DiffLimits, lines as lines_of};

use super::patch_lines::{PatchLines, is_blank};
use super::prose::is_fence;
use super::{FilePatch, Hint, Hunk, HunkLine, PatchError, PatchTarget, Sign};
use crate::line_changes::{LineChange, line_changes};

/// The shortest marker, in characters.
const SHORTEST: usize = 7;

/// Whether the line begins a block.
pub(super) fn opens(line: &[u8]) -> bool {
    opening(line).is_some()
}

/// The padding and the length of the markers of the block that begins with this line.
fn opening(line: &[u8]) -> Option<(&[u8], usize)> {
    let (padding, marker) = line.split_at(line.len() - line.trim_ascii_start().len());
    let size = marker.iter().take_while(|byte| **byte == b'<').count();
    (size >= SHORTEST && marker[size..].trim_ascii_end() == b" SEARCH").then_some((padding, size))
}

pub(super) fn files(lines: &mut PatchLines<'_>) -> Result<Vec<FilePatch>, PatchError> {
    let mut files: Vec<FilePatch> = Vec::new();
    let mut known = HashMap::new();
    let mut current = None;
    let mut name: Option<(u64, Vec<u8>)> = None;
    let mut in_fence = false;
    while let Some(line) = lines.peek() {
        if is_fence(line) {
            in_fence = !in_fence;
            lines.advance();
        } else if let Some((padding, size)) = opening(line) {
            let number = lines.number();
            let hunk = block(lines, padding, size)?;
            if let Some((number, name)) = name.take() {
                current = Some(file_of(name, number, &hunk, &mut files, &mut known)?);
            }
            let index = *current.get_or_insert_with(|| {
                files.push(FilePatch::text_only(number, PatchTarget::Unnamed, Vec::new()));
                files.len() - 1
            });
            files[index].hunks.push(hunk);
        } else if of_another_form(line) {
            return Err(lines.unexpected("the name of a file, or `<<<<<<< SEARCH`"));
        } else {
            if !is_blank(line) {
                name = file_name(line).map(|name| (lines.number(), name.to_vec()));
            }
            lines.advance();
        }
    }
    if in_fence {
        return Err(lines.unexpected("a fence, since one is open,"));
    }
    Ok(files)
}

/// The name in a line before a block, without the signs of Markdown around it; `None` for a sentence.
fn file_name(line: &[u8]) -> Option<&[u8]> {
    let is_decoration = |byte: &u8| matches!(byte, b'`' | b'*' | b'#') || byte.is_ascii_whitespace();
    let start = line.iter().position(|byte| !is_decoration(byte))?;
    let end = line.iter().rposition(|byte| !is_decoration(byte) && *byte != b':')?;
    let name = line.get(start..=end)?;
    let ends_sentence = matches!(line.trim_ascii_end().last(), Some(b'.' | b':' | b'!' | b'?' | b',' | b';'));
    let has_ending = name.iter().any(|byte| matches!(byte, b'.' | b'/'));
    (!name.contains(&b' ') || has_ending && !ends_sentence).then_some(name)
}

/// The entry of that file; created at its first block.
fn file_of(
    name: Vec<u8>,
    line: u64,
    hunk: &Hunk,
    files: &mut Vec<FilePatch>,
    known: &mut HashMap<Vec<u8>, usize>,
) -> Result<usize, PatchError> {
    if files.first().is_some_and(|first| first.target == PatchTarget::Unnamed) {
        let what = "a block without a file name comes first".to_owned();
        return Err(PatchError::Contradiction { line, what });
    }
    // In this format, an empty search part means that the file does not exist yet.
    let creates = hunk.old_lines().next().is_none();
    if let Some(index) = known.get(&name) {
        let file = &files[*index];
        if creates {
            let what = format!("the file is created and changed at once, here and at line {}", file.line);
            return Err(PatchError::Contradiction { line, what });
        }
        return Ok(*index);
    }
    known.insert(name.clone(), files.len());
    let target =
        if creates { PatchTarget::Create { path: name } } else { PatchTarget::Modify { path: name } };
    files.push(FilePatch::text_only(line, target, Vec::new()));
    Ok(files.len() - 1)
}

fn of_another_form(line: &[u8]) -> bool {
    let openings = [&b"--- "[..], b"+++ ", b"@@ ", b"*** ", b"diff --git ", b">>>>>>> ", b"======="];
    openings.into_iter().any(|opening| line.starts_with(opening))
}

fn block(lines: &mut PatchLines<'_>, padding: &[u8], size: usize) -> Result<Hunk, PatchError> {
    let line = lines.number();
    let divider = vec![b'='; size];
    let closing = [&vec![b'>'; size][..], b" REPLACE"].concat();
    lines.advance();
    let search = take_until(lines, padding, &divider, "`=======` behind the lines to find")?;
    let replace = take_until(lines, padding, &closing, "`>>>>>>> REPLACE` behind the lines to put there")?;
    if let Some(second) = replace.1.iter().position(|line| line.trim_ascii_end() == divider) {
        let what = format!(
            "the block has a second `=======`, {} lines on; longer markers tell them apart",
            second + 1
        );
        return Err(PatchError::Contradiction { line, what });
    }
    if search.0.is_empty() && replace.0.is_empty() {
        let what = "the block has nothing to find and nothing to put there".to_owned();
        return Err(PatchError::Contradiction { line, what });
    }
    Ok(Hunk::replacing(line, &search.0, &replace.0, Hint::Anywhere))
}

type Taken<'a> = (Vec<u8>, Vec<&'a [u8]>);

/// Consumes the lines up to and including the marker. Returns them without padding, as text and one by one.
fn take_until<'a>(
    lines: &mut PatchLines<'a>,
    padding: &[u8],
    marker: &[u8],
    expected: &'static str,
) -> Result<Taken<'a>, PatchError> {
    let mut taken = Vec::new();
    loop {
        match lines.peek().map(|line| line.strip_prefix(padding).unwrap_or(line)) {
            None => return Err(lines.unexpected(expected)),
            Some(line) if line.trim_ascii_end() == marker => break,
            // A block inside a block means that a marker is missing.
            Some(line) if opens(line) => return Err(lines.unexpected(expected)),
            Some(line) => taken.push(line),
        }
        lines.advance();
    }
    lines.advance();
    Ok((taken.iter().flat_map(|line| [*line, b"\n"].concat()).collect(), taken))
}

impl Hunk {
    /// Replaces one text by another; lines that both have at their ends are kept.
    pub(crate) fn replacing(line: u64, old: &[u8], new: &[u8], hint: Hint) -> Self {
        let (mut old_lines, mut new_lines) = (lines_of(old), lines_of(new));
        let mut lines = Vec::new();
        let mut push = |sign, from: &mut dyn Iterator<Item = &[u8]>, count: usize| {
            lines.extend(from.take(count).map(|text| HunkLine { sign, text: text.to_vec() }));
        };
        let changes = if DiffLimits::default().affordable(old, new) {
            line_changes(old, new)
        } else {
            let count = |text| lines_of(text).count();
            vec![LineChange { base: 0..count(old), side: 0..count(new) }]
        };
        let mut kept = 0;
        for change in changes {
            push(Sign::Kept, &mut old_lines, change.base.start - kept);
            new_lines.by_ref().take(change.base.start - kept).for_each(drop);
            push(Sign::Removed, &mut old_lines, change.base.len());
            push(Sign::Added, &mut new_lines, change.side.len());
            kept = change.base.end;
        }
        push(Sign::Kept, &mut old_lines, usize::MAX);
        Self { line, hint, at_end: false, lines }
    }
}
