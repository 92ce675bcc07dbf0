//! What a read or a refresh is about: the whole file, or lines of it.

use std::fmt;
use std::str::FromStr;

use reread_text::LineRange;

/// The whole file, or a range of lines. Written `full` and `r:10:20`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadScope {
    /// The whole file, however long it is.
    Whole,
    /// These lines; of a request, clamped to the file as it is now.
    Lines(LineRange),
}

impl ReadScope {
    /// The scope of lines of a text with that many: all of them are the whole file.
    pub fn of_lines(lines: LineRange, total_lines: u64) -> Self {
        if lines.first() == 1 && lines.last() == total_lines { Self::Whole } else { Self::Lines(lines) }
    }
}

impl fmt::Display for ReadScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => f.write_str("full"),
            Self::Lines(lines) => write!(f, "r:{}:{}", lines.first(), lines.last()),
        }
    }
}

/// The text is neither `full` nor `r:<first>:<last>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a scope is `full` or `r:<first>:<last>`")]
pub struct NotAScope;

/// Takes back exactly what was printed: `r:01:2` and `r:+1:2` are not scopes.
impl FromStr for ReadScope {
    type Err = NotAScope;

    fn from_str(text: &str) -> Result<Self, NotAScope> {
        if text == "full" {
            return Ok(Self::Whole);
        }
        let (first, last) =
            text.strip_prefix("r:").and_then(|lines| lines.split_once(':')).ok_or(NotAScope)?;
        let number = |word: &str| word.parse::<u64>().map_err(|_| NotAScope);
        let scope = Self::Lines(LineRange::new(number(first)?, number(last)?).map_err(|_| NotAScope)?);
        if scope.to_string() == text { Ok(scope) } else { Err(NotAScope) }
    }
}

#[cfg(test)]
mod tests;
