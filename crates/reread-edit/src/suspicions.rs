//! Detects new text that was copied from a reply instead of being file content.
//!
//! Models copy what they were shown: header and closing lines of replies, "unchanged" markers, line numbers, placeholders
//! for credentials and for bytes that are not text, unresolved conflict markers. A line that the base already contains
//! is not reported. The caller decides what to do about a report.

use std::cell::LazyCell;
use std::collections::HashSet;

use memchr::memmem;
use reread_context::OwnLine;
use reread_text::{REDACTION_MARK, lines};

/// A line that probably does not belong into the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspicion {
    /// What the line looks like.
    pub kind: SuspicionKind,
    /// In the new text, counted from 1.
    pub line: u64,
}

/// What a suspicious line looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuspicionKind {
    /// A line of a reply of this program.
    OwnLine(OwnLine),
    /// The placeholder for a credential.
    Redaction,
    /// U+FFFD, while the base contains bytes that are not UTF-8.
    Replacement,
    /// Every line starts with its number.
    LineNumbers,
    /// `<<<<<<<`, `|||||||` or `>>>>>>>` at the start of a line.
    ConflictMarker,
}

impl SuspicionKind {
    /// The word in replies, such as `conflict marker`.
    pub fn word(self) -> &'static str {
        match self {
            SuspicionKind::OwnLine(OwnLine::Marker) => "stub line",
            SuspicionKind::OwnLine(OwnLine::Header) => "header line",
            SuspicionKind::OwnLine(OwnLine::Closing) => "closing line",
            SuspicionKind::OwnLine(OwnLine::Warning) => "warning line",
            SuspicionKind::Redaction => "redaction",
            SuspicionKind::Replacement => "replacement character",
            SuspicionKind::LineNumbers => "line numbers",
            SuspicionKind::ConflictMarker => "conflict marker",
        }
    }
}

/// The suspicious lines of new text for a file: the first of each kind, in the order of the text.
pub fn suspicions(new: &[u8], base: &[u8]) -> Vec<Suspicion> {
    // One fast scan, because most texts contain neither.
    let [has_redactions, has_replacements] =
        [REDACTION_MARK.as_bytes(), REPLACEMENT].map(|mark| memmem::find(new, mark).is_some());
    let shows_replacements = has_replacements && str::from_utf8(base).is_err();
    // Lazy, because most texts have no suspicious line, so the base is rarely needed.
    let known = LazyCell::new(|| lines(base).map(<[u8]>::trim_ascii_end).collect::<HashSet<&[u8]>>());
    let is_known = |line: &[u8]| known.contains(line.trim_ascii_end());
    let has = |line: &[u8], mark: &[u8]| memmem::find(line, mark).is_some();
    let mut found: Vec<Suspicion> = Vec::new();
    let mut add = |kind, line| {
        if found.iter().all(|earlier| earlier.kind != kind) {
            found.push(Suspicion { kind, line });
        }
    };
    for (number, line) in (1..).zip(lines(new)) {
        let kinds = [
            OwnLine::of(line).map(SuspicionKind::OwnLine),
            (has_redactions && has(line, REDACTION_MARK.as_bytes())).then_some(SuspicionKind::Redaction),
            (shows_replacements && has(line, REPLACEMENT)).then_some(SuspicionKind::Replacement),
            is_conflict_marker(line).then_some(SuspicionKind::ConflictMarker),
        ];
        for kind in kinds.into_iter().flatten().filter(|_| !is_known(line)) {
            add(kind, number);
        }
    }
    if is_numbered(new) && !is_numbered(base) {
        add(SuspicionKind::LineNumbers, 1);
    }
    found.sort_by_key(|suspicion| suspicion.line);
    found
}

/// Seven characters at the start of a line, with or without a label. `=======` is not one, because it may be an underline.
fn is_conflict_marker(line: &[u8]) -> bool {
    if !matches!(line.first(), Some(b'<' | b'|' | b'>')) {
        return false;
    }
    let line = line.trim_ascii_end();
    let is_marker = |marker: &[u8]| {
        line.strip_prefix(marker).is_some_and(|label| label.is_empty() || label.starts_with(b" "))
    };
    is_marker(b"<<<<<<<") || is_marker(b"|||||||") || is_marker(b">>>>>>>")
}

/// Whether every line begins with a number and a separator, and the numbers count up.
///
/// An arrow does not occur in source files, so one line is enough. Other separators need two lines.
fn is_numbered(text: &[u8]) -> bool {
    let numbered: Option<Vec<(u64, &[u8])>> = lines(text).map(number_prefix).collect();
    let Some(numbered) = numbered else { return false };
    let counts_up =
        numbered.windows(2).all(|pair| pair[0].0.checked_add(1) == Some(pair[1].0) && pair[0].1 == pair[1].1);
    match numbered.as_slice() {
        [] => false,
        [(_, sign)] => *sign == ARROW,
        _ => counts_up,
    }
}

const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

const ARROW: &[u8] = "→".as_bytes();

/// `  12→`, `12:`, `12|` or `12` and a tab: the number and the separator.
fn number_prefix(line: &[u8]) -> Option<(u64, &[u8])> {
    let line = line.trim_ascii_start();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = line.split_at(digits);
    let number = str::from_utf8(digits).ok()?.parse().ok()?;
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    let sign = [ARROW, b":", b"|", b"\t"].into_iter().find(|sign| rest.starts_with(sign))?;
    Some((number, sign))
}

#[cfg(test)]
mod tests;
