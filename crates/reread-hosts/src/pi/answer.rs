//! The answer to one of pi's reads.
//!
//! What pi would have shown is always made by pi itself: this module only says whether a marker or a diff may stand in
//! its place, and afterwards what a text that pi made vouches for. It is given the very bytes that pi shows, so that
//! what is hashed, shown and stored is one snapshot.

use reread_context::{
    Answer, Claim, DiffGate, Fallback, FileKey, HeldBase, HeldLines, MarkerPrefix, Mode, ReadPlan, ReadScope,
    decide, plan,
};
use reread_text::{BadRange, Bounds, DiffLimits, Digest, LineRange, LineSet, as_utf8, count_lines, cut};

use crate::pi::line_counting::{slice_as_pi_does, total_lines};
use crate::pi::metadata::{ReadMetadata, content_digest};
use crate::pi::notice::{LONGEST, Truncation, shown_lines, shows_lines, text_of_lines};

/// The name by which pi's models know who speaks.
pub(crate) const PREFIX: MarkerPrefix = MarkerPrefix::READCACHE;

/// A read as pi calls it, with the file as it is.
#[derive(Clone, Copy, Debug)]
pub struct PiRead<'a> {
    /// The file, by the name under which the history knows it.
    pub file: &'a FileKey,
    /// The file, by the name that a diff prints.
    pub name: &'a str,
    /// The first line asked for; `None` is the first of the file.
    pub offset: Option<u64>,
    /// How many lines are asked for; `None` is all that follow.
    pub limit: Option<u64>,
    /// The file's bytes.
    pub bytes: &'a [u8],
}

/// What is to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PiAnswer {
    /// pi's own answer, which vouches for nothing: it is an error, or not a text.
    Plain,
    /// pi's own text; what it vouches for can be said once it is there.
    Text(PendingMetadata),
    /// A marker or a diff.
    Short {
        /// What stands in place of the text.
        text: String,
        /// What it vouches for.
        metadata: ReadMetadata,
    },
}

/// What a text will vouch for, if pi shows it as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingMetadata {
    file: FileKey,
    claim: Claim,
    lines: LineRange,
    /// Why there is a text although something was held.
    pub reason: Option<Fallback>,
}

/// Answers a read, given what is held of the file. `load` finds a snapshot, or says why there is none; texts beyond the
/// limits are not compared.
pub fn answer(
    held: &HeldLines,
    read: &PiRead<'_>,
    limits: DiffLimits,
    load: impl FnOnce(&Digest) -> Result<Vec<u8>, Fallback>,
) -> PiAnswer {
    let Some(mut view) = RequestedView::of(read) else { return PiAnswer::Plain };
    let mut planned = plan(held, view.scope, &view.digest, view.total_lines);
    // pi would cut the text: what decides is what it would show.
    if planned == ReadPlan::Text(Some(Fallback::NotCovered))
        && let Some(page) = view.page(read.bytes)
        && plan(held, page.scope, &page.digest, page.total_lines) == ReadPlan::Unchanged
        && is_found(held, &page.digest, read.bytes, page.scope)
    {
        (view, planned) = (page, ReadPlan::Unchanged);
    }
    let (answer, base) = match planned {
        ReadPlan::Text(reason) => (reason.map_or(Answer::Text, Answer::Fallback), None),
        ReadPlan::Unchanged if !is_found(held, &view.digest, read.bytes, view.scope) => {
            (Answer::Fallback(Fallback::NotProven), Some(view.digest))
        }
        ReadPlan::Unchanged => (Answer::Unchanged(view.scope), Some(view.digest)),
        ReadPlan::NeedsBase(base) => {
            let answer = load(&base).map(|bytes| view.compare(held, read, limits, (&base, &bytes)));
            (answer.unwrap_or_else(Answer::Fallback), Some(base))
        }
    };
    let short = |text: String| {
        let claim = view.claim(answer.mode(), base);
        let content_hash = Some(content_digest(&text));
        let path_key = read.file.as_str().to_owned();
        let metadata = ReadMetadata { path_key, claim, bytes: read.bytes.len() as u64, content_hash };
        PiAnswer::Short { text, metadata }
    };
    let reason = match &answer {
        Answer::Unchanged(_) => return short(PREFIX.unchanged(view.scope, view.total_lines)),
        Answer::UnchangedHere => return short(PREFIX.unchanged_here(view.lines)),
        Answer::Diff { diff, .. } => {
            let text = String::from_utf8_lossy(&diff.text);
            return short(format!("{}\n{text}", PREFIX.changed(diff, view.total_lines)));
        }
        // pi's reads leave out no lines.
        Answer::Text | Answer::Rest { .. } => None,
        Answer::Fallback(reason) => Some(*reason),
    };
    // Without a base there was nothing to fall back from, by pi's own words.
    let baseless = matches!(reason, None | Some(Fallback::NotCovered | Fallback::Refreshed));
    let claim = match baseless {
        true => view.claim(Mode::Full, None),
        false => view.claim(Mode::FullFallback, base),
    };
    PiAnswer::Text(PendingMetadata { file: read.file.clone(), claim, lines: view.lines, reason })
}

