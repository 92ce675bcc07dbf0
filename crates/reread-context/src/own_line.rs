//! Lines that come from us, and from no file.
//!
//! Replies put text of a file between lines of our own, or send a sentence instead of it. A caller that mistakes them for
//! the file writes them back; every write is checked here first.

use crate::MarkerPrefix;

/// What a line of ours is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnLine {
    /// It stands in place of a text.
    Marker,
    /// It opens a text and ends with its tag and the number of lines.
    Header,
    /// It closes a text and repeats the digits of its tag.
    Closing,
}

impl OwnLine {
    /// What the line is, with or without its end; `None` if it is not ours by its looks.
    pub fn of(line: &[u8]) -> Option<Self> {
        let line = line.trim_ascii_end();
        // Every line of a new text is asked about, so most have to be told by one byte: ours begin with a bracket, or end
        // with the number of a line.
        if line.first() != Some(&b'[') && !line.last().is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let line = str::from_utf8(line).ok()?;
        if MarkerPrefix::REREAD.says(line) || MarkerPrefix::READCACHE.says(line) {
            return Some(Self::Marker);
        }
        let digits = line.strip_prefix("[end ").and_then(|line| line.get(..12));
        if digits.is_some_and(are_digits) {
            return Some(Self::Closing);
        }
        // The name before the tag is never empty, and the number of all lines may stand behind it.
        let (_, tag) = line.rsplit_once(" #")?;
        let (digits, lines) = tag.split_once('@')?;
        let are_lines =
            !lines.is_empty() && lines.bytes().all(|byte| byte.is_ascii_digit() || b",-/".contains(&byte));
        (are_digits(digits) && are_lines).then_some(Self::Header)
    }
}

/// Whether this is the keyed part of a tag: twelve decimal digits, or hex digits as releases before 0.2 wrote them.
fn are_digits(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests;
