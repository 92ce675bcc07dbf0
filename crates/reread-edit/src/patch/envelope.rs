//! `*** Begin Patch`: files by headers, hunks without line numbers.
//!
//! A header may be padded where no line of a hunk can stand. Inside a hunk, headers start at the first column, because a
//! leading space marks a context line; only the last `*** End Patch` may be padded there, too.

use reread_text::HunkHeader;

use super::patch_lines::{PatchLines, is_blank};
use super::prose::skip_to_file;
use super::{FilePatch, Hint, Hunk, HunkLine, PatchError, PatchTarget, Sign};

pub(super) const BEGIN: &[u8] = b"*** Begin Patch";
const END: &[u8] = b"*** End Patch";
const END_OF_FILE: &[u8] = b"*** End of File";
const FILE: &str = "`*** Add File: `, `*** Update File: `, `*** Delete File: ` or `*** End Patch`";

pub(super) fn files(lines: &mut PatchLines<'_>) -> Result<Vec<FilePatch>, PatchError> {
    let mut files = Vec::new();
    loop {
        // Prose, a fence or a shell command may surround an envelope.
        let is_begin = |lines: &PatchLines<'_>| lines.peek().is_some_and(|line| line.trim_ascii() == BEGIN);
        if !skip_to_file(lines, is_begin, true, "`*** Begin Patch`, or no other patch")? {
            return Ok(files);
        }
        lines.advance();
        let before = files.len();
        lines.skip_while(is_blank);
        while !is_end(lines) {
            files.push(file(lines)?);
            lines.skip_while(is_blank);
        }
        if files.len() == before {
            return Err(lines.unexpected("a file before the end"));
        }
        lines.advance();
    }
}

/// Whether the envelope ends here.
fn is_end(lines: &PatchLines<'_>) -> bool {
    let is_end = |line: &[u8]| line.trim_ascii() == END;
    let is_last = || {
        (1..)
            .map_while(|ahead| lines.peek_at(ahead))
            .take_while(|line| line.trim_ascii() != BEGIN)
            .all(|line| !is_end(line))
    };
    lines.peek().is_some_and(|line| is_end(line) && (line.starts_with(END) || is_last()))
}

fn is_header(lines: &PatchLines<'_>, header: &[u8]) -> bool {
    lines.peek().is_some_and(|line| line.trim_ascii_end() == header)
}

fn file(lines: &mut PatchLines<'_>) -> Result<FilePatch, PatchError> {
    let line = lines.number();
    if let Some(path) = take_name(lines, b"*** Add File:")? {
        let hunks = added(lines).into_iter().collect();
        return Ok(FilePatch::text_only(line, PatchTarget::Create { path }, hunks));
    }
    if let Some(path) = take_name(lines, b"*** Delete File:")? {
        return Ok(FilePatch::text_only(line, PatchTarget::Delete { path }, Vec::new()));
    }
    let Some(from) = take_name(lines, b"*** Update File:")? else {
        return Err(lines.unexpected(FILE));
    };
    let to = take_name(lines, b"*** Move to:")?;
    let mut hunks = Vec::new();
    lines.skip_while(<[u8]>::is_empty);
    while lines.peek().is_some_and(|line| !line.starts_with(b"*** ")) && !is_end(lines) {
        hunks.push(hunk(lines, hunks.is_empty())?);
    }
    let target = match to {
        Some(to) => PatchTarget::Rename { from, to },
        None if hunks.is_empty() => return Err(lines.unexpected("a hunk, or `*** Move to: `")),
        None => PatchTarget::Modify { path: from },
    };
    Ok(FilePatch::text_only(line, target, hunks))
}

fn take_name(lines: &mut PatchLines<'_>, header: &[u8]) -> Result<Option<Vec<u8>>, PatchError> {
    let Some(name) = lines.peek().and_then(|line| line.trim_ascii_start().strip_prefix(header)) else {
        return Ok(None);
    };
    let name = name.trim_ascii();
    if name.is_empty() {
        return Err(lines.unexpected("a file name"));
    }
    lines.advance();
    Ok(Some(name.to_vec()))
}

/// The text of a new file, unless it is empty.
fn added(lines: &mut PatchLines<'_>) -> Option<Hunk> {
    let line = lines.number();
    let mut text = Vec::new();
    loop {
        // An empty line between added ones has lost its sign.
        let blanks = blanks(lines);
        let Some([b'+', content @ ..]) = lines.peek_at(blanks) else { break };
        text.resize(text.len() + blanks, hunk_line(Sign::Added, b""));
        text.push(hunk_line(Sign::Added, content));
        (0..=blanks).for_each(|_| lines.advance());
    }
    let hint = Hint::Forward(Vec::new());
    (!text.is_empty()).then_some(Hunk { line, hint, at_end: false, lines: text })
}

fn hunk_line(sign: Sign, content: &[u8]) -> HunkLine {
    HunkLine { sign, text: [content, b"\n"].concat() }
}

fn hunk(lines: &mut PatchLines<'_>, is_first: bool) -> Result<Hunk, PatchError> {
    let line = lines.number();
    let mut anchors = Vec::new();
    let mut has_header = false;
    while let Some(header) = lines.peek_after(b"@@") {
        // Models write the numbers of a unified diff, or close the anchor as there.
        let is_counted = lines.peek().is_some_and(|line| HunkHeader::parse(line).is_some());
        match header.strip_suffix(b"@@").map_or(header, <[u8]>::trim_ascii_end) {
            _ if is_counted => {}
            b"" => {}
            [b' ', anchor @ ..] if is_blank(anchor) => {}
            [b' ', anchor @ ..] => anchors.push(anchor.to_vec()),
            _ => return Err(lines.unexpected("`@@`, alone or with a space and a line of the file")),
        }
        has_header = true;
        lines.advance();
    }
    if !has_header && !is_first {
        return Err(lines.unexpected("`@@`, `*** `, or a line that begins with a space, `-` or `+`"));
    }
    let body = body(lines)?;
    if body.iter().all(|line| line.sign == Sign::Kept) {
        return Err(lines.unexpected("a line that is added or removed"));
    }
    let at_end = is_header(lines, END_OF_FILE);
    if at_end {
        lines.advance();
    }
    Ok(Hunk { line, hint: Hint::Forward(anchors), at_end, lines: body })
}

fn body(lines: &mut PatchLines<'_>) -> Result<Vec<HunkLine>, PatchError> {
    let mut body = Vec::new();
    while let Some(line) = lines.peek().filter(|_| !is_end(lines)) {
        let (sign, content) = match line {
            [b' ', content @ ..] => (Sign::Kept, content),
            [b'-', content @ ..] => (Sign::Removed, content),
            [b'+', content @ ..] => (Sign::Added, content),
            b"" => {
                body.resize(body.len() + take_blanks(lines), hunk_line(Sign::Kept, b""));
                continue;
            }
            _ => break,
        };
        body.push(hunk_line(sign, content));
        lines.advance();
    }
    Ok(body)
}

/// Skips empty lines and returns how many of them are context: all if a line of the hunk follows, otherwise none.
fn take_blanks(lines: &mut PatchLines<'_>) -> usize {
    let count = blanks(lines);
    (0..count).for_each(|_| lines.advance());
    let is_inside =
        matches!(lines.peek().and_then(<[u8]>::first), Some(b' ' | b'-' | b'+')) && !is_end(lines);
    if is_inside { count } else { 0 }
}

/// The number of empty lines here.
fn blanks(lines: &PatchLines<'_>) -> usize {
    (0..).take_while(|ahead| lines.peek_at(*ahead).is_some_and(<[u8]>::is_empty)).count()
}
