//! What a model provably holds of one file at the moment of one call.
//!
//! The blocks of the request become the entries of a [`SessionHistory`], and [`Replay`] says what is held, as for every
//! host. Claude Code's results name no version, so one is looked for among those that were recorded when the file was
//! shown: the text must be what the host makes of it. Where versions that differ in these lines, such as in line ends, would
//! be shown alike, none is taken.

use std::collections::HashMap;

use reread_context::{
    Claim, Delivery, Event, FileKey, HeldLines, Mode, OwnLine, ReadResult, ReadScope, RejectedEvidence,
    Replay, SessionHistory, UncheckedRead,
};
use reread_text::{Digest, LineRange, apply_diff, count_lines, slice_lines};

use crate::claude_code::host_text::{HostSays, HostText};
use crate::claude_code::shown_text::{ShownForm, ShownText};
use crate::claude_code::tool_call::{ShellFolder, ToolCall, edited};
use crate::claude_code::transcript::{NoEvidence, SentBlock, TranscriptReader};

/// A version of the file, whose digest was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadVersion {
    digest: Digest,
    bytes: Vec<u8>,
}

impl ReadVersion {
    /// A version, named by its digest.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { digest: Digest::of(&bytes), bytes }
    }

    /// The digest of exactly these bytes, as they were read from the disk.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The file as it was read from the disk, line ends included.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// What is held of the file, and the texts it can be compared with.
#[derive(Clone, Debug)]
pub struct HeldEvidence {
    held: HeldLines,
    texts: HashMap<Digest, Vec<u8>>,
}

impl HeldEvidence {
    /// Looks at the request that made the call. `now` is the file as it is; `shown` are the versions that were recorded when
    /// they were shown, newest first.
    pub fn of(
        transcript: &TranscriptReader,
        now: &ReadVersion,
        shown: &[ReadVersion],
    ) -> Result<Self, NoEvidence> {
        let file = FileKey::new(transcript.file());
        let blocks = transcript.request()?;
        let mut events = RequestEvents {
            file: &file,
            now,
            shown,
            texts: HashMap::new(),
            latest: None,
            before_message: (None, None),
            edited: None,
            explains_disk: false,
            called: None,
        };
        let last_shown = blocks.iter().rposition(may_show_text);
        let mut history = SessionHistory::default();
        let mut parent = String::new();
        for (number, block) in blocks.into_iter().enumerate() {
            let id = number.to_string();
            events.explains_disk = last_shown.is_none_or(|last| number > last);
            let event = events.event(block);
            history.push(&id, (number > 0).then_some(&parent), event);
            parent = id;
        }
        let held = history.last().and_then(|leaf| Replay::at(&history, leaf).held(&file).cloned());
        let mut texts = events.texts;
        texts.extend(shown.iter().map(|version| (version.digest, version.bytes.clone())));
        Ok(Self { held: held.unwrap_or_default(), texts })
    }

    /// The lines that are proven to be in the request that made the call.
    pub fn held(&self) -> &HeldLines {
        &self.held
    }

    /// The text of a version.
    pub(crate) fn text(&self, digest: &Digest) -> Option<&[u8]> {
        self.texts.get(digest).map(Vec::as_slice)
    }
}

/// Turns the blocks of a request into entries.
struct RequestEvents<'a> {
    file: &'a FileKey,
    now: &'a ReadVersion,
    shown: &'a [ReadVersion],
    /// Versions that follow from what was shown.
    texts: HashMap<Digest, Vec<u8>>,
    /// The version that was shown last.
    latest: Option<ReadVersion>,
    /// The message that is being looked at, and the version that was shown last before it.
    before_message: (Option<usize>, Option<ReadVersion>),
    /// The latest version with the edits that came after it; `None` inside if they cannot be followed.
    edited: Option<Option<Vec<u8>>>,
    /// Whether nothing of the file is shown from here on, so that a write may be what the disk holds now.
    explains_disk: bool,
    /// The read that the host announced, as far as it concerns the file.
    called: Option<ToolCall>,
}

