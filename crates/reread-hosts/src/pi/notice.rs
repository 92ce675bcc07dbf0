//! Which lines pi really showed, and what it says below them if more are to come.
//!
//! pi's read ends early for two reasons: the caller asked for so many lines, or the text was longer than pi shows at
//! once. Either way a notice stands below the text, and is no part of it.

use reread_text::{Bounds, Digest, DigestBuilder, LineRange};
use serde::Deserialize;

use crate::json::Scalar;
use crate::pi::line_counting::{slice_as_pi_does, total_lines};

/// The longest text that pi shows; what is longer is cut.
pub(crate) const LONGEST: Bounds =
    Bounds { max_lines: Some(2_000), max_bytes: Some(51_200), max_chars: None, max_tokens: None };

/// What pi says about a text that it cut, at `details.truncation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truncation {
    /// Whether anything was left out.
    pub truncated: bool,
    /// How many lines are shown.
    pub output_lines: u64,
    /// Whether the last of them is cut itself.
    pub last_line_partial: bool,
    /// Whether the first line alone was too long, so that none is shown.
    pub first_line_exceeds_limit: bool,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct TruncationFields<'a> {
    #[serde(borrow)]
    truncated: Scalar<'a>,
    output_lines: Scalar<'a>,
    last_line_partial: Scalar<'a>,
    first_line_exceeds_limit: Scalar<'a>,
}

impl TruncationFields<'_> {
    /// `None` if a field is missing or wrong.
    pub(crate) fn read(&self) -> Option<Truncation> {
        Some(Truncation {
            truncated: self.truncated.flag()?,
            output_lines: self.output_lines.number()?,
            last_line_partial: self.last_line_partial.flag()?,
            first_line_exceeds_limit: self.first_line_exceeds_limit.flag()?,
        })
    }
}

/// The lines that were shown of those that were asked for; `None` if none was shown in full.
pub fn shown_lines(asked: LineRange, truncation: Option<&Truncation>) -> Option<LineRange> {
    let Some(cut) = truncation.filter(|truncation| truncation.truncated) else { return Some(asked) };
    // pi never cuts within a line; a text that it did cut there would be shown without an end to hold on to.
    if cut.first_line_exceeds_limit || cut.last_line_partial {
        return None;
    }
    LineRange::new(asked.first(), (asked.first() - 1).checked_add(cut.output_lines)?).ok()
}

/// The text of the lines alone, without the notice that pi adds below lines that do not reach the end of the file.
///
/// `None` if there is no such notice, or it speaks of other lines.
pub fn text_of_lines(text: &str, lines: LineRange, total_lines: u64) -> Option<&str> {
    notices(lines, total_lines)?.find_map(|notice| text.strip_suffix(&notice))
}

/// Whether it is these lines of a file that are shown by a text with this digest, notice included.
pub(crate) fn shows_lines(bytes: &[u8], lines: LineRange, shown: &Digest) -> bool {
    let (Some(slice), Some(mut notices)) =
        (slice_as_pi_does(bytes, lines), notices(lines, total_lines(bytes)))
    else {
        return false;
    };
    let mut text = DigestBuilder::default();
    text.update(slice);
    notices.any(|notice| {
        let mut text = text.clone();
        text.update(notice.as_bytes());
        text.finish() == *shown
    })
}

/// What pi may say below lines of a file that has so many; `None` if it has fewer.
fn notices(lines: LineRange, total_lines: u64) -> Option<impl Iterator<Item = String>> {
    let (first, last) = (lines.first(), lines.last());
    let left = total_lines.checked_sub(last)?;
    let cuts = [None, Some(""), Some(" (50.0KB limit)")];
    let said = cuts.into_iter().filter(move |_| left > 0).map(move |cut| match cut {
        None => format!("{left} more lines in file"),
        Some(why) => format!("Showing lines {first}-{last} of {total_lines}{why}"),
    });
    let notices = said.map(move |said| format!("\n\n[{said}. Use offset={} to continue.]", last + 1));
    Some(notices.chain((left == 0).then(String::new)))
}

#[cfg(test)]
mod tests;
