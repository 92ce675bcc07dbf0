//! The place that the author of a patch probably meant.

use reread_text::char_floor;

use super::searchable_text::SearchableText;

/// Lines that an error shows, and bytes of each line.
pub(super) const SHOWN_LINES: usize = 8;
const SHOWN_BYTES: usize = 200;

/// Bounds the work: at most this many pairs of lines are compared.
const MOST_PAIRS: usize = 2_000_000;

/// The place with the most lines of a hunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closest {
    /// The first line of the place, counted from 1.
    pub line: u64,
    /// The first lines of the text there, without line ends and shortened.
    pub text: Vec<Vec<u8>>,
}

impl Closest {
    /// Compares every place, ignoring whitespace at both ends. Of equally good places, the one nearest to `near`.
    pub(super) fn of(old: &[&[u8]], text: &SearchableText<'_>, near: usize) -> Option<Self> {
        let compared = old.len().min((MOST_PAIRS / text.len().max(1)).max(1));
        let wanted: Vec<&[u8]> = old[..compared].iter().map(|line| line.trim_ascii()).collect();
        let score = |start: usize| {
            let pairs = wanted.iter().zip(start..text.len());
            pairs
                .filter(|(wanted, line)| !wanted.is_empty() && **wanted == text.line(*line).trim_ascii())
                .count()
        };
        let best =
            (0..text.len()).max_by_key(|start| (score(*start), std::cmp::Reverse(start.abs_diff(near))))?;
        if score(best) == 0 {
            return None;
        }
        let shown = best..text.len().min(best + old.len().min(SHOWN_LINES));
        Some(Self { line: best as u64 + 1, text: shown.map(|line| bounded(text.line(line))).collect() })
    }
}

/// A line, shortened for an error.
pub(super) fn bounded(line: &[u8]) -> Vec<u8> {
    line[..char_floor(line, SHOWN_BYTES)].to_vec()
}
