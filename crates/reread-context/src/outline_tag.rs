//! The tag of an outline: `#482915736208@outline`.
//!
//! It stands for a text that was made from a file and for no line of it: a caller that saw the signatures has not seen the
//! bodies. So it says nothing about lines, neither for nor against.

use std::fmt;
use std::str::FromStr;

use crate::tag::parse_digits;
use crate::{NotATag, TagDigits};

/// What stands where the lines of a tag stand.
const VIEW: &str = "outline";

/// The tag of an outline as the caller sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutlineTag(pub TagDigits);

/// `#482915736208@outline`
impl fmt::Display for OutlineTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}@{VIEW}", self.0)
    }
}

impl FromStr for OutlineTag {
    type Err = NotATag;

    /// As with tags of lines, the `#` may be left out.
    fn from_str(text: &str) -> Result<Self, NotATag> {
        let (digits, view) = text.strip_prefix('#').unwrap_or(text).split_once('@').ok_or(NotATag)?;
        if view != VIEW {
            return Err(NotATag);
        }
        parse_digits(digits).map(Self).ok_or(NotATag)
    }
}

#[cfg(test)]
mod tests;
