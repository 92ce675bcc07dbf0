//! Lines that come from us, and from no file.
//!
//! Replies put text of a file between lines of our own, or send a sentence instead of it. A caller that mistakes them for
//! the file writes them back; every write is checked here first. A line is ours by its exact form alone: a marker has no
//! digits that could be verified, and the digits of another workspace are as wrong in a file as those of this one.

use std::fmt::Display;

use reread_codes::Code;

use crate::MarkerPrefix;

/// What a line of ours is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnLine {
    /// It stands in place of a text.
    Marker,
    /// It opens a text, and ends with its tag or the digits of its frame.
    Header,
    /// It closes a text and repeats the digits of its tag.
    Closing,
    /// It stands below a text and carries a warning of the guard.
    Warning,
}

/// Why lines between two passages of a reply are not shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GapReason {
    /// The caller holds them.
    Held,
    /// An excerpt shows the beginning and the end only.
    LeftOut,
}

impl GapReason {
    const ALL: [Self; 2] = [Self::Held, Self::LeftOut];

    fn words(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::LeftOut => "left out",
        }
    }
}

/// The line between two passages: `[lines 22-23 held 711699022331]`. `lines` says which are missing.
pub fn gap_line(lines: &str, why: GapReason, digits: impl Display) -> String {
    format!("[{lines} {} {digits}]", why.words())
}

/// The codes that a warning line below a text begins with.
const WARNING_CODES: [Code; 4] = [Code::HardLimit, Code::RepeatedRead, Code::LowRelevance, Code::SoftLimit];

/// The line that carries a warning below a text: `[SOFT_LIMIT: 20 of 25 reads are used.]`.
pub fn warning_line(code: Code, sentence: &str) -> String {
    debug_assert!(WARNING_CODES.contains(&code), "a write of this line has to be recognised");
    format!("[{code}: {sentence}]")
}

impl OwnLine {
    /// What the line is, with or without its end; `None` if it is not ours by its form.
    pub fn of(line: &[u8]) -> Option<Self> {
        let line = line.trim_ascii_end();
        // Every line of a new text is asked about, so most have to be told by one byte: ours end with a bracket or with
        // the number of a line; only an outline ends with a letter.
        let may_be_ours =
            |last: u8| last == b']' || last.is_ascii_digit() || line.ends_with(OUTLINE.as_bytes());
        if !line.last().is_some_and(|last| may_be_ours(*last)) {
            return None;
        }
        let line = str::from_utf8(line).ok()?;
        if is_marker(line) {
            return Some(Self::Marker);
        }
        if is_closing(line) {
            return Some(Self::Closing);
        }
        if is_warning(line) {
            return Some(Self::Warning);
        }
        is_header(line).then_some(Self::Header)
    }
}

/// What the tag of an outline ends with.
const OUTLINE: &str = "@outline";

/// A sentence, or the line between two passages.
fn is_marker(line: &str) -> bool {
    MarkerPrefix::REREAD.says(line) || MarkerPrefix::READCACHE.says(line) || is_gap(line)
}

/// What [`gap_line`] prints.
fn is_gap(line: &str) -> bool {
    let inside = line.strip_prefix("[lines").and_then(|line| line.strip_suffix(']'));
    let Some((place, digits)) = inside.and_then(|inside| inside.rsplit_once(' ')) else { return false };
    let lines = GapReason::ALL.into_iter().find_map(|why| place.strip_suffix(why.words()));
    let is_place = |lines: &str| lines == " " || lines.trim() != "" && are_lines(lines.trim());
    are_digits(digits) && lines.is_some_and(is_place)
}

/// What [`warning_line`] prints.
fn is_warning(line: &str) -> bool {
    let inside = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    let code = inside.and_then(|inside| inside.split_once(": ")).map(|(code, _)| code);
    code.is_some_and(|code| WARNING_CODES.iter().any(|warning| warning.to_string() == code))
}

/// `[end 482915736208]`, or with the next line and notices behind the digits.
fn is_closing(line: &str) -> bool {
    let inside = line.strip_prefix("[end ").and_then(|line| line.strip_suffix(']'));
    let parts = inside.and_then(|inside| inside.split_at_checked(12));
    parts.is_some_and(|(digits, rest)| {
        let is_next = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
        let rest = rest
            .strip_prefix(" next ")
            .filter(|rest| is_next(rest))
            .map_or(rest, |rest| rest.trim_start_matches(|letter: char| letter.is_ascii_digit()));
        are_digits(digits) && (rest.is_empty() || rest.starts_with("; ") || rest.starts_with(", "))
    })
}

/// `song.txt #482915736208@2-3/3`, `a.rs outline, 4 symbols, 90 lines #482915736208@outline`, or of a text that is vouched for
/// by no tag `song.txt 2-3/3 ~482915736208`. The name before it is never empty; a tag of lines stands alone,
/// `#482915736208@2-3/3` or `#482915736208@2-3`.
fn is_header(line: &str) -> bool {
    if let Some((digits, lines)) = line.strip_prefix('#').and_then(|tag| tag.split_once('@')) {
        let (lines, is_whole_number) = match lines.split_once('/') {
            Some((lines, total)) => (lines, is_number(total)),
            None => (lines, true),
        };
        if are_digits(digits) && are_lines(lines) && is_whole_number {
            return true;
        }
    }
    if let Some((_, tag)) = line.rsplit_once(" #") {
        let parts = tag.split_once('@');
        return parts.is_some_and(|(digits, lines)| {
            are_digits(digits) && (are_lines(lines) || lines == &OUTLINE[1..])
        });
    }
    let framed = || {
        let (place, digits) = line.rsplit_once(" ~")?;
        let (name, lines) = place.rsplit_once(' ')?;
        let (shown, total) = lines.split_once('/')?;
        Some(!name.is_empty() && are_digits(digits) && are_lines(shown) && (total == "?" || are_lines(total)))
    };
    framed() == Some(true)
}

fn are_lines(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || b",-/".contains(&byte))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether this is the keyed part of a tag: twelve decimal digits, or hex digits as releases before 0.2 wrote them.
fn are_digits(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests;
