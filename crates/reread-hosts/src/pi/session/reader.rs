//! A session of pi, read to the history of what its model saw.
//!
//! Bytes come in as they are appended to the file, and every line that they end is one entry. What cannot be read is
//! counted and otherwise treated as what it might have been: a line that may be the result of a read speaks against
//! everything that was shown before it. Which file a result without metadata is about is taken from its call, where
//! that is certain. Nothing here opens a file, and nothing is believed here.

use std::io::{self, Read};
use std::sync::Arc;

use reread_context::{
    EntryIndex, Event, FileKey, ReadResult, RejectedEvidence, SessionHistory, UncheckedRead,
};
use reread_text::Digest;
use serde::Serialize;

use crate::pi::recovered_name::{names_another, recovered_name};
use crate::pi::session::anything;
use crate::pi::session::calls::{FileTool, OpenCalls};
use crate::pi::session::delivery::{ContentCheck, delivery};
use crate::pi::session::entry::{SessionEntry, SessionEntryKind, SessionHeader, SessionLine};
use crate::pi::session::invalidation;
use crate::pi::session::message::{SessionToolResult, ToolCall};
use crate::session_lines::{RawLine, SessionLines};

/// No line is longer than this; what is longer is skipped without being held.
const LONGEST_LINE: usize = 64 << 20;

/// How much is read at once.
const CHUNK: usize = 256 << 10;

/// By how much of its end a line is known again.
const TAIL: usize = 1 << 10;

/// A session, as far as it was read.
#[derive(Clone)]
pub struct SessionReader<'s> {
    contents: ContentCheck<'s>,
    lines: SessionLines,
    session: ReadSession,
}

/// How much of a session was read. Who goes on later makes sure that the last line still stands there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionPosition {
    /// Where the next line begins, in bytes.
    pub offset: u64,
    /// The last line that was read; `None` at the beginning.
    pub last_line: Option<LastLine>,
}

/// A line, by which its place is known again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastLine {
    /// How long it is, without its LF.
    pub length: u64,
    /// The digest of its last 1,024 bytes, without its LF; of none if the line was too long to be held.
    pub tail: Digest,
}

/// What was not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SkippedLines {
    /// Lines that are not JSON, name no entry, or are too long.
    #[serde(rename = "unreadable_lines")]
    pub unreadable: u64,
    /// Whether the last line has no end yet.
    #[serde(rename = "torn_last_line")]
    pub torn: bool,
}

impl<'s> SessionReader<'s> {
    /// Before the first line.
    pub fn new(contents: ContentCheck<'s>) -> Self {
        Self { contents, lines: SessionLines::new(LONGEST_LINE), session: ReadSession::default() }
    }

