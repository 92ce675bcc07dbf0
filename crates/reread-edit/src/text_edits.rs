//! Edits without a patch: one text for another, or lines by number.

use memchr::memmem;
use reread_text::{LineRange, count_lines, line_start, slice_lines};

use crate::edits::{Edits, Replacement};
use crate::line_ends::LineEnds;
use crate::place::{LISTED, number_list};

/// Why a text is not replaced.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextEditError {
    /// There is nothing to look for.
    #[error("the old text is empty")]
    Empty,
    /// The old text is nowhere.
    #[error("the old text is nowhere in the file{}", near_words(*.near))]
    NoMatch {
        /// The line that has the first line of the old text, counted from 1, if one has.
        near: Option<u64>,
    },
    /// The old text is in several places, and not all are meant.
    #[error("the old text is in {count} places, at lines {}", number_list(.lines, *.count))]
    Ambiguous {
        /// Where the first places begin, counted from 1.
        lines: Vec<u64>,
        /// How many places there are.
        count: u64,
    },
    /// Places of the old text share bytes, so not all can be replaced.
    #[error("the old text overlaps itself at line {line}")]
    Overlapping {
        /// Where the second of the two begins, counted from 1.
        line: u64,
    },
    /// The lines are not all there.
    #[error("the file ends at line {last}, before line {asked}")]
    PastEnd {
        /// The last line that was asked for.
        asked: u64,
        /// The last line that there is.
        last: u64,
    },
    /// The lines are other ones than the caller expects.
    #[error("lines {lines} are not the expected ones")]
    Different {
        /// The lines that were asked for.
        lines: LineRange,
        /// What they are.
        found: Vec<u8>,
    },
}

impl TextEditError {
    /// The stable word for it.
    pub fn code(&self) -> &'static str {
        match self {
            TextEditError::Empty => "empty",
            TextEditError::NoMatch { .. }
            | TextEditError::Different { .. }
            | TextEditError::PastEnd { .. } => "no_match",
            TextEditError::Ambiguous { .. } | TextEditError::Overlapping { .. } => "ambiguous",
        }
    }
}

fn near_words(near: Option<u64>) -> String {
    near.map_or_else(String::new, |line| format!("; its first line is line {line}"))
}

/// One text in place of another: of the only one, or of all.
///
/// Texts are literal. In a file that is CRLF throughout, both may be written with LF.
pub fn replace_text(base: &[u8], old: &[u8], new: &[u8], all: bool) -> Result<Edits, TextEditError> {
    if old.is_empty() {
        return Err(TextEditError::Empty);
    }
    let ends = LineEnds::of(base);
    let (old, new) = (ends.adopted_by(old), ends.adopted_by(new));
    let places = places(base, &old);
    if places.is_empty() {
        return Err(TextEditError::NoMatch { near: near(base, &old) });
    }
    if let Some(pair) = places.windows(2).find(|pair| pair[1] - pair[0] < old.len()) {
        return Err(TextEditError::Overlapping { line: line_at(base, pair[1]) });
    }
    if places.len() > 1 && !all {
        let lines = places.iter().take(LISTED).map(|place| line_at(base, *place)).collect();
        return Err(TextEditError::Ambiguous { lines, count: places.len() as u64 });
    }
    let replacement = |place: usize| Replacement { span: place..place + old.len(), text: new.to_vec() };
    let replacements = places.into_iter().map(replacement).collect();
    Ok(Edits::new(base, replacements).expect("places inside the text that do not overlap"))
}

/// Every place, also those that begin inside another.
fn places(base: &[u8], old: &[u8]) -> Vec<usize> {
    let finder = memmem::Finder::new(old);
    let mut places = Vec::new();
    let mut from = 0;
    while let Some(found) = finder.find(&base[from..]) {
        places.push(from + found);
        // Two that overlap are enough to refuse.
        if places.windows(2).next_back().is_some_and(|pair| pair[1] - pair[0] < old.len()) {
            break;
        }
        from += found + 1;
    }
    places
}

fn line_at(base: &[u8], place: usize) -> u64 {
    count_lines(&base[..place]) + u64::from(base[..place].last().is_none_or(|before| *before == b'\n'))
}

fn near(base: &[u8], old: &[u8]) -> Option<u64> {
    let first = reread_text::lines(old).map(<[u8]>::trim_ascii).find(|line| !line.is_empty())?;
    memmem::find(base, first).map(|place| line_at(base, place))
}

/// New text in place of whole lines, which are the expected ones if the caller says what they are.
///
/// The text ends with a line end, which is added if it lacks one; at the end of a file whose last line has none, it is
/// taken away. The empty text deletes the lines.
pub fn replace_lines(
    base: &[u8],
    lines: LineRange,
    new: &[u8],
    expected: Option<&[u8]>,
) -> Result<Edits, TextEditError> {
    let last = count_lines(base);
    let found = match slice_lines(base, lines) {
        Some(found) if lines.last() <= last => found,
        _ => return Err(TextEditError::PastEnd { asked: lines.last(), last }),
    };
    let ends = LineEnds::of(base);
    if expected.is_some_and(|expected| without_end(&ends.adopted_by(expected)) != without_end(found)) {
        return Err(TextEditError::Different { lines, found: found.to_vec() });
    }
    let mut text = ends.adopted_by(new).into_owned();
    if found.ends_with(b"\n") && !text.is_empty() && !text.ends_with(b"\n") {
        text.extend_from_slice(ends.terminator());
    } else if !found.ends_with(b"\n") {
        text.truncate(without_end(&text).len());
    }
    let start = line_start(base, lines.first()).expect("the lines are there");
    let replacement = Replacement { span: start..start + found.len(), text };
    Ok(Edits::new(base, vec![replacement]).expect("lines of the text lie inside it"))
}

/// Without the last line end.
fn without_end(text: &[u8]) -> &[u8] {
    let Some(text) = text.strip_suffix(b"\n") else { return text };
    text.strip_suffix(b"\r").unwrap_or(text)
}

#[cfg(test)]
mod tests;
