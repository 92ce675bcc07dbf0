//! The second step of the decision: with the base at hand, the shortest answer that is certainly right.
//!
//! Doubt is answered with text: a needless resend costs tokens, while a wrong "unchanged" costs the agent a
//! correct view of the file.

use reread_text::{
    Bounds, Diff, DiffLimits, DiffNames, Digest, LineRange, LineSet, as_utf8, count_lines, cut, lines,
    reproduces, slice_lines, unified_diff,
};

use crate::changed_lines::removes_only_held_lines;
use crate::held_lines::covers_all;
use crate::{ChangedLines, Mode, ReadScope};

/// What the caller gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The text, because nothing was held.
    Text,
    /// The text, although something was held.
    Fallback(Fallback),
    /// All that was asked for is held, and the file has not changed.
    Unchanged(ReadScope),
    /// The lines asked for are held and stand where they stood; the file changed elsewhere.
    UnchangedHere,
    /// The file changed, and these are the changes from the version that is held.
    Diff {
        /// The changes.
        diff: Diff,
        /// What they start from.
        base: Digest,
        /// Where they are, if only lines of the base are held; `None` if all of it is.
        lines: Option<ChangedLines>,
    },
    /// Some of the lines asked for are held as they are, and are left out.
    Rest {
        /// Those lines.
        held: LineSet,
    },
}

impl Answer {
    /// The kind of answer, by the seed's names.
    pub fn mode(&self) -> Mode {
        match self {
            Answer::Text => Mode::Full,
            Answer::Fallback(_) => Mode::FullFallback,
            Answer::Unchanged(ReadScope::Whole) => Mode::Unchanged,
            Answer::Unchanged(ReadScope::Lines(_)) | Answer::UnchangedHere => Mode::UnchangedRange,
            Answer::Diff { .. } => Mode::Diff,
            Answer::Rest { .. } => Mode::Rest,
        }
    }
}

reread_codes::words! {
    /// Why the text is sent although something was cited, or is held.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Fallback {
        /// No cited tag was recognised.
        UnknownTag = "unknown_tag",
        /// What is held does not cover what was asked for.
        NotCovered = "not_covered",
        /// A refresh asked for these lines to be shown again.
        Refreshed = "refreshed",
        /// The file is as it was shown, but the caller has written to it since: "unchanged" would be taken for word of
        /// its own edit.
        WrittenSince = "written_since",
        /// The snapshot does not say what was shown as its lines.
        NotProven = "not_proven",
        /// The snapshot that is held is no longer in the cache.
        BaseLost = "base_lost",
        /// The stored snapshot did not have the digest it was stored under.
        BaseDamaged = "base_damaged",
        /// The lines asked for changed or moved.
        LinesChanged = "lines_changed",
        /// Another process is writing the file right now.
        Changing = "changing",
        /// One side is too large to be compared.
        TooLargeToDiff = "too_large_to_diff",
        /// The diff would be about as long as the text.
        DiffTooLong = "diff_too_long",
        /// The diff would not fit into one reply.
        DiffCut = "diff_cut",
        /// The diff would have to show bytes that are not text.
        NotUtf8 = "not_utf8",
        /// The diff, applied to the base, did not give the file.
        DiffWrong = "diff_wrong",
    }
}

/// When a diff is worth sending.
#[derive(Clone, Copy, Debug)]
pub struct DiffGate {
    /// What may be compared at all.
    pub limits: DiffLimits,
    /// The longest reply; a longer diff would be cut and say something wrong.
    pub reply: Bounds,
}

impl DiffGate {
    /// Smaller than nine tenths of the text, and at most 0.85 of its lines.
    fn is_shorter(diff: &[u8], now: &[u8]) -> bool {
        let (diff_bytes, text_bytes) = (diff.len() as u128, now.len() as u128);
        let (diff_lines, text_lines) = (u128::from(count_lines(diff)), u128::from(count_lines(now)));
        diff_bytes * 10 < text_bytes * 9 && diff_lines * 100 <= text_lines * 85
    }

    fn fits_reply(&self, diff: &[u8]) -> bool {
        cut(diff, &self.reply).limit.is_none()
    }

    /// The diff between two texts, if it is worth sending in place of a text, and is right.
    fn diff(&self, base: &[u8], now: &[u8], instead_of: &[u8], name: &str) -> Result<Diff, Fallback> {
        if !self.limits.affordable(base, now) {
            return Err(Fallback::TooLargeToDiff);
        }
        let (old, new) = (format!("a/{name}"), format!("b/{name}"));
        let diff = unified_diff(base, now, DiffNames { old: &old, new: &new }, 3);
        match &diff.text {
            text if !Self::is_shorter(text, instead_of) => Err(Fallback::DiffTooLong),
            text if !self.fits_reply(text) => Err(Fallback::DiffCut),
            text if as_utf8(text).is_err() => Err(Fallback::NotUtf8),
            text if !reproduces(base, text, now) => Err(Fallback::DiffWrong),
            _ => Ok(diff),
        }
    }
}

/// A snapshot that is held in part or whole.
#[derive(Clone, Copy, Debug)]
pub struct HeldBase<'a> {
    /// Its name.
    pub digest: Digest,
    /// Its bytes, verified.
    pub bytes: &'a [u8],
    /// The lines of it that the caller holds.
    pub held: &'a LineSet,
}

/// Answers a request for a file of which another snapshot is held. `name` is printed in the diff's header.
pub fn decide(base: HeldBase<'_>, now: &[u8], asked: ReadScope, name: &str, gate: &DiffGate) -> Answer {
    let HeldBase { digest, bytes: base, held } = base;
    match asked {
        ReadScope::Lines(range) => {
            let before = slice_lines(base, range);
            if !held.covers(range) {
                return Answer::Fallback(Fallback::NotCovered);
            }
            // The numbers must mean the same lines in both versions: equal text that moved is a change. A range
            // that reaches past the end of either version is not the range that was held.
            let same_count = |text: &[u8]| lines(text).count() as u64 == range.count();
            match (before, slice_lines(now, range)) {
                (Some(before), Some(after)) if before == after && same_count(after) => Answer::UnchangedHere,
                _ => Answer::Fallback(Fallback::LinesChanged),
            }
        }
        ReadScope::Whole => {
            if !covers_all(held, count_lines(base)) {
                return Answer::Fallback(Fallback::NotCovered);
            }
            match gate.diff(base, now, now, name) {
                Ok(diff) => Answer::Diff { diff, base: digest, lines: None },
                Err(why) => Answer::Fallback(why),
            }
        }
    }
}

/// Answers a request for lines of a file of which lines of another snapshot are held: with the changes of the whole file, if
/// they are shorter than these lines, and tell them together with what is held. `None` if not.
pub fn decide_changed_lines(
    base: HeldBase<'_>,
    now: &[u8],
    asked: LineRange,
    name: &str,
    gate: &DiffGate,
) -> Option<Answer> {
    let HeldBase { digest, bytes: base, held } = base;
    let diff = gate.diff(base, now, slice_lines(now, asked)?, name).ok()?;
    let (known, lines) = ChangedLines::by(&diff.text, base, held)?;
    let is_told = known.covers(asked) && removes_only_held_lines(&diff.text, held);
    is_told.then_some(Answer::Diff { diff, base: digest, lines: Some(lines) })
}

#[cfg(test)]
mod tests;