    /// Takes in the bytes that follow; a line counts once its end is there.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.feed_with(bytes, |_, _| {});
    }

    /// Likewise; `on` is shown every entry, after it was taken into the history.
    pub fn feed_with(&mut self, bytes: &[u8], mut on: impl FnMut(EntryIndex, &SessionEntry<'_>)) {
        let Self { contents, lines, session } = self;
        lines.feed(bytes, |line, is_last| session.take(line, is_last, *contents, &mut on));
    }

    /// Reads a source to its end. It must begin at the [`place`](Self::place) where the reader is: a last line without
    /// an end is read anew once it has one.
    pub fn read_from(&mut self, source: impl Read) -> io::Result<()> {
        self.read_with(source, |_, _| {})
    }

    /// Likewise; `on` is shown every entry, after it was taken into the history.
    pub fn read_with(
        &mut self,
        mut source: impl Read,
        mut on: impl FnMut(EntryIndex, &SessionEntry<'_>),
    ) -> io::Result<()> {
        self.lines.drop_begun();
        let mut chunk = vec![0; CHUNK];
        loop {
            match source.read(&mut chunk) {
                Ok(0) => return Ok(()),
                Ok(count) => self.feed_with(&chunk[..count], &mut on),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes in one line, with or without its LF. A line whose end had not come is given up for it.
    pub fn append_line(&mut self, line: &[u8]) {
        self.append_line_with(line, |_, _| {});
    }

    /// Likewise; `on` is shown the entry, after it was taken into the history.
    pub fn append_line_with(&mut self, line: &[u8], mut on: impl FnMut(EntryIndex, &SessionEntry<'_>)) {
        self.lines.drop_begun();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        self.session.take(RawLine::of(line, LONGEST_LINE), true, self.contents, &mut on);
    }

    /// The entries.
    pub fn history(&self) -> &SessionHistory {
        &self.session.history
    }

    /// The first line, if it is a header.
    pub fn header(&self) -> Option<&SessionHeader> {
        self.session.header.as_ref()
    }

    /// The entry of the last line: where pi goes on when it opens the session. `None` if that line cannot be read.
    pub fn leaf(&self) -> Option<EntryIndex> {
        self.session.leaf
    }

    /// How much was read.
    pub fn place(&self) -> SessionPosition {
        let ReadSession { offset, last_length, tail, .. } = &self.session;
        let last_line = last_length.map(|length| LastLine { length, tail: Digest::of(tail) });
        SessionPosition { offset: *offset, last_line }
    }

    /// What was not read.
    pub fn skipped(&self) -> SkippedLines {
        SkippedLines { unreadable: self.session.unreadable, torn: self.lines.is_begun() }
    }
}

#[derive(Clone, Default)]
struct ReadSession {
    header: Option<SessionHeader>,
    /// Whether a line was there that could have been the header.
    is_begun: bool,
    /// The folder that relative names start from, as long as nothing speaks against it.
    cwd: Option<Box<str>>,
    history: SessionHistory,
    calls: OpenCalls,
    leaf: Option<EntryIndex>,
    unreadable: u64,
    /// Where the next line begins.
    offset: u64,
    last_length: Option<u64>,
    /// The end of the last line.
    tail: Vec<u8>,
}

impl ReadSession {
    fn take(
        &mut self,
        line: RawLine<'_>,
        is_last: bool,
        contents: ContentCheck<'_>,
        on: &mut impl FnMut(EntryIndex, &SessionEntry<'_>),
    ) {
        self.step_behind(line, is_last);
        let parsed = match line {
            RawLine::Whole(line) if line.trim_ascii().is_empty() => return,
            RawLine::Whole(line) => SessionLine::parse(line),
            RawLine::TooLong(_) => None,
        };
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        match parsed {
            Some(SessionLine::Header(header)) if is_first => {
                self.cwd = header.cwd.as_deref().map(Box::from);
                self.header = Some(header);
            }
            // pi looks for a header in the first line alone.
            Some(SessionLine::Header(_)) => {}
            Some(SessionLine::Entry(entry)) => {
                let event = self.event(&entry, contents);
                let index = self.history.push(&entry.id, entry.parent.as_deref(), event);
                self.leaf = Some(index);
                match &entry.kind {
                    SessionEntryKind::Assistant(calls) => self.calls.note(index, calls.as_deref()),
                    SessionEntryKind::Unreadable => self.calls.note(index, None),
                    _ => {}
                }
                on(index, &entry);
            }
            None => {
                self.unreadable += 1;
                self.leaf = None;
            }
        }
    }

    fn step_behind(&mut self, line: RawLine<'_>, is_last: bool) {
        let (length, tail) = match line {
            RawLine::Whole(line) => (line.len() as u64, &line[line.len().saturating_sub(TAIL)..]),
            RawLine::TooLong(length) => (length, [].as_slice()),
        };
        self.offset += length + 1;
        if is_last {
            self.last_length = Some(length);
            self.tail.clear();
            self.tail.extend_from_slice(tail);
        }
    }

    fn event(&mut self, entry: &SessionEntry<'_>, contents: ContentCheck<'_>) -> Event {
        match &entry.kind {
            SessionEntryKind::Compaction { .. } => Event::Compaction,
            SessionEntryKind::ContextEdit(edit) => match &edit.target {
                Some(target) => Event::ContextEdit { target: Arc::from(&**target) },
                None => anything(),
            },
            SessionEntryKind::Custom { custom_type, data } => match custom_type.as_deref() {
                Some(invalidation::CUSTOM_TYPE) => invalidation::event(*data),
                _ => Event::Other,
            },
            SessionEntryKind::ToolResult(result) => self.result(entry, result, contents),
            SessionEntryKind::Unreadable => match &*entry.entry_type {
                "compaction" => Event::Compaction,
                "message" | "context_edit" | "custom" => anything(),
                _ => Event::Other,
            },
            SessionEntryKind::Assistant(calls) if is_asking(calls.as_deref()) => Event::Calls,
            SessionEntryKind::Assistant(_) | SessionEntryKind::Message { .. } | SessionEntryKind::Other => {
                Event::Other
            }
        }
    }

    fn result(
        &mut self,
        entry: &SessionEntry<'_>,
        result: &SessionToolResult<'_>,
        contents: ContentCheck<'_>,
    ) -> Event {
        let Some(tool) = FileTool::named(&result.tool) else { return Event::Other };
        let is_leaf = |leaf: &EntryIndex| Some(self.history.id(*leaf)) == entry.parent.as_deref();
        let find = || self.history.find(entry.parent.as_deref()?);
        let parent = self.leaf.filter(is_leaf).or_else(find);
        let asked = self.calls.take(&result.call_id, tool, &self.history, parent);
        let path = asked.as_ref().and_then(|asked| asked.path.as_deref());
        match tool {
            FileTool::Read => Event::Read(self.read(path, asked.is_some(), result, contents)),
            _ if result.is_error == Some(true) => Event::Other,
            FileTool::Edit | FileTool::Write => Event::Write(self.recovered(path)),
        }
    }

    fn read(
        &mut self,
        path: Option<&str>,
        is_asked_for: bool,
        result: &SessionToolResult<'_>,
        contents: ContentCheck<'_>,
    ) -> ReadResult {
        let details = result.details();
        let is_understood = self.header.as_ref().is_some_and(SessionHeader::is_understood);
        let refused = match &details.metadata {
            Some(Ok(metadata)) if is_understood => {
                self.check_cwd(path, &metadata.path_key);
                let file = Some(FileKey::new(&metadata.path_key));
                if result.is_nested() {
                    return ReadResult { file, unchecked: Err(RejectedEvidence::NestedCall) };
                }
                // The model was not told which file the text is.
                if !is_asked_for {
                    return ReadResult { file, unchecked: Err(RejectedEvidence::NoCall) };
                }
                if path.is_some_and(|path| names_another(path, &metadata.path_key)) {
                    return ReadResult { file, unchecked: Err(RejectedEvidence::AnotherFile) };
                }
                let delivery = delivery(result, metadata, &details, contents);
                let unchecked = Ok(Box::new(UncheckedRead { claim: metadata.claim, delivery }));
                return ReadResult { file, unchecked };
            }
            Some(_) => RejectedEvidence::UnusableMetadata,
            None if result.is_nested() => RejectedEvidence::NestedCall,
            None if result.is_error == Some(true) => RejectedEvidence::FailedResult,
            None => RejectedEvidence::NoMetadata,
        };
        ReadResult { file: self.recovered(path), unchecked: Err(refused) }
    }

    fn recovered(&self, path: Option<&str>) -> Option<FileKey> {
        recovered_name(path?, self.cwd.as_deref().unwrap_or_default()).map(|name| FileKey::new(&name))
    }

    /// A session may go on in another folder than its header says. Metadata shows it: its names are absolute.
    fn check_cwd(&mut self, path: Option<&str>, path_key: &str) {
        let (Some(path), Some(cwd)) = (path, self.cwd.as_deref()) else { return };
        let below = path_key.strip_prefix(cwd).and_then(|rest| rest.strip_prefix('/'));
        if below != Some(path) && recovered_name(path, cwd).is_some_and(|name| name != path_key) {
            self.cwd = None;
        }
    }
}

/// Whether a message of the model asks for reads, or may do so.
fn is_asking(calls: Option<&[ToolCall<'_>]>) -> bool {
    let reads = |call: &ToolCall<'_>| FileTool::named(&call.tool) == Some(FileTool::Read);
    calls.is_none_or(|calls| calls.iter().any(reads))
}

#[cfg(test)]
mod tests;
