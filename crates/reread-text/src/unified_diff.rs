//! How two versions of a text differ, as a unified diff that `git apply` takes.
//!
//! Lines are those of [`lines()`](crate::lines()), bytes are printed as they are, and the same pair of texts
//! always gives the same diff. What is worth showing is for others to decide; [`DiffLimits`] only says what
//! may be computed.

use std::collections::HashSet;
use std::ops::Range;

use gix_imara_diff::{Algorithm, InternedInput};

use crate::{char_floor, count_lines, lines};

/// What stands after `--- ` and `+++ `, printed as it is: quoting a name that needs it is the caller's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiffNames<'a> {
    /// The old side, such as `a/src/lib.rs`.
    pub old: &'a str,
    /// The new side, such as `b/src/lib.rs`.
    pub new: &'a str,
}

/// A unified diff and its measures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diff {
    /// The diff; empty if the texts are equal.
    pub text: Vec<u8>,
    /// How many hunks it has.
    pub hunks: u64,
    /// How many lines only the new text has.
    pub added: u64,
    /// How many lines only the old text has.
    pub removed: u64,
}

/// The unified diff from `old` to `new`, with so many unchanged lines around each change.
///
/// Printed as git prints it: a count of 1 is left out, a side without lines is numbered by the line before
/// (`-0,0` at the start), a last line without LF is followed by `\ No newline at end of file`, and a hunk
/// names the latest line above it that starts with a letter, `_` or `$`. [`apply_diff`](crate::apply_diff)
/// is the inverse.
///
/// Histogram, because moved blocks then cost a third of the lines; see [`DiffLimits`] for what to ask first.
pub fn unified_diff(old: &[u8], new: &[u8], names: DiffNames<'_>, context_lines: u64) -> Diff {
    if old == new {
        return Diff::default();
    }
    let input = InternedInput::new(old, new);
    let mut computed = gix_imara_diff::Diff::compute(Algorithm::Histogram, &input);
    computed.postprocess_lines(&input);
    let changes: Vec<Change> =
        computed.hunks().map(|hunk| Change { old: widen(&hunk.before), new: widen(&hunk.after) }).collect();

    let old_lines: Vec<&[u8]> = input.before.iter().map(|line| input.interner[*line]).collect();
    let new_lines: Vec<&[u8]> = input.after.iter().map(|line| input.interner[*line]).collect();
    let mut printer = Printer {
        old: &old_lines,
        new: &new_lines,
        context: usize::try_from(context_lines).unwrap_or(usize::MAX),
        section: Section::default(),
        diff: Diff::default(),
    };
    printer.names(names);
    let together = printer.context.saturating_mul(2);
    for hunk in changes.chunk_by(|change, next| next.old.start - change.old.end <= together) {
        printer.hunk(hunk);
    }
    printer.diff
}

/// Old lines, counted from 0, that new lines stand for. One of the two may be empty.
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

fn widen(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

struct Printer<'a> {
    old: &'a [&'a [u8]],
    new: &'a [&'a [u8]],
    context: usize,
    section: Section<'a>,
    diff: Diff,
}

impl Printer<'_> {
    fn names(&mut self, names: DiffNames<'_>) {
        self.put(format!("--- {}\n+++ {}\n", names.old, names.new).as_bytes());
    }

    fn hunk(&mut self, changes: &[Change]) {
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return };
        let before = self.context.min(first.old.start);
        let after = self.context.min(self.old.len() - last.old.end);
        let old = first.old.start - before..last.old.end + after;
        let new = first.new.start - before..last.new.end + after;

        self.put(format!("@@ -{} +{} @@", numbers(&old), numbers(&new)).as_bytes());
        if let Some(section) = self.section.above(self.old, old.start) {
            self.put(b" ");
            self.put(section);
        }
        self.put(b"\n");

        let mut next = old.start;
        for change in changes {
            self.lines(b' ', &self.old[next..change.old.start]);
            self.lines(b'-', &self.old[change.old.clone()]);
            self.lines(b'+', &self.new[change.new.clone()]);
            next = change.old.end;
            self.diff.removed += change.old.len() as u64;
            self.diff.added += change.new.len() as u64;
        }
        self.lines(b' ', &self.old[next..old.end]);
        self.diff.hunks += 1;
    }

    fn lines(&mut self, sign: u8, lines: &[&[u8]]) {
        for line in lines {
            self.put(&[sign]);
            self.put(line);
            if !line.ends_with(b"\n") {
                self.put(b"\n\\ No newline at end of file\n");
            }
        }
    }

    fn put(&mut self, bytes: &[u8]) {
        self.diff.text.extend_from_slice(bytes);
    }
}

/// `7,3`, or `7` for one line; an empty range is numbered by the line before it.
fn numbers(range: &Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

/// What a hunk header says about where in the text it is.
#[derive(Default)]
struct Section<'a> {
    /// Lines before this one have been looked at.
    searched: usize,
    latest: Option<&'a [u8]>,
}

impl<'a> Section<'a> {
    /// The heading in force at `line`: the nearest one above it. Lines must be asked for in order.
    fn above(&mut self, lines: &[&'a [u8]], line: usize) -> Option<&'a [u8]> {
        let heading = lines[self.searched..line].iter().rev().find(|line| starts_section(line));
        self.latest = heading.map(|line| heading_text(line)).or(self.latest);
        self.searched = line;
        self.latest
    }
}

fn starts_section(line: &[u8]) -> bool {
    line.first().is_some_and(|first| first.is_ascii_alphabetic() || matches!(first, b'_' | b'$'))
}

/// At most 80 bytes of the line and no space at the end, as git has it.
fn heading_text(line: &[u8]) -> &[u8] {
    let start = &line[..char_floor(line, 80)];
    let end = start.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    &start[..end.map_or(0, |last| last + 1)]
}

/// Which pairs of texts are compared at all.
///
/// Neither the diff nor its cost may depend on the machine or its load, so the bounds are on the texts, never
/// on time. Lines that repeat cost more than lines that differ: the lines of a text are paired with their equals
/// on the other side, and the pairs grow with the square of the repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiffLimits {
    /// At most so many bytes on each side.
    pub max_bytes: u64,
    /// At most so many lines on each side.
    pub max_lines: u64,
    /// At most so many lines on a side that says the same over and over: each line 64 times or more, on
    /// average. From there on the histogram no longer helps.
    pub max_repetitive_lines: u64,
}

/// 2 MiB, 12,000 lines, 4,000 repetitive ones.
impl Default for DiffLimits {
    fn default() -> Self {
        Self { max_bytes: 2 * 1024 * 1024, max_lines: 12_000, max_repetitive_lines: 4_000 }
    }
}

impl DiffLimits {
    /// Whether both texts lie within the limits.
    pub fn affordable(&self, old: &[u8], new: &[u8]) -> bool {
        [old, new].iter().all(|side| self.allow(side))
    }

    fn allow(&self, side: &[u8]) -> bool {
        if side.len() as u64 > self.max_bytes {
            return false;
        }
        let count = count_lines(side);
        count <= self.max_lines && (count <= self.max_repetitive_lines || !is_repetitive(side, count))
    }
}

fn is_repetitive(side: &[u8], count: u64) -> bool {
    let distinct: HashSet<&[u8]> = lines(side).collect();
    (distinct.len() as u64) <= count / 64
}

#[cfg(test)]
mod tests;