impl PendingMetadata {
    /// What a text vouches for that pi made from these bytes: the lines it shows in full, and nothing if it is not the
    /// text that was to be expected.
    pub fn keep(&self, text: &str, truncation: Option<&Truncation>, bytes: &[u8]) -> Option<ReadMetadata> {
        let lines = shown_lines(self.lines, truncation)?;
        let body = text_of_lines(text, lines, self.claim.total_lines)?;
        if slice_as_pi_does(bytes, lines)? != body.as_bytes() {
            return None;
        }
        let scope = ReadScope::of_lines(lines, self.claim.total_lines);
        Some(ReadMetadata {
            path_key: self.file.as_str().to_owned(),
            claim: Claim { scope, ..self.claim },
            bytes: bytes.len() as u64,
            content_hash: Some(content_digest(text)),
        })
    }
}

/// Why a call names no part of a file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoScope {
    #[error("line {first} is beyond its end; it has {total_lines} lines")]
    BeyondEnd { first: u64, total_lines: u64 },
    #[error(transparent)]
    Range(#[from] BadRange),
}

/// The scope that a call names, in a file with these bytes.
pub(crate) fn scope_of(bytes: &[u8], offset: Option<u64>, limit: Option<u64>) -> Result<ReadScope, NoScope> {
    if offset.is_none() && limit.is_none() {
        return Ok(ReadScope::Whole);
    }
    let total_lines = total_lines(bytes);
    if let Some(first) = offset.filter(|first| *first > total_lines) {
        return Err(NoScope::BeyondEnd { first, total_lines });
    }
    let lines = asked_lines(offset, limit, total_lines)?;
    Ok(ReadScope::of_lines(lines, total_lines))
}

/// The lines that pi is asked for, as far as they exist.
fn asked_lines(offset: Option<u64>, limit: Option<u64>, total_lines: u64) -> Result<LineRange, BadRange> {
    // pi starts at the first line if it is asked for line 0.
    let first = offset.unwrap_or(1).max(1);
    let last = limit.map_or(total_lines, |limit| (first - 1).saturating_add(limit));
    LineRange::new(first, last.min(total_lines))
}

/// What is asked for, in the lines that pi counts.
struct RequestedView {
    digest: Digest,
    total_lines: u64,
    lines: LineRange,
    scope: ReadScope,
    /// Whether the request names lines behind the end.
    beyond_end: bool,
}

impl RequestedView {
    /// `None` if pi has to answer by itself: the file is not a text, or the request names no line of it.
    fn of(read: &PiRead<'_>) -> Option<Self> {
        as_utf8(read.bytes).ok()?;
        let total_lines = total_lines(read.bytes);
        let lines = asked_lines(read.offset, read.limit, total_lines).ok()?;
        let scope = ReadScope::of_lines(lines, total_lines);
        let beyond_end = read.limit.is_none_or(|limit| lines.count() < limit);
        Some(Self { digest: Digest::of(read.bytes), total_lines, lines, scope, beyond_end })
    }

    /// The lines that pi shows if it cuts the text between two lines; `None` if it shows all of them, or none.
    fn page(&self, bytes: &[u8]) -> Option<Self> {
        let shown = cut(slice_as_pi_does(bytes, self.lines)?, &LONGEST);
        let first = self.lines.first();
        let lines = LineRange::new(first, first.checked_add(shown.lines)?.checked_sub(1)?).ok()?;
        let is_page = shown.limit.is_some() && !shown.inside_line && lines.last() < self.lines.last();
        is_page.then_some(Self { lines, scope: ReadScope::Lines(lines), beyond_end: false, ..*self })
    }

    fn claim(&self, mode: Mode, base: Option<Digest>) -> Claim {
        Claim { mode, scope: self.scope, served: self.digest, base, total_lines: self.total_lines }
    }

    fn compare(
        &self,
        held: &HeldLines,
        read: &PiRead<'_>,
        limits: DiffLimits,
        (base, bytes): (&Digest, &[u8]),
    ) -> Answer {
        if !is_found(held, base, bytes, self.scope) {
            return Answer::Fallback(Fallback::NotProven);
        }
        if let ReadScope::Lines(lines) = self.scope {
            // Lines that were asked for and are gone show in no line that is left.
            let was_longer = total_lines(bytes) > self.total_lines || held.reaches_beyond(self.total_lines);
            let lost_lines = self.beyond_end && was_longer;
            let same = slice_as_pi_does(bytes, lines) == slice_as_pi_does(read.bytes, lines);
            return if same && !lost_lines {
                Answer::UnchangedHere
            } else {
                Answer::Fallback(Fallback::LinesChanged)
            };
        }
        let held = held.lines_of(base).unwrap_or_default();
        let ours = LineRange::new(1, count_lines(bytes));
        let ours = ours.map_or_else(|_| LineSet::default(), |all| held.intersect(all));
        // The line that says how much changed stands before the diff, and a diff that is cut says something wrong.
        let reply = Bounds { max_lines: LONGEST.max_lines.map(|lines| lines - 1), ..LONGEST };
        let gate = DiffGate { limits, reply };
        decide(HeldBase { digest: *base, bytes, held: &ours }, read.bytes, ReadScope::Whole, read.name, &gate)
    }
}

/// Whether a snapshot says what was shown as its lines.
fn is_found(held: &HeldLines, digest: &Digest, bytes: &[u8], asked: ReadScope) -> bool {
    held.to_be_found(digest, asked).into_iter().all(|(lines, shown)| shows_lines(bytes, lines, &shown))
}
