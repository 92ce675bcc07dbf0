//! Searching one file, line by line, in bounded memory.
//!
//! The file passes through one buffer. Matching lines come out in order with their number, the place of
//! their first and last match, and the lines around them; a long line is shown through a window around its
//! first match. A line longer than the buffer is searched in overlapping pieces, and the reply says so.

mod byte_source;
mod line_buffer;
mod room;
mod sweep;
mod text_probe;

pub(crate) use byte_source::ByteSource;
pub(crate) use line_buffer::LineBuffer;
pub(crate) use room::Room;
pub(crate) use sweep::{Sweep, Swept};
pub(crate) use text_probe::TextProbe;

use std::time::Duration;

use reread_access::{
    Access, BinaryKind, FileName, Notice, OpenError, hazards_from, keep_shown, line_digits, subject_of,
    take_keepable,
};
use reread_codes::Code;
use reread_context::{TagDigits, TagView};
use reread_disk::{FileFacts, steadily};
use reread_text::{Bounds, Digest, Hazards, Limit, as_utf8};

use crate::matchers::{BadPattern, Pattern};
use crate::searcher::Searcher;

/// A search in one file.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The file, as the caller writes it.
    pub name: String,
    /// What to look for.
    pub pattern: Pattern,
    /// The first line that is searched, counted from 1. Lines before it are not shown either.
    pub first_line: u64,
    /// How many matching lines are shown at the most.
    pub max_matches: u64,
    /// Lines shown before each match.
    pub before_lines: u64,
    /// Lines shown after each match.
    pub after_lines: u64,
    /// How much is shown at the most, lines around matches included; no reply is longer than one may be anyway.
    pub bounds: Bounds,
}

/// The clock of one search: only it can end a search early, and the reply then says `partial`.
pub struct SearchClock<'a> {
    /// The time since the search began.
    pub elapsed: &'a dyn Fn() -> Duration,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct SearchReply {
    /// Which file it was.
    pub name: FileName,
    /// What its handle said.
    pub facts: FileFacts,
    /// The version that was searched, if it is kept.
    pub digest: Option<Digest>,
    /// What was looked for.
    pub pattern: Pattern,
    /// The first line that was searched.
    pub first_line: u64,
    /// How much it might hold.
    pub bounds: Bounds,
    /// The matching lines, in order.
    pub matches: Vec<FoundLine>,
    /// Why there may be more; `None` if the whole file was searched.
    pub stopped: Option<Stopped>,
    /// How many lines the file has; `None` if it was not searched to its end.
    pub total_lines: Option<u64>,
    /// Lines too long for the buffer, searched in pieces: a match longer than the overlap may be missed there.
    pub long_lines: Vec<u64>,
    /// The keyed digits that close the lines.
    pub frame: TagDigits,
    /// What the caller should know besides.
    pub notices: Vec<Notice>,
}

impl SearchReply {
    /// Every line that was sent, in order.
    pub fn shown(&self) -> impl Iterator<Item = &ShownLine> {
        self.matches.iter().flat_map(FoundLine::shown)
    }

    /// The line to go on from, if the reply was full, or had all matches that were asked for, before the end of the file.
    pub fn next_line(&self) -> Option<u64> {
        let is_full = matches!(self.stopped, Some(Stopped::Full(_) | Stopped::MaxMatches));
        is_full.then(|| self.shown().last().map_or(self.first_line, |last| last.line + 1))
    }

    /// How many bytes of the file were sent.
    pub fn sent_bytes(&self) -> u64 {
        self.shown().map(|line| line.text.len() as u64).sum()
    }
}

/// Why a search ended before the file did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// There are more matching lines than were asked for.
    MaxMatches,
    /// No reply names more files.
    Files,
    /// The reply is full.
    Full(Limit),
    /// The time is up. What was found depends on the machine, so the reply cannot be replayed.
    Time,
}

impl Stopped {
    /// The stable word for replies.
    pub fn word(self) -> &'static str {
        match self {
            Stopped::MaxMatches => "max_matches",
            Stopped::Files => "files",
            Stopped::Full(Limit::Lines) => "lines",
            Stopped::Full(Limit::Bytes) => "bytes",
            Stopped::Full(Limit::Chars) => "chars",
            Stopped::Full(Limit::Tokens) => "tokens",
            Stopped::Time => "time",
        }
    }
}

/// A line that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine {
    /// The line, or the window around its first match.
    pub shown: ShownLine,
    /// Where the first match stands.
    pub first: Columns,
    /// Where the last match stands.
    pub last: Columns,
    /// How many matches the line has.
    pub matches: u64,
    /// Lines before it that no earlier match shows.
    pub before: Vec<ShownLine>,
    /// Lines after it that are not matches themselves.
    pub after: Vec<ShownLine>,
}

