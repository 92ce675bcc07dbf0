//! How much of a string is kept for the record.

use reread_text::redact_formats;

/// The text with its secrets replaced, and cut. Secrets go first: half of one no longer looks like one.
pub(crate) fn clean(text: &str, longest: usize) -> String {
    cut(&redact_formats(text).text, longest)
}

/// The text, or as much of its beginning as fits with a note of what is missing.
pub(crate) fn cut(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
    let note = |kept: usize| format!("[{} more bytes]", text.len() - kept);
    let room = longest.saturating_sub(note(0).len());
    let kept = (0..=room).rfind(|&end| text.is_char_boundary(end)).unwrap_or(0);
    format!("{}{}", &text[..kept], note(kept))
}
