//! Turns a placed hunk into replacements. Kept lines are not touched.

use super::searchable_text::{SearchableText, speaks_of_end};
use crate::edits::SpanReplacement;
use crate::patch::{Hunk, Sign};

/// The replacements of a hunk that begins at that line.
pub(super) fn hunk_edits(hunk: &Hunk, start: usize, text: &SearchableText<'_>) -> Vec<SpanReplacement> {
    let mut replacements = Vec::new();
    let mut line = start;
    for run in hunk.lines.chunk_by(|one, other| (one.sign == Sign::Kept) == (other.sign == Sign::Kept)) {
        let first = line;
        line += run.iter().filter(|line| line.sign != Sign::Added).count();
        if run[0].sign == Sign::Kept {
            continue;
        }
        let mut new = Vec::new();
        for added in run.iter().filter(|line| line.sign == Sign::Added) {
            new.extend_from_slice(text.content(&added.text));
            if added.text.ends_with(b"\n") {
                new.extend_from_slice(text.terminator());
            }
        }
        let span = text.start(first)..text.start(line);
        if line == text.len() && text.is_unterminated() && !speaks_of_end(hunk) {
            keep_unterminated(&mut new, span.is_empty(), text.terminator());
        }
        replacements.push(SpanReplacement { span, text: new });
    }
    replacements
}

/// For lines that are added to a text without a last LF: the new last line has no LF either.
fn keep_unterminated(new: &mut Vec<u8>, follows_last_line: bool, terminator: &[u8]) {
    if new.ends_with(terminator) {
        new.truncate(new.len() - terminator.len());
        if follows_last_line {
            new.splice(0..0, terminator.iter().copied());
        }
    }
}
