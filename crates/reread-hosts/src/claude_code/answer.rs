//! The short form that may stand in the place of what the host shows.
//!
//! The host has read the file already: this only says whether a marker or a diff may take the place of its text. It is
//! given the bytes that the text was compared with, so that what is hashed, shown and stored is one snapshot.

use reread_context::{
    Answer, DiffGate, Fallback, HeldBase, HeldLines, MarkerPrefix, Mode, ReadPlan, ReadScope, decide, plan,
};
use reread_text::{Bounds, DiffLimits, Digest, LineRange, LineSet, count_lines, slice_lines};

use crate::claude_code::held_evidence::{HeldEvidence, ReadVersion};

const PREFIX: MarkerPrefix = MarkerPrefix::REREAD;

/// A diff is shown in one piece or not at all.
const LONGEST: Bounds =
    Bounds { max_lines: Some(1_999), max_bytes: Some(51_200), max_chars: None, max_tokens: None };

/// What stands in the place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortForm {
    /// The marker or the diff, without a last line end.
    pub text: String,
    /// The kind of answer.
    pub mode: Mode,
    /// What it is about.
    pub scope: ReadScope,
    /// The version that it rests on.
    pub base: Digest,
}

/// Answers a read of these lines; `Err` is why the text stands, `None` that nothing was held. `name` is printed in a diff.
pub fn answer(
    evidence: &HeldEvidence,
    now: &ReadVersion,
    lines: LineRange,
    name: &str,
    limits: DiffLimits,
) -> Result<ShortForm, Option<Fallback>> {
    let held = evidence.held();
    let total_lines = count_lines(now.bytes());
    let scope = ReadScope::of_lines(lines, total_lines);
    let (answer, base) = match plan(held, scope, &now.digest(), total_lines) {
        ReadPlan::Text(reason) => return Err(reason),
        ReadPlan::Unchanged if is_found(held, &now.digest(), now.bytes(), scope) => {
            (Answer::Unchanged(scope), now.digest())
        }
        ReadPlan::Unchanged => return Err(Some(Fallback::NotProven)),
        ReadPlan::NeedsBase(base) => {
            let bytes = evidence.text(&base).ok_or(Some(Fallback::BaseLost))?;
            (compare(held, (base, bytes), now, scope, name, limits), base)
        }
    };
    let mode = answer.mode();
    let short = |text: String| Ok(ShortForm { text, mode, scope, base });
    match answer {
        Answer::Unchanged(_) => short(PREFIX.unchanged(scope, total_lines)),
        Answer::UnchangedHere => short(PREFIX.unchanged_here(lines)),
        Answer::Diff { diff, .. } => {
            let text = std::str::from_utf8(&diff.text).map_err(|_| Some(Fallback::NotUtf8))?;
            let text = text.strip_suffix('\n').unwrap_or(text);
            short(format!("{}\n{text}", PREFIX.changed(&diff, total_lines)))
        }
        Answer::Fallback(reason) => Err(Some(reason)),
        Answer::Text | Answer::Rest { .. } => Err(None),
    }
}

fn compare(
    held: &HeldLines,
    (base, bytes): (Digest, &[u8]),
    now: &ReadVersion,
    scope: ReadScope,
    name: &str,
    limits: DiffLimits,
) -> Answer {
    if !is_found(held, &base, bytes, scope) {
        return Answer::Fallback(Fallback::NotProven);
    }
    let total_lines = count_lines(now.bytes());
    let reaches_end = |lines: LineRange| lines.last() == total_lines;
    let was_longer = count_lines(bytes) > total_lines || held.reaches_beyond(total_lines);
    match scope {
        // Lines that were asked for and are gone show in no line that is left.
        ReadScope::Lines(lines) if reaches_end(lines) && was_longer => {
            return Answer::Fallback(Fallback::LinesChanged);
        }
        // The host shows no CR and no final newline, so the model could not see in a diff what became of them.
        ReadScope::Whole if hides_changes(bytes, now.bytes()) => {
            return Answer::Fallback(Fallback::LinesChanged);
        }
        _ => {}
    }
    let lines = held.lines_of(&base).unwrap_or_default();
    let all = LineRange::new(1, count_lines(bytes));
    let lines = all.map_or_else(|_| LineSet::default(), |all| lines.intersect(all));
    let gate = DiffGate { limits, reply: LONGEST };
    decide(HeldBase { digest: base, bytes, held: &lines }, now.bytes(), scope, name, &gate)
}

/// Whether two versions differ in line ends, or in the final newline alone.
fn hides_changes(base: &[u8], now: &[u8]) -> bool {
    let without_end = |text: &[u8]| text.strip_suffix(b"\n").unwrap_or(text).to_vec();
    base.contains(&b'\r') || now.contains(&b'\r') || without_end(base) == without_end(now)
}

/// Whether a snapshot says what was shown as its lines.
fn is_found(held: &HeldLines, digest: &Digest, bytes: &[u8], asked: ReadScope) -> bool {
    let shows = |lines: LineRange, shown: Digest| {
        slice_lines(bytes, lines).is_some_and(|slice| Digest::of(slice) == shown)
    };
    held.to_be_found(digest, asked).into_iter().all(|(lines, shown)| shows(lines, shown))
}
