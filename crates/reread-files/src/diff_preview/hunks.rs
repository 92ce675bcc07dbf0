//! The hunks of a diff that are asked for, and as many of them as fit.

use memchr::memmem;
use reread_text::{Bounds, Limit, LineRange, cut};

/// Which part of a diff is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PreviewPart {
    /// How many hunks come before it.
    pub hunks_before: u64,
    /// How many hunks are shown whole.
    pub hunks: u64,
    /// Not all that was asked for is shown.
    pub cut: Option<PreviewCut>,
}

/// Not all hunks that were asked for are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreviewCut {
    /// Which limit it ran into.
    pub limit: Limit,
    /// Whether the first hunk is shown in part, because it does not fit as a whole.
    pub inside_hunk: bool,
    /// The line of the new text at which the next hunk begins, if there is one.
    pub next_line: Option<u64>,
}

/// Takes the hunks that meet these lines of the new text, or all of them, as far as they fit.
///
/// What is left out is whole hunks, so that what is shown applies to the base. Only if not even the first one fits,
/// as many of its lines are shown as do.
pub(super) fn take_part(diff: &mut Vec<u8>, lines: Option<LineRange>, bounds: &Bounds) -> PreviewPart {
    let hunks = Hunk::all(diff);
    let is_wanted = |hunk: &&Hunk| lines.is_none_or(|lines| lines.intersect(hunk.new).is_some());
    let wanted: Vec<&Hunk> = hunks.iter().filter(is_wanted).collect();
    let (Some(first), Some(last)) = (wanted.first(), wanted.last()) else {
        diff.clear();
        return PreviewPart::default();
    };
    let hunks_before = hunks.iter().filter(|hunk| hunk.start < first.start).count() as u64;
    let (head, start) = (hunks[0].start, first.start);
    diff.truncate(last.end);
    diff.drain(head..start);
    let left_out = start - head;
    let fitting = cut(diff, bounds);
    let whole = wanted.iter().take_while(|hunk| hunk.end - left_out <= fitting.bytes).count();
    let end = if whole == 0 { fitting.bytes } else { wanted[whole - 1].end - left_out };
    diff.truncate(end);
    let next = wanted.get(if whole == 0 { 1 } else { whole });
    let cut = fitting.limit.map(|limit| PreviewCut {
        limit,
        inside_hunk: whole == 0,
        next_line: next.map(|hunk| hunk.new.first()),
    });
    PreviewPart { hunks_before, hunks: whole as u64, cut }
}

/// Where a hunk stands in the diff, and its lines of the new text.
struct Hunk {
    start: usize,
    end: usize,
    new: LineRange,
}

impl Hunk {
    fn all(diff: &[u8]) -> Vec<Hunk> {
        // Lines of the texts have a sign before them, so only a header starts like this.
        let starts: Vec<usize> = memmem::find_iter(diff, b"\n@@ ").map(|newline| newline + 1).collect();
        let ends = starts.iter().skip(1).copied().chain([diff.len()]);
        starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| Hunk { start, end, new: new_lines(&diff[start..end]) })
            .collect()
    }
}

/// The lines behind the plus of a hunk's header, `+7` or `+7,3`. A new text without lines counts as line 1, so that its
/// hunk can be asked for.
fn new_lines(hunk: &[u8]) -> LineRange {
    let mut words = hunk.split(|byte| *byte == b' ').filter_map(|word| std::str::from_utf8(word).ok());
    let numbers = words.find_map(|word| word.strip_prefix('+')).unwrap_or_default();
    let (first, count) = numbers.split_once(',').unwrap_or((numbers, "1"));
    let number = |digits: &str| digits.parse().unwrap_or(1).max(1);
    let (first, count): (u64, u64) = (number(first), number(count));
    LineRange::new(first, first.saturating_add(count - 1)).expect("it ends at or behind its first line")
}

#[cfg(test)]
mod tests;