impl RequestEvents<'_> {
    fn event(&mut self, block: SentBlock<'_>) -> Event {
        match block {
            SentBlock::Unknown => self.anything(),
            SentBlock::HostText(text) => self.host_text(text),
            SentBlock::Result { message, call, is_error, text } => {
                if self.before_message.0 != Some(message) {
                    self.before_message = (Some(message), self.latest.clone());
                }
                self.result(call, is_error, text)
            }
        }
    }

    fn result(&mut self, call: &ToolCall, is_error: bool, text: Option<&str>) -> Event {
        match call {
            ToolCall::Elsewhere => Event::Other,
            ToolCall::Unclear => self.dropped(RejectedEvidence::NoMetadata),
            ToolCall::Read(_) if is_error => self.dropped(RejectedEvidence::FailedResult),
            ToolCall::Read(form) => match text {
                Some(text) => self.read(form, text),
                None => self.dropped(RejectedEvidence::Altered),
            },
            // A change that failed changed nothing.
            _ if is_error => Event::Other,
            ToolCall::Edit { old, new, is_everywhere } => {
                let base = match &self.edited {
                    Some(edited) => edited.as_deref(),
                    None => self.latest.as_ref().map(ReadVersion::bytes),
                };
                let edited = base.and_then(|base| edited(base, old, new, *is_everywhere));
                self.change(edited)
            }
            ToolCall::Write(text) => self.write(text),
            ToolCall::Change => self.change(None),
        }
    }

    /// What cannot be known may have been the reading of any file.
    fn anything(&mut self) -> Event {
        (self.latest, self.edited) = (None, None);
        Event::Read(ReadResult { file: None, unchecked: Err(RejectedEvidence::UnusableMetadata) })
    }

    fn dropped(&mut self, why: RejectedEvidence) -> Event {
        (self.latest, self.edited) = (None, None);
        Event::Read(ReadResult { file: Some(self.file.clone()), unchecked: Err(why) })
    }

    /// The model wrote the file. It knows the text that follows from what it was shown, if that is what the disk holds.
    fn change(&mut self, edited: Option<Vec<u8>>) -> Event {
        match (edited, &self.latest) {
            (Some(edited), Some(base)) if self.explains_disk && edited == self.now.bytes => {
                let base = base.digest;
                self.derived(base, self.now.clone())
            }
            (edited, _) => {
                self.edited = Some(edited);
                Event::Write(Some(self.file.clone()))
            }
        }
    }

    fn write(&mut self, text: &str) -> Event {
        let now = self.now;
        match LineRange::new(1, count_lines(&now.bytes)) {
            Ok(all) if self.explains_disk && text.as_bytes() == now.bytes => self.anchor(now.clone(), all),
            _ => self.change(Some(text.as_bytes().to_vec())),
        }
    }

    fn read(&mut self, form: &ShownForm, text: &str) -> Event {
        let Some(shown) = ShownText::of_result(form, text) else {
            return self.dropped(RejectedEvidence::NotTheSnapshot);
        };
        let found = self.version_of(&shown);
        let own = OwnReply::of(shown.body());
        match (found, own) {
            // The file itself may say what we say.
            (_, Some(_)) if self.is_text_of_file(&shown) => self.dropped(RejectedEvidence::Altered),
            // What it rests on stands in the request or does not; it shows nothing itself.
            (_, Some(OwnReply::Marker)) => Event::Other,
            (_, Some(OwnReply::Diff(diff))) => self.diff(diff),
            (Some((version, lines)), None) => self.anchor(version, lines),
            (None, None) => self.dropped(RejectedEvidence::NotTheSnapshot),
        }
    }

    fn versions(&self) -> impl Iterator<Item = &ReadVersion> {
        self.latest
            .iter()
            .chain(self.shown.iter().filter(|version| version.digest == self.now.digest))
            .chain(self.shown)
    }

    fn is_text_of_file(&self, shown: &ShownText<'_>) -> bool {
        self.versions().any(|version| shown.lines_of(&version.bytes).is_some())
    }

    /// The version whose lines are shown: the one that was shown last, or else the file as it is, or else the newest.
    fn version_of(&self, shown: &ShownText<'_>) -> Option<(ReadVersion, LineRange)> {
        let mut found: Option<(&ReadVersion, LineRange)> = None;
        for version in self.versions() {
            let Some(lines) = shown.lines_of(&version.bytes) else { continue };
            match found {
                None => found = Some((version, lines)),
                Some((first, same)) => {
                    if slice_lines(&first.bytes, same) != slice_lines(&version.bytes, lines) {
                        return None;
                    }
                }
            }
        }
        found.map(|(version, lines)| (version.clone(), lines))
    }

    fn anchor(&mut self, version: ReadVersion, lines: LineRange) -> Event {
        let total_lines = count_lines(&version.bytes);
        let scope = ReadScope::of_lines(lines, total_lines);
        let text = match scope {
            ReadScope::Whole => version.digest,
            ReadScope::Lines(lines) => Digest::of(slice_lines(&version.bytes, lines).unwrap_or_default()),
        };
        let claim = Claim { mode: Mode::Full, scope, served: version.digest, base: None, total_lines };
        match scope {
            ReadScope::Whole => self.show(version),
            ReadScope::Lines(lines) => self.show_lines(version, lines),
        }
        self.admitted(claim, Delivery::Lines { lines, text, is_as_made: true })
    }

    /// A diff of ours: applied to what was shown last before its message, it gives the version that the model knows. That
    /// version was recorded when the diff was made.
    fn diff(&mut self, diff: &str) -> Event {
        let Some(base) = &self.before_message.1 else { return self.dropped(RejectedEvidence::BaseNotHeld) };
        let bytes = apply_diff(&base.bytes, format!("{diff}\n").as_bytes()).ok();
        let version = bytes.map(ReadVersion::new).filter(|version| self.shown.contains(version));
        match version {
            Some(version) => {
                let base = base.digest;
                self.derived(base, version)
            }
            None => self.dropped(RejectedEvidence::Altered),
        }
    }

    fn derived(&mut self, base: Digest, version: ReadVersion) -> Event {
        let total_lines = count_lines(&version.bytes);
        let (served, scope) = (version.digest, ReadScope::Whole);
        self.show(version);
        self.admitted(
            Claim { mode: Mode::Diff, scope, served, base: Some(base), total_lines },
            Delivery::AsMade,
        )
    }

    fn show(&mut self, version: ReadVersion) {
        self.texts.insert(version.digest, version.bytes.clone());
        (self.latest, self.edited) = (Some(version), None);
    }

    /// Lines show nothing of what the model wrote elsewhere. Edits are followed on only if the lines are as they left them.
    fn show_lines(&mut self, version: ReadVersion, lines: LineRange) {
        let is_latest = self.latest.as_ref().is_some_and(|latest| latest.digest == version.digest);
        let is_as_left = |edited: &Vec<u8>| slice_lines(edited, lines) == slice_lines(&version.bytes, lines);
        self.edited =
            self.edited.take().map(|edited| edited.filter(|edited| is_latest && is_as_left(edited)));
        self.texts.insert(version.digest, version.bytes.clone());
        self.latest = Some(version);
    }

    fn admitted(&self, claim: Claim, delivery: Delivery) -> Event {
        let unchecked = Ok(Box::new(UncheckedRead { claim, delivery }));
        Event::Read(ReadResult { file: Some(self.file.clone()), unchecked })
    }

    fn host_text(&mut self, text: &str) -> Event {
        let called = self.called.take();
        match HostText(text).says() {
            HostSays::Called(input) => {
                let here = ShellFolder { folder: None, has_moved: true };
                self.called = Some(ToolCall::of("Read", &input, here, self.file.as_str()));
                Event::Other
            }
            HostSays::Shows(lines) => match called {
                Some(ToolCall::Elsewhere) => Event::Other,
                Some(ToolCall::Read(form)) => self.read(&form, lines),
                _ => self.dropped(RejectedEvidence::NoCall),
            },
            HostSays::Other => self.dropped(RejectedEvidence::NoMetadata),
        }
    }
}

/// Whether a block may show a text of the file. A marker shows none.
fn may_show_text(block: &SentBlock<'_>) -> bool {
    match block {
        SentBlock::Unknown | SentBlock::HostText(_) => true,
        SentBlock::Result { call: ToolCall::Read(form), text: Some(text), .. } => {
            let shown = ShownText::of_result(form, text);
            shown.is_none_or(|shown| !matches!(OwnReply::of(shown.body()), Some(OwnReply::Marker)))
        }
        SentBlock::Result { call, .. } => matches!(call, ToolCall::Read(_) | ToolCall::Unclear),
    }
}

/// A reply of ours in the place of a text.
enum OwnReply<'t> {
    Marker,
    Diff(&'t str),
}

impl<'t> OwnReply<'t> {
    fn of(body: &'t str) -> Option<Self> {
        let (first, rest) = body.split_once('\n').map_or((body, None), |(first, rest)| (first, Some(rest)));
        if !first.starts_with('[') || OwnLine::of(first.as_bytes()) != Some(OwnLine::Marker) {
            return None;
        }
        Some(rest.map_or(Self::Marker, Self::Diff))
    }
}

#[cfg(test)]
mod tests;
