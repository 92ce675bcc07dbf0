//! Diffs and ranges as replies and errors print them, and whether an excerpt is shorter than it was asked for.

use reread_files::ReadReply;
use reread_text::{Diff, LineRange};

/// The longest diff that is shown, in characters: a longer one does not help the reader to decide.
const LONGEST_DIFF: usize = 12_000;

/// As much of a diff as helps to decide.
pub(crate) fn cut_diff(diff: &Diff) -> String {
    cut_text(&String::from_utf8_lossy(&diff.text))
}

/// The same of a diff that is text already.
pub(crate) fn cut_text(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST_DIFF) else { return text.to_owned() };
    let end = text[..end].rfind('\n').map_or(end, |line| line + 1);
    format!("{}({} more characters)\n", &text[..end], text[end..].chars().count())
}

/// Lines as outlines write them: one number for one line.
pub(crate) fn short(lines: LineRange) -> String {
    if lines.first() == lines.last() { lines.first().to_string() } else { lines.to_string() }
}

/// Whether bounds made an excerpt leave out lines that were asked for. It has no cut: it says itself what it leaves out.
pub(crate) fn is_narrowed(reply: &ReadReply, asked_lines: u64) -> bool {
    reply.passages.len() > 1 && reply.bounds.max_lines.is_some_and(|most| most < asked_lines)
}
