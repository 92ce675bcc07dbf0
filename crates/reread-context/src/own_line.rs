//! Lines that come from us, and from no file.
//!
//! Replies put text of a file between lines of our own, or send a sentence instead of it. A caller that mistakes them for
//! the file writes them back; every write is checked here first.

use crate::tag::parse_digits;
use crate::{MarkerPrefix, Tag};

/// What a line of ours is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnLine {
    /// It stands in place of a text.
    Marker,
    /// It opens a text and ends with its tag.
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
        if digits.is_some_and(|digits| parse_digits(digits).is_some()) {
            return Some(Self::Closing);
        }
        // The name before the tag is never empty, and the number of all lines may stand behind it.
        let (_, tag) = line.rsplit_once(" #")?;
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let tag = tag.rsplit_once('/').filter(|(_, total)| is_number(total)).map_or(tag, |(tag, _)| tag);
        tag.parse::<Tag>().is_ok().then_some(Self::Header)
    }
}

#[cfg(test)]
mod tests;
