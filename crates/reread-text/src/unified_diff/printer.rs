//! Prints changes as a unified diff.

use std::fmt;
use std::io::Write as _;
use std::ops::Range;

use super::changed_lines::ChangedLines;
use super::compare::LineComparison;
use super::{Diff, DiffNames};
use crate::{HunkSide, count_lines, lines};

/// Prints the changes with context. `above` is the text before the compared part.
pub(super) fn print(
    compared: &LineComparison<'_>,
    above: &[u8],
    names: DiffNames<'_>,
    context_lines: u64,
) -> Diff {
    let mut printer = Printer {
        compared,
        context: usize::try_from(context_lines).unwrap_or(usize::MAX),
        lines_above: count_lines(above) as usize,
        section: Section { above, searched: 0, latest: None },
        diff: Diff::default(),
    };
    printer.put(format_args!("--- {}\n+++ {}\n", names.old, names.new));
    let together = printer.context.saturating_mul(2);
    for hunk in compared.changes.chunk_by(|change, next| next.old.start - change.old.end <= together) {
        printer.hunk(hunk);
    }
    printer.diff
}

struct Printer<'a> {
    compared: &'a LineComparison<'a>,
    context: usize,
    lines_above: usize,
    section: Section<'a>,
    diff: Diff,
}

impl Printer<'_> {
    fn hunk(&mut self, changes: &[ChangedLines]) {
        let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return };
        let before = self.context.min(first.old.start);
        let after = self.context.min(self.compared.old_len() - last.old.end);
        let old = first.old.start - before..last.old.end + after;
        let new = first.new.start - before..last.new.end + after;
        self.header(&old, &new);

        let compared = self.compared;
        let mut next = old.start;
        for change in changes {
            self.lines(b' ', compared.old_lines(next..change.old.start));
            self.lines(b'-', compared.old_lines(change.old.clone()));
            self.lines(b'+', compared.new_lines(change.new.clone()));
            next = change.old.end;
            self.diff.removed += change.old.len() as u64;
            self.diff.added += change.new.len() as u64;
        }
        self.lines(b' ', compared.old_lines(next..old.end));
        self.diff.hunks += 1;
    }

    fn header(&mut self, old: &Range<usize>, new: &Range<usize>) {
        let numbers = |lines: &Range<usize>| HunkSide {
            start: (self.lines_above + lines.start + usize::from(!lines.is_empty())) as u64,
            count: lines.len() as u64,
        };
        self.put(format_args!("@@ -{} +{} @@", numbers(old), numbers(new)));
        if let Some(heading) = self.section.heading(self.compared, old.start) {
            self.put(format_args!(" {heading}"));
        }
        self.put(format_args!("\n"));
    }

    fn lines<'a>(&mut self, sign: u8, lines: impl Iterator<Item = &'a [u8]>) {
        let text = &mut self.diff.text;
        for line in lines {
            text.push(sign);
            text.extend_from_slice(line);
            if !line.ends_with(b"\n") {
                text.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
        }
    }

    fn put(&mut self, words: fmt::Arguments<'_>) {
        self.diff.text.write_fmt(words).expect("memory takes every write");
    }
}

/// Finds the section heading for hunk headers.
struct Section<'a> {
    /// The text before the compared lines, until it was searched.
    above: &'a [u8],
    /// Lines before this one were already searched.
    searched: usize,
    latest: Option<&'a str>,
}

impl<'a> Section<'a> {
    /// The nearest heading above `line`. Must be called with increasing lines.
    fn heading(&mut self, compared: &LineComparison<'a>, line: usize) -> Option<&'a str> {
        let above = std::mem::take(&mut self.above);
        let between = compared.old_lines(self.searched..line);
        let nearest = between.rev().chain(lines(above).rev()).find(|line| starts_section(line));
        self.searched = line;
        self.latest = nearest.map(heading_text).or(self.latest);
        self.latest
    }
}

fn starts_section(line: &[u8]) -> bool {
    line.first().is_some_and(|first| first.is_ascii_alphabetic() || matches!(first, b'_' | b'$'))
}

/// At most 80 bytes of the line, up to the first byte that is not text and without trailing spaces, as in git.
fn heading_text(line: &[u8]) -> &str {
    let start = &line[..line.len().min(80)];
    let end = start.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    let start = &start[..end.map_or(0, |last| last + 1)];
    start.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}
