//! A merge as text with conflict markers, byte for byte as git writes them.
//!
//! Markers are meant for people. The plain style without the base is not offered, because it hides what both sides
//! changed.

use std::ops::Range;

use reread_text::lines;

use super::{Chunk, ChunkKind, Merge, MergeSide};
use crate::line_table::LineTable;

/// Which lines stand between the markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ConflictStyle {
    /// All lines of the conflict.
    Diff3,
    /// Lines that are equal at the start or end of both sides are moved out. The base stays whole.
    #[default]
    Zdiff3,
}

/// The labels after the markers. An empty label leaves the marker without one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConflictLabels<'a> {
    /// After `<<<<<<<`: the current text.
    pub ours: &'a str,
    /// After `|||||||`: the common ancestor.
    pub base: &'a str,
    /// After `>>>>>>>`: the requested text.
    pub theirs: &'a str,
}

/// Characters of a marker. Longer if a line of the texts looks like a marker.
const MARKER_SIZE: usize = 7;

impl Merge<'_> {
    /// The merged text with markers around each conflict.
    ///
    /// A last line without an end gets one before a marker. Markers have the line end of the line before the conflict,
    /// and are longer than any line of the three texts that looks like a marker.
    pub fn render(&self, style: ConflictStyle, labels: ConflictLabels<'_>) -> Vec<u8> {
        let mut rendered = Rendered { text: Vec::new(), marker_size: self.marker_size() };
        for chunk in &self.chunks {
            match self.taken(chunk) {
                Some(text) => rendered.text.extend_from_slice(text),
                None => self.render_conflict(&mut rendered, chunk, style, labels),
            }
        }
        rendered.text
    }

    fn render_conflict(
        &self,
        rendered: &mut Rendered,
        chunk: &Chunk,
        style: ConflictStyle,
        labels: ConflictLabels<'_>,
    ) {
        let Chunk { kind, base, mut ours, mut theirs } = chunk.clone();
        debug_assert_eq!(kind, ChunkKind::Conflict);
        let whole_ours = ours.clone();
        if style == ConflictStyle::Zdiff3 {
            self.leave_equal_ends(&mut ours, &mut theirs);
        }
        let end = if self.ends_with_crlf(&ours, &theirs) { &b"\r\n"[..] } else { b"\n" };
        rendered.text.extend_from_slice(self.ours.slice(whole_ours.start..ours.start));
        rendered.marker(b'<', labels.ours, end);
        rendered.part(self.ours.slice(ours.clone()), end);
        rendered.marker(b'|', labels.base, end);
        rendered.part(self.base.slice(base), end);
        rendered.marker(b'=', "", end);
        rendered.part(self.theirs.slice(theirs), end);
        rendered.marker(b'>', labels.theirs, end);
        rendered.text.extend_from_slice(self.ours.slice(ours.end..whole_ours.end));
    }

    /// Narrows both ranges by the lines that are equal at their start, and then at their end.
    fn leave_equal_ends(&self, ours: &mut Range<usize>, theirs: &mut Range<usize>) {
        let equal = |ours: usize, theirs: usize| self.ours.line(ours) == self.theirs.line(theirs);
        let lines_left = |ours: &Range<usize>, theirs: &Range<usize>| ours.len().min(theirs.len()) > 0;
        while lines_left(ours, theirs) && equal(ours.start, theirs.start) {
            ours.start += 1;
            theirs.start += 1;
        }
        while lines_left(ours, theirs) && equal(ours.end - 1, theirs.end - 1) {
            ours.end -= 1;
            theirs.end -= 1;
        }
    }

    /// The rule of git: look at the line before the conflict (or the first line) in ours, then in theirs, then at the
    /// first line of the base. LF at any of them means LF; so does a base without any line end.
    fn ends_with_crlf(&self, ours: &Range<usize>, theirs: &Range<usize>) -> bool {
        let before = |table: &LineTable<'_>, start: usize| crlf_at(table, start.saturating_sub(1));
        before(&self.ours, ours.start) != Some(false)
            && before(&self.theirs, theirs.start) != Some(false)
            && crlf_at(&self.base, 0) == Some(true)
    }

    fn marker_size(&self) -> usize {
        let texts = [MergeSide::Base, MergeSide::Ours, MergeSide::Theirs].map(|side| self.table(side).text());
        let longest = texts.into_iter().flat_map(lines).map(marker_run).max().unwrap_or(0);
        if longest < MARKER_SIZE { MARKER_SIZE } else { longest + 1 }
    }
}

/// The length of the run of marker characters at the start of a line.
fn marker_run(line: &[u8]) -> usize {
    match line.first() {
        Some(first @ (b'<' | b'|' | b'=' | b'>')) => line.iter().take_while(|byte| *byte == first).count(),
        _ => 0,
    }
}

/// Whether the line ends with CRLF. A last line without an end counts like the line before it; `None` if there is none.
fn crlf_at(table: &LineTable<'_>, line: usize) -> Option<bool> {
    if table.len() == 0 {
        return None;
    }
    let text = table.line(line);
    if text.ends_with(b"\n") {
        return Some(text.ends_with(b"\r\n"));
    }
    Some(table.line(line.checked_sub(1)?).ends_with(b"\r\n"))
}

struct Rendered {
    text: Vec<u8>,
    marker_size: usize,
}

impl Rendered {
    fn marker(&mut self, character: u8, label: &str, end: &[u8]) {
        self.text.extend(std::iter::repeat_n(character, self.marker_size));
        if !label.is_empty() {
            self.text.push(b' ');
            self.text.extend_from_slice(label.as_bytes());
        }
        self.text.extend_from_slice(end);
    }

    /// Lines between markers: the last one has an end.
    fn part(&mut self, lines: &[u8], end: &[u8]) {
        self.text.extend_from_slice(lines);
        if !lines.is_empty() && !lines.ends_with(b"\n") {
            self.text.extend_from_slice(end);
        }
    }
}
