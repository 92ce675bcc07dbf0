//! Checks a suggested resolution before it is shown.

use reread_code::{Language, Outline};
use reread_edit::{Merge, MergeSide, suspicions};
use reread_text::lines;

/// Why a suggestion is rejected.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it; lines and conflicts are counted from 1")]
pub enum SuggestionError {
    /// It contains a conflict marker, a line of a reply or a placeholder.
    #[error("line {line} of the suggestion is a {what}")]
    Suspicious { line: u64, what: &'static str },
    /// Both sides parse without errors, but the suggestion does not.
    #[error("the suggestion breaks the syntax of the file, and neither side does")]
    BreaksSyntax,
    /// It is much longer than the three sides of its conflict together.
    #[error("the suggestion for conflict {conflict} is {bytes} bytes long, far more than both sides")]
    TooLong { conflict: usize, bytes: usize },
}

/// Bytes that a resolution may have more than all sides of its conflict together.
const ROOM: usize = 4 * 1024;

/// The text of the merge with the conflicts resolved, if it passes all checks.
pub(crate) fn checked(
    merge: &Merge<'_>,
    decided: &[String],
    language: Option<Language>,
) -> Result<Vec<u8>, SuggestionError> {
    let mut fitting = Vec::new();
    for (place, (conflict, text)) in merge.conflicts().iter().zip(decided).enumerate() {
        let sides = [&conflict.base, &conflict.ours, &conflict.theirs].map(|part| part.text);
        if text.len() > sides.iter().map(|side| side.len()).sum::<usize>() + ROOM {
            return Err(SuggestionError::TooLong { conflict: place + 1, bytes: text.len() });
        }
        fitting
            .push(with_line_ends_of(&[conflict.ours.text, conflict.theirs.text, conflict.base.text], text));
    }
    let text = merge.resolved(&fitting).expect("there is a text for every conflict");
    let (ours, theirs) = (merge.whole(MergeSide::Ours), merge.whole(MergeSide::Theirs));
    let known = [ours, theirs].concat();
    if let Some(suspicion) = suspicions(&text, &known).first() {
        return Err(SuggestionError::Suspicious { line: suspicion.line, what: suspicion.kind.word() });
    }
    let is_broken = |text: &[u8]| Outline::of(text, language).has_errors();
    if is_broken(&text) && !is_broken(ours) && !is_broken(theirs) {
        return Err(SuggestionError::BreaksSyntax);
    }
    Ok(text)
}

/// Adapts the text to the line ends of the first side that has any, including the one at its end.
fn with_line_ends_of(sides: &[&[u8]], text: &str) -> Vec<u8> {
    let Some(side) = sides.iter().find(|side| side.contains(&b'\n')) else { return text.as_bytes().to_vec() };
    let end = if lines(side).next().is_some_and(|line| line.ends_with(b"\r\n")) { "\r\n" } else { "\n" };
    let mut text = text.replace("\r\n", "\n").replace('\n', end);
    if !text.is_empty() && side.ends_with(b"\n") && !text.ends_with('\n') {
        text.push_str(end);
    }
    text.into_bytes()
}

#[cfg(test)]
mod tests;