impl FoundLine {
    /// The line and what is shown around it, in order.
    pub fn shown(&self) -> impl Iterator<Item = &ShownLine> {
        self.before.iter().chain(std::iter::once(&self.shown)).chain(&self.after)
    }
}

/// A line as it is shown: without its line end, and perhaps not all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownLine {
    /// Its number.
    pub line: u64,
    /// Exact bytes of what is shown.
    pub text: Vec<u8>,
    /// How many bytes of the line stand before them.
    pub cut_before: u64,
    /// How many bytes follow them; for a line searched in pieces, as far as it is known.
    pub cut_after: u64,
}

/// A place in a line: bytes, counted from 1, both ends included. An empty match has `last` before `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    /// The first byte.
    pub first: u64,
    /// The last byte.
    pub last: u64,
}

/// Why a search was refused.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SearchError {
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Its bytes are not those of a text.
    #[error("{name} is not text{kind}")]
    NotText { name: String, kind: BinaryKind },
    #[error(transparent)]
    Pattern(#[from] BadPattern),
}

impl SearchError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            SearchError::Open(error) => error.code(),
            SearchError::NotText { .. } => Code::NotText,
            SearchError::Pattern(_) => Code::InvalidPattern,
        }
    }
}

impl Searcher<'_> {
    /// Searches one file. The same file and the same question give the same answer, unless the time is up.
    pub fn search_in_file(
        &self,
        request: &SearchRequest,
        clock: &SearchClock<'_>,
    ) -> Result<SearchReply, SearchError> {
        let matcher = self.memory.matchers.get(&request.pattern)?;
        let located = self.access.locate(&request.name, true)?;
        let limits = &self.access.settings().limits;
        let swept = steadily(&located.file, |size| {
            let snapshot = take_keepable(self.access, &located.judged_names(), &located.file, size)?;
            let bytes = ByteSource::of(snapshot.as_ref(), &located.file);
            let sweep = Sweep {
                matcher: &matcher,
                first_line: request.first_line,
                max_matches: request.max_matches,
                before_lines: request.before_lines,
                after_lines: request.after_lines,
                picked: None,
                room: Room::of(&limits.transport().narrowed(&request.bounds)),
                out_of_time: &|| (clock.elapsed)() > Duration::from_millis(limits.search_millis),
            };
            Ok((sweep.run(bytes, size)?, snapshot))
        })
        .map_err(|source| located.io_error(source))?;
        let changed_during_read = swept.changed_during_read;
        let (found, snapshot) = swept.value;
        if let Some(kind) = found.binary {
            return Err(SearchError::NotText { name: located.name.requested, kind });
        }
        let mut notices = Vec::new();
        if changed_during_read {
            notices.push(Notice::ChangedDuringRead);
        }
        if located.facts.links > 1 {
            notices.push(Notice::SeveralNames(located.facts.links));
        }
        note_characters(&found.matches, &mut notices);
        let keep = |snapshot| keep_shown(self.access, &located.judged_names(), snapshot, changed_during_read);
        Ok(SearchReply {
            digest: snapshot.as_ref().and_then(keep),
            pattern: request.pattern.clone(),
            first_line: request.first_line,
            bounds: request.bounds,
            frame: search_digits(self.access, &located.name, &found.matches),
            name: located.name,
            facts: located.facts,
            matches: found.matches,
            stopped: found.stopped,
            total_lines: found.total_lines,
            long_lines: found.long_lines,
            notices,
        })
    }
}

/// The digits that close the lines of a search.
fn search_digits(access: &Access, name: &FileName, matches: &[FoundLine]) -> TagDigits {
    let lines = matches.iter().flat_map(FoundLine::shown);
    let subject = subject_of(access, name, TagView::Frame);
    line_digits(access, &subject, lines.map(|line| line.text.as_slice()))
}

/// Notes what is unusual about the characters of the lines that are sent.
pub(crate) fn note_characters<'a>(
    matches: impl IntoIterator<Item = &'a FoundLine>,
    notices: &mut Vec<Notice>,
) {
    let mut replaced = 0;
    let mut unseen = Hazards::default();
    for line in matches.into_iter().flat_map(FoundLine::shown) {
        match as_utf8(&line.text) {
            Ok(text) => hazards_from(line.line, text).into_iter().for_each(|found| unseen.add(found)),
            Err(_) => replaced += line.text.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count(),
        }
    }
    if !unseen.is_empty() {
        notices.push(Notice::Hazards(unseen));
    }
    if replaced > 0 {
        notices.push(Notice::InvalidUtf8(replaced as u64));
    }
}
