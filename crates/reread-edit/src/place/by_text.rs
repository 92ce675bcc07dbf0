//! The place of a hunk without a line number: behind anchor lines, or wherever its text is.
//!
//! The text of an edit may begin or end inside a line.

use memchr::memmem;

use super::indent_unit::opens_block;
use super::indentation::{Indentation, indent};
use super::places::Places;
use super::placing::Placing;
use super::{MatchTolerance, PlaceError, PlacedHunk};
use crate::edits::SpanReplacement;
use crate::patch::{Hint, Hunk, HunkLine, Sign};

/// Bounds the work: further places are not counted.
const MOST_PLACES: usize = 1000;

/// Bounds the memory: each place of an edit of all places is a replacement of its own.
const MOST_CHANGED_PLACES: usize = 500_000;

/// The longest text that an edit of all places makes: the largest file that is replaced.
pub const MOST_PATCHED_BYTES: u64 = 64 * 1024 * 1024;

impl Placing<'_, '_> {
    /// The line after the last anchor. Each anchor must be unique.
    pub(super) fn behind_anchors(&self, anchors: &[Vec<u8>]) -> Result<usize, PlaceError> {
        let mut from = self.cursor;
        for anchor in anchors {
            let anchor = [self.text.content(anchor)];
            // An anchor is not written, so its indentation does not matter.
            let loosest = self.how.loosest.max(MatchTolerance::Ws);
            let mut places = Places::default();
            for pass in MatchTolerance::up_to(loosest) {
                places = self.text.find(&anchor, from, pass, |_| true)?;
                if places.count > 0 {
                    break;
                }
            }
            from = match (places.count, places.only()) {
                (0, _) => return Err(self.nowhere(&anchor, &Hint::Anywhere)),
                (_, Some(place)) => place + 1,
                (count, None) => return Err(self.ambiguous(&places.first, count)),
            };
        }
        Ok(from)
    }

    /// Finds the text of the hunk. If it is not there byte for byte, its lines are searched as those of a block.
    pub(super) fn place_text(
        &mut self,
        hunk: &Hunk,
        all: bool,
    ) -> Result<(PlacedHunk, Vec<SpanReplacement>), PlaceError> {
        let old = concat(hunk.old_lines());
        if old.is_empty() {
            let start = self.insertion_point(hunk)?;
            // Behind a BOM, if there is one.
            let at = self.text.start(start);
            let edit = SpanReplacement { span: at..at, text: concat(hunk.new_lines()) };
            return Ok((placed(start..start), vec![edit]));
        }
        let adapted = self.text.adapted(&old);
        self.text.spend_bytes(1)?;
        let places = if all {
            self.check_expanded(hunk, &adapted)?;
            memmem::find_iter(self.text.text(), &adapted).collect()
        } else {
            overlapping(self.text.text(), &adapted)
        };
        match (places.as_slice(), all) {
            ([], _) => self.place_lines(hunk),
            ([place], _) if self.depth_of_block(hunk, *place, adapted.len()).is_some() => {
                let hunks_before = self.hunk;
                self.place_lines(hunk).or_else(|_| {
                    self.hunk = hunks_before;
                    Ok(self.replaced(hunk, &places, adapted.len()))
                })
            }
            ([_], _) | (_, true) => Ok(self.replaced(hunk, &places, adapted.len())),
            (places, false) => {
                let lines: Vec<usize> = places.iter().map(|place| self.text.line_at(*place)).collect();
                Err(self.ambiguous(&lines, lines.len()))
            }
        }
    }

    /// Refuses an edit of all places that would take too much memory, before any of them is changed.
    fn check_expanded(&self, hunk: &Hunk, old: &[u8]) -> Result<(), PlaceError> {
        let places = memmem::find_iter(self.text.text(), old).count();
        if places > MOST_CHANGED_PLACES {
            let most = MOST_CHANGED_PLACES;
            return Err(PlaceError::TooManyPlaces { hunk: self.hunk, places, most });
        }
        let new: u64 = hunk.new_lines().map(|line| line.text.len() as u64).sum();
        let removed = (places * old.len()) as u64;
        let bytes = self.text.text().len() as u64 - removed + new.saturating_mul(places as u64);
        if bytes > MOST_PATCHED_BYTES {
            let (hunk, most) = (self.hunk, MOST_PATCHED_BYTES);
            return Err(PlaceError::TooManyBytes { hunk, places, bytes, most });
        }
        Ok(())
    }

