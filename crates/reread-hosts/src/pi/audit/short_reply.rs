//! What a reply says in place of a text, read back from its words.

use std::fmt;

use reread_text::LineRange;

/// What a reply says that is no text of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "lines are counted as pi counts them")]
pub enum ShortReply {
    /// The whole file is as it was.
    Unchanged { total_lines: u64 },
    /// These lines are as they were.
    LinesUnchanged { lines: LineRange, total_lines: u64 },
    /// These lines are as they were, and others are not.
    ChangedElsewhere { lines: LineRange },
    /// The changes follow.
    Changed { changed: u64, total_lines: u64 },
}

impl ShortReply {
    /// Takes a reply for what it says; `None` if it is a text. Below the heading of a diff there is one.
    pub(super) fn of(reply: &str) -> Option<Self> {
        let (heading, below) = match reply.split_once('\n') {
            Some((heading, below)) => (heading, Some(below)),
            None => (reply, None),
        };
        let words = heading.strip_prefix("[readcache: ")?.strip_suffix(']')?;
        match (Self::of_words(words)?, below) {
            (said @ Self::Changed { .. }, Some(below)) => below.starts_with("--- ").then_some(said),
            (Self::Changed { .. }, None) | (_, Some(_)) => None,
            (said, None) => Some(said),
        }
    }

    fn of_words(words: &str) -> Option<Self> {
        if let Some(rest) = words.strip_prefix("unchanged, ") {
            return Some(Self::Unchanged { total_lines: number(rest.strip_suffix(" lines")?)? });
        }
        if let Some(rest) = words.strip_prefix("unchanged in lines ") {
            if let Some(lines) = rest.strip_suffix("; changes exist outside this range") {
                return Some(Self::ChangedElsewhere { lines: range(lines)? });
            }
            let (lines, total_lines) = rest.split_once(" of ")?;
            return Some(Self::LinesUnchanged { lines: range(lines)?, total_lines: number(total_lines)? });
        }
        let (changed, total_lines) = words.split_once(" lines changed of ")?;
        Some(Self::Changed { changed: number(changed)?, total_lines: number(total_lines)? })
    }

    /// The lines that it speaks of; `None` for the whole file.
    pub fn lines(&self) -> Option<LineRange> {
        match self {
            Self::LinesUnchanged { lines, .. } | Self::ChangedElsewhere { lines } => Some(*lines),
            Self::Unchanged { .. } | Self::Changed { .. } => None,
        }
    }

    /// Whether it is a diff.
    pub fn is_diff(&self) -> bool {
        matches!(self, Self::Changed { .. })
    }
}

fn number(digits: &str) -> Option<u64> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

fn range(text: &str) -> Option<LineRange> {
    let (first, last) = text.split_once('-')?;
    LineRange::new(number(first)?, number(last)?).ok()
}

/// The words between the brackets, without the name of the speaker.
impl fmt::Display for ShortReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unchanged { total_lines } => write!(f, "unchanged, {total_lines} lines"),
            Self::LinesUnchanged { lines, total_lines } => {
                write!(f, "unchanged in lines {lines} of {total_lines}")
            }
            Self::ChangedElsewhere { lines } => {
                write!(f, "unchanged in lines {lines}; changes exist outside this range")
            }
            Self::Changed { changed, total_lines } => write!(f, "{changed} lines changed of {total_lines}"),
        }
    }
}

#[cfg(test)]
mod tests;
