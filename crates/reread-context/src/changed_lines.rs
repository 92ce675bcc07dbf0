//! A diff for a caller that holds lines of its base, and not all of it.
//!
//! The diff is always that of the whole file, so that it says where every line is now. What the caller knows of the new text
//! are the lines that the diff shows, and those held lines of the base that lie between its hunks. A request is answered with
//! the diff only if that is all that was asked for.

use reread_text::{HunkHeader, HunkSide, LineRange, LineSet, count_lines, lines};

use crate::Tag;

/// Where the new text differs from the base, as far as a tag can say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLines {
    /// Lines of the new text: every change lies between the first and the last of them.
    pub lines: LineSet,
    /// Whether the diff shows each of these lines. If not, a caller knows those that it holds in the base.
    pub is_whole: bool,
    /// How many lines the base has.
    pub base_lines: u64,
}

/// Lines of the base that a diff leaves as they are, and the number that the first of them has in the new text.
struct KeptLines {
    base: LineRange,
    first: u64,
}

impl ChangedLines {
    /// What a caller that holds lines of the base knows of the new text, and where that differs; `None` if the diff does
    /// not show a line of the new text in each hunk.
    pub(crate) fn by(diff: &[u8], base: &[u8], held: &LineSet) -> Option<(LineSet, Self)> {
        let base_lines = count_lines(base);
        let (shown, kept) = parts(diff, base_lines)?;
        let carried = kept.iter().flat_map(|kept| {
            let moved = |run: &LineRange| {
                let first = kept.first + (run.first() - kept.base.first());
                LineRange::new(first, first + run.count() - 1).ok()
            };
            held.intersect(kept.base).ranges().iter().filter_map(moved).collect::<Vec<_>>()
        });
        let known = shown.union(&carried.collect());
        let is_whole = shown.ranges().len() <= Tag::MOST_RUNS;
        let all = || LineRange::new(shown.ranges().first()?.first(), shown.ranges().last()?.last()).ok();
        let lines = if is_whole { shown } else { LineSet::from(all()?) };
        Some((known, Self { lines, is_whole, base_lines }))
    }
}

/// Whether the caller holds every line of the base that a diff removes. A caller is not told of lines that it never saw.
pub(crate) fn removes_only_held_lines(diff: &[u8], held: &LineSet) -> bool {
    let mut line_of_base = None;
    lines(diff).all(|line| {
        if let Some(header) = line.strip_suffix(b"\n").and_then(HunkHeader::parse) {
            line_of_base = Some(header.old.start);
            return true;
        }
        let (Some(number), Some(sign)) = (line_of_base.as_mut(), line.first()) else { return true };
        let is_held = *sign != b'-' || LineRange::new(*number, *number).is_ok_and(|line| held.covers(line));
        *number += u64::from(matches!(sign, b' ' | b'-'));
        is_held
    })
}

/// The lines of the new text that a diff shows, and the lines of the base between its hunks.
fn parts(diff: &[u8], base_lines: u64) -> Option<(LineSet, Vec<KeptLines>)> {
    let first = |side: HunkSide| if side.count == 0 { side.start + 1 } else { side.start };
    // A line of a hunk begins with a sign, so it is never taken for a header.
    let headers = lines(diff).filter_map(|line| HunkHeader::parse(line.strip_suffix(b"\n")?));
    let (mut shown, mut kept) = (LineSet::default(), Vec::new());
    let (mut next_of_base, mut next) = (1, 1);
    for HunkHeader { old, new } in headers {
        let between = LineRange::new(next_of_base, first(old) - 1);
        kept.extend(between.map(|base| KeptLines { base, first: next }));
        next_of_base = first(old) + old.count;
        next = first(new) + new.count;
        shown.insert(LineRange::new(first(new), next.checked_sub(1)?).ok()?);
    }
    let behind = LineRange::new(next_of_base, base_lines);
    kept.extend(behind.map(|base| KeptLines { base, first: next }));
    Some((shown, kept))
}

#[cfg(test)]
mod tests;