    /// Replaces the text at these offsets. Lines that old and new text share at their ends are not touched.
    fn replaced(&self, hunk: &Hunk, places: &[usize], len: usize) -> (PlacedHunk, Vec<SpanReplacement>) {
        let is_kept = |line: &&HunkLine| line.sign == Sign::Kept;
        let leading = hunk.lines.iter().take_while(is_kept).count();
        let trailing = hunk.lines[leading..].iter().rev().take_while(is_kept).count();
        let (before, rest) = hunk.lines.split_at(leading);
        let (changed, behind) = rest.split_at(rest.len() - trailing);
        let size = |lines: &[HunkLine]| self.text.adapted(&concat(lines.iter())).len();
        let (before, behind) = (size(before), size(behind));
        let new = concat(changed.iter().filter(|line| line.sign != Sign::Removed));
        let base = self.text.start(0);
        let mut pass = MatchTolerance::Exact;
        let mut edits = Vec::with_capacity(places.len());
        for place in places {
            let replaced = self.text.line_at(place + len - 1);
            edits.push(match self.depth_of_block(hunk, *place, len) {
                Some(depth) => {
                    pass = MatchTolerance::Indent;
                    let text = self.text.with_line_ends(&shifted(&concat(hunk.new_lines()), depth), replaced);
                    SpanReplacement { span: base + place..base + place + len, text }
                }
                None => {
                    let span = base + place + before..base + place + len - behind;
                    SpanReplacement { span, text: self.text.with_line_ends(&new, replaced) }
                }
            });
        }
        let last = places.last().map_or(0, |place| place + len - 1);
        let first = places.first().map_or(0, |place| self.text.line_at(*place));
        (PlacedHunk { pass, ..placed(first..self.text.line_at(last) + 1) }, edits)
    }

    /// The blanks before the text at this offset, if it is one whole line of the file but for them, and its new lines are
    /// written at the depth of the text: these lines get the blanks too.
    ///
    /// New lines that have the indentation of the file already are left as they are.
    fn depth_of_block(&self, hunk: &Hunk, place: usize, len: usize) -> Option<&[u8]> {
        let text = self.text.text();
        let line = self.text.line_at(place);
        let start = self.text.start(line) - self.text.start(0);
        let blanks = text.get(start..place).filter(|blanks| !blanks.is_empty())?;
        let is_whole = self.text.line_at(place + len - 1) == line && {
            let rest = text[place + len..].split(|byte| *byte == b'\n').next().unwrap_or_default();
            text[..place + len].ends_with(b"\n") || rest.is_empty() || rest == b"\r"
        };
        if !is_whole || indent(blanks) != blanks {
            return None;
        }
        let (old, new) = (concat(hunk.old_lines()), concat(hunk.new_lines()));
        let mut new_lines = new.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let first = new_lines.next()?;
        let later: Vec<&[u8]> = new_lines.collect();
        let next = later.first()?;
        let is_relative = !indent(&old).is_empty()
            || later.iter().any(|line| !line.starts_with(blanks))
            || opens_block(first) && indent(next).len() <= blanks.len();
        is_relative.then_some(blanks)
    }

    /// Places the lines of the text as a block does. Both sides get the newline that the last line may lack.
    fn place_lines(&mut self, hunk: &Hunk) -> Result<(PlacedHunk, Vec<SpanReplacement>), PlaceError> {
        let whole = |mut text: Vec<u8>| {
            if !text.is_empty() && !text.ends_with(b"\n") {
                text.push(b'\n');
            }
            text
        };
        let (old, new) = (whole(concat(hunk.old_lines())), whole(concat(hunk.new_lines())));
        let block = Hunk::replacing(hunk.line, &old, &new, Hint::Anywhere);
        self.hunk -= 1;
        self.place(&block)
    }
}

fn placed(lines: std::ops::Range<usize>) -> PlacedHunk {
    PlacedHunk { lines, offset: None, pass: MatchTolerance::Exact }
}

fn concat<'l>(lines: impl Iterator<Item = &'l HunkLine>) -> Vec<u8> {
    lines.flat_map(|line| line.text.iter().copied()).collect()
}

/// The lines behind the first one with these blanks before them.
fn shifted(text: &[u8], blanks: &[u8]) -> Vec<u8> {
    let rule = Indentation::Deeper(blanks.to_vec());
    let mut lines = text.split_inclusive(|byte| *byte == b'\n');
    let mut shifted = lines.next().unwrap_or_default().to_vec();
    for line in lines {
        shifted.extend(rule.shifted(line).unwrap_or_else(|| line.to_vec()));
    }
    shifted
}

/// Every place of the text, overlapping ones too, up to a bound.
fn overlapping(text: &[u8], part: &[u8]) -> Vec<usize> {
    let finder = memmem::Finder::new(part);
    let mut places: Vec<usize> = Vec::new();
    while places.len() < MOST_PLACES {
        let from = places.last().map_or(0, |last| last + 1);
        let Some(place) = finder.find(&text[from..]) else { break };
        places.push(from + place);
    }
    places
}
