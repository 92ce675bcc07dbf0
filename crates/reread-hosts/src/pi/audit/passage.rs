//! Lines of a text as pi counts them: whatever stands between two line feeds, the empty line behind the last included.

use memchr::memchr_iter;
use reread_text::LineRange;

/// How many lines a text has: never none.
pub(super) fn lines_in(text: &str) -> u64 {
    memchr_iter(b'\n', text.as_bytes()).count() as u64 + 1
}

/// These lines of the text, without the line feed behind the last; `None` if there are not so many.
pub(super) fn passage(text: &str, lines: LineRange) -> Option<&str> {
    let mut ends = memchr_iter(b'\n', text.as_bytes()).map(Some).chain([None]);
    let start = match lines.first().checked_sub(2) {
        None => 0,
        Some(skipped) => ends.nth(usize::try_from(skipped).ok()?)?? + 1,
    };
    let end = ends.nth(usize::try_from(lines.count() - 1).ok()?)?;
    Some(&text[start..end.unwrap_or(text.len())])
}

#[cfg(test)]
mod tests;
