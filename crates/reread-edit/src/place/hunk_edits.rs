//! Turns a placed hunk into replacements. Kept lines are not touched.

use std::borrow::Cow;

use super::MatchTolerance;
use super::indent_unit::indent_unit;
use super::indentation::{Indentation, SpacedSide};
use super::searchable_text::{SearchableText, speaks_of_end};
use crate::edits::SpanReplacement;
use crate::patch::{Hunk, HunkLine, Sign};

/// The replacements of a hunk that begins at that line. `None` if the indentation of an added line is unknown, because the
/// lines around it differ from those of the file in no uniform way.
pub(super) fn hunk_edits(
    hunk: &Hunk,
    start: usize,
    text: &SearchableText<'_>,
    pass: MatchTolerance,
) -> Option<Vec<SpanReplacement>> {
    let of_hunk = match pass {
        MatchTolerance::Exact | MatchTolerance::WsEnd => None,
        _ => rule(&hunk.lines, start, text),
    };
    if pass == MatchTolerance::Indent && of_hunk.is_none() {
        return None;
    }
    let mut replacements = Vec::new();
    let mut line = start;
    for run in hunk.lines.chunk_by(|one, other| (one.sign == Sign::Kept) == (other.sign == Sign::Kept)) {
        let first = line;
        line += run.iter().filter(|line| line.sign != Sign::Added).count();
        if run[0].sign == Sign::Kept {
            continue;
        }
        // Lines that replace others take the indentation of those, if the hunk as a whole follows no rule.
        let of_run = || rule(run, first, text).filter(|_| line > first);
        let rule = match pass {
            MatchTolerance::Exact | MatchTolerance::WsEnd => None,
            _ => Some(of_hunk.clone().or_else(of_run)),
        };
        let mut new = Vec::new();
        for added in run.iter().filter(|line| line.sign == Sign::Added) {
            let content = text.content(&added.text);
            let content = match &rule {
                None => Cow::Borrowed(content),
                Some(rule) => Cow::Owned(rule.as_ref()?.shifted(content)?),
            };
            new.extend_from_slice(&content);
            if added.text.ends_with(b"\n") {
                new.extend_from_slice(text.terminator());
            }
        }
        let span = text.start(first)..text.start(line);
        if line == text.len() && text.is_unterminated() && !speaks_of_end(hunk) {
            keep_unterminated(&mut new, span.is_empty(), text.terminator());
        }
        replacements.push(SpanReplacement { span, text: new });
    }
    Some(replacements)
}

/// How the indentation of the kept and removed lines differs from that of the file, from line `start`.
fn rule(lines: &[HunkLine], start: usize, text: &SearchableText<'_>) -> Option<Indentation> {
    let old = lines.iter().filter(|line| line.sign != Sign::Added);
    let pairs = old.zip(start..).map(|(old, line)| (text.content(&old.text), text.line(line)));
    Indentation::of(pairs, |side| match side {
        SpacedSide::File => text.indent_unit(),
        SpacedSide::Patch => unit_of_patch(lines, text),
    })
}

/// The spaces of a level in the patch: the new lines show it, or else the old ones.
fn unit_of_patch(lines: &[HunkLine], text: &SearchableText<'_>) -> Option<usize> {
    let without = |sign: Sign| {
        let of_side = lines.iter().filter(move |line| line.sign != sign);
        indent_unit(of_side.map(|line| text.content(&line.text)))
    };
    without(Sign::Removed).or_else(|| without(Sign::Added))
}

/// For lines that are added to a text without a last LF: the new last line has no LF either.
fn keep_unterminated(new: &mut Vec<u8>, follows_last_line: bool, terminator: &[u8]) {
    if new.ends_with(terminator) {
        new.truncate(new.len() - terminator.len());
        if follows_last_line {
            new.splice(0..0, terminator.iter().copied());
        }
    }
}
