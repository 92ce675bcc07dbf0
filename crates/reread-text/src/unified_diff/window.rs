//! Restricts the comparison to the part of two texts that determines the diff.
//!
//! Most edits are small and in one place: nearly all of both texts is an equal start and an equal end, and most of that
//! can be left out without changing the diff. *Anchors* guarantee this: lines that occur exactly once in the old text,
//! near the places where the equal ends meet the middle:
//!
//! 1. The [histogram](super::histogram) pairs the equal ends before anything else. They hold an anchor each, so
//!    only a run with a line that the old text has once can rival them. Within the equal ends such a line pairs with
//!    its counterpart only, so the rival has it in the middle of the new text, and from there it reaches to the
//!    anchors at most: shorter than equal ends that are longer than the middle and both ways to the anchors.
//! 2. A change that is slid into an equal end never lies past the anchor as a whole, since lines that a change slides
//!    over repeat with its length: the old text would have the anchor twice.
//!
//! So both ends keep a margin of that many lines. An end that is too short, or has no anchor, belongs to the middle.

use memchr::{memchr, memmem, memrchr};

use crate::{count_lines, line_start, lines, tail_start};

/// Maximum distance of an anchor from the middle, in lines.
const REACH: usize = 16;

/// Number of lines that are tried as an anchor; each costs a search through the text.
const TRIES: usize = 2;

/// Lines around a change that the indent heuristic may look at.
const SIGHT: usize = 32;

/// The part of two texts that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window<'a> {
    /// The equal text before the window.
    pub(super) above: &'a [u8],
    pub(super) old: &'a [u8],
    pub(super) new: &'a [u8],
}

impl<'a> Window<'a> {
    /// The window, with a margin of `context` lines on both sides.
    pub(super) fn around_changes(old: &'a [u8], new: &'a [u8], context_lines: u64) -> Self {
        let start = equal_start(old, new);
        let end = equal_end(&old[start..], &new[start..]);
        let (start_text, end_text) = (&old[..start], &old[old.len() - end..]);
        let (start_lines, end_lines) = (count_lines(start_text), count_lines(end_text));
        let middle_lines = |text: &[u8]| count_lines(&text[start..text.len() - end]);
        let mut middle = middle_lines(old).max(middle_lines(new));
        let margin = |middle: u64| (middle + (2 * REACH + SIGHT) as u64).saturating_add(context_lines);

        let cuts_start = start_lines > margin(middle) && has_anchor(lines(start_text).rev(), old);
        let cuts_end = end_lines > margin(middle) && has_anchor(lines(end_text), old);
        middle += if cuts_start { 0 } else { start_lines };
        middle += if cuts_end { 0 } else { end_lines };

        let margin = margin(middle);
        let above = if cuts_start { tail_start(start_text, margin) } else { 0 };
        let kept = if cuts_end { line_start(end_text, margin.saturating_add(1)) } else { None };
        let below = kept.map_or(0, |kept| end - kept);
        Self {
            above: &old[..above],
            old: &old[above..old.len() - below],
            new: &new[above..new.len() - below],
        }
    }
}

/// Bytes of equal lines at the start of both texts.
fn equal_start(old: &[u8], new: &[u8]) -> usize {
    memrchr(b'\n', &old[..shared_start(old, new)]).map_or(0, |newline| newline + 1)
}

/// Bytes of equal lines at the end of both texts.
fn equal_end(old: &[u8], new: &[u8]) -> usize {
    let shared = shared_end(old, new);
    let starts_line = |text: &[u8]| text[..text.len() - shared].last().is_none_or(|before| *before == b'\n');
    if starts_line(old) && starts_line(new) {
        return shared;
    }
    memchr(b'\n', &old[old.len() - shared..]).map_or(0, |newline| shared - newline - 1)
}

const BLOCK: usize = 128;

/// Length of the common prefix.
pub(super) fn shared_start(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
    let skipped = BLOCK * blocks.take_while(|(one, other)| one == other).count();
    let bytes = one[skipped..].iter().zip(&other[skipped..]);
    skipped + bytes.take_while(|(one, other)| one == other).count()
}

/// Length of the common suffix.
fn shared_end(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks_exact(BLOCK).zip(other.rchunks_exact(BLOCK));
    let skipped = BLOCK * blocks.take_while(|(one, other)| one == other).count();
    let bytes = one[..one.len() - skipped].iter().rev().zip(other[..other.len() - skipped].iter().rev());
    skipped + bytes.take_while(|(one, other)| one == other).count()
}

/// Whether one of the next lines is unique in the text. Long lines are tried first, because they probably are.
fn has_anchor<'a>(near: impl Iterator<Item = &'a [u8]>, text: &[u8]) -> bool {
    let mut candidates: Vec<&[u8]> = near.take(REACH).collect();
    candidates.sort_by_key(|line| std::cmp::Reverse(line.len()));
    candidates.iter().take(TRIES).any(|line| is_sole(line, text))
}

/// Whether no other line of the text starts with this one.
fn is_sole(line: &[u8], text: &[u8]) -> bool {
    let content = line.strip_suffix(b"\n").unwrap_or(line);
    let in_text = memmem::find_iter(text, &[b"\n", content].concat()).take(2).count();
    in_text + usize::from(text.starts_with(content)) == 1
}

#[cfg(test)]
mod tests;
