//! The product without calls in flight but its own: a session file that is followed, as `reread session` does.

use std::collections::BTreeMap;

use reread_context::{
    Boundary, Claim, Delivery, EntryIndex, Event, Evidence, Fallback, FileKey, HeldLines, Mode, Overlay,
    ReadScope, Replay, UncheckedRead,
};
use reread_hosts::pi::{
    ContentCheck, Invalidation, PiAnswer, ReadMetadata, SessionReader, Truncation, answer, content_digest,
    shown_lines, total_lines,
};
use reread_text::{DiffLimits, Digest, LineRange};
use serde_json::Value;

use crate::trust::fate::Made;
use crate::trust::product::{Asking, Store};
use crate::trust::render::Rendered;
use crate::trust::visible::Shows;

pub(crate) struct Follower<'s> {
    contents: ContentCheck<'s>,
    store: &'s Store,
    reader: SessionReader<'s>,
    replay: Replay,
    overlay: Overlay,
}

impl<'s> Follower<'s> {
    pub(crate) fn new(contents: ContentCheck<'s>, store: &'s Store) -> Self {
        let reader = SessionReader::new(contents);
        Self { contents, store, reader, replay: Replay::new(), overlay: Overlay::default() }
    }

    /// Forgets everything, and reads a session from its beginning, in pieces of that many bytes.
    pub(crate) fn restart(&mut self, text: &[u8], piece: usize) {
        *self = Self::new(self.contents, self.store);
        for piece in text.chunks(piece.max(1)) {
            self.reader.feed(piece);
        }
    }

    /// Takes in what the file grew by.
    pub(crate) fn feed(&mut self, bytes: &[u8], by_one_line: bool) {
        if by_one_line {
            self.reader.append_line(bytes);
        } else {
            self.reader.feed(bytes);
        }
    }

    /// Ends every flight.
    pub(crate) fn land_all(&mut self) {
        self.overlay.clear();
    }

    /// What the host tells of a result that it saw.
    pub(crate) fn deliver(&mut self, call_id: &str, text: Option<&str>) {
        if let Some(text) = text {
            let _ = self.overlay.arrive(call_id, &content_digest(text));
        }
    }

    /// Answers a read; pi's own answer is at hand. Also says which words the answer goes by in the tally.
    pub(crate) fn answer(
        &mut self,
        asking: &Asking<'_>,
        plain: Result<Rendered, String>,
    ) -> (Made, &'static str) {
        let Asking { leaf, call, file, file_name, read, .. } = asking;
        let file = *file;
        let held = self.held(leaf, call.place, file_name);
        let answer = answer(&held, read, DiffLimits::default(), |digest| self.store.load(digest));
        self.store.keep(read.bytes);
        let (made, word) = match (answer, plain) {
            (PiAnswer::Short { text, metadata }, _) => {
                let shows = Shows::Nothing;
                let unchecked = UncheckedRead { claim: metadata.claim, delivery: Delivery::AsMade };
                self.depart(asking, unchecked, &text);
                let metadata = Some(metadata.to_json());
                return (Made { file, text, truncation: None, metadata, is_error: false, shows }, "short");
            }
            (_, Err(error)) => {
                let shows = Shows::Nothing;
                self.depart(asking, nothing(read.bytes), &error);
                (Made { file, text: error, truncation: None, metadata: None, is_error: true, shows }, "error")
            }
            (answer, Ok(Rendered { text, first, lines, total, truncation })) => {
                let shows = match lines.is_empty() {
                    true => Shows::Nothing,
                    false => Shows::Lines { file, first, lines, total },
                };
                let (metadata, word) = match answer {
                    PiAnswer::Text(promise) => {
                        let cut = truncation.as_ref().map(cut);
                        let word = promise.reason.map_or("nothing held", Fallback::word);
                        (promise.keep(&text, cut.as_ref(), read.bytes), word)
                    }
                    _ => (None, "plain"),
                };
                let unchecked = match &metadata {
                    Some(metadata) => unchecked(metadata, &text, truncation.as_ref()),
                    None => nothing(read.bytes),
                };
                self.depart(asking, unchecked, &text);
                let metadata = metadata.map(|metadata| metadata.to_json());
                (Made { file, text, truncation, metadata, is_error: false, shows }, word)
            }
        };
        (made, word)
    }

    fn depart(&mut self, asking: &Asking<'_>, unchecked: UncheckedRead, text: &str) {
        let Asking { leaf, call, file_name, .. } = asking;
        self.overlay.depart(leaf, *call, (*file_name).clone(), Ok(unchecked), content_digest(text));
    }

    fn held(&mut self, leaf: &str, place: usize, file: &FileKey) -> HeldLines {
        self.move_to(Some(leaf));
        self.overlay.held(leaf, place, &self.replay, file)
    }

    fn move_to(&mut self, leaf: Option<&str>) {
        let history = self.reader.history();
        self.replay.move_to(history, leaf.and_then(|leaf| history.find(leaf)));
    }

    /// Whether following a session step by step gives what reading it anew gives.
    pub(crate) fn is_like_new(&mut self, leaf: Option<&str>) -> Result<(), String> {
        self.move_to(leaf);
        let history = self.reader.history();
        let leaf = leaf.and_then(|leaf| history.find(leaf));
        let anew = leaf.map_or_else(Replay::new, |leaf| Replay::at(history, leaf));
        match (parts(&self.replay), parts(&anew)) {
            (followed, anew) if followed == anew => Ok(()),
            (followed, anew) => Err(format!("followed: {followed:?}\nanew: {anew:?}")),
        }
    }

    /// Whether the entry of that name is evidence. Where the message that asked for it was torn, it need not be.
    pub(crate) fn believes(&self, id: &str) -> bool {
        let history = self.reader.history();
        let Some(entry) = history.find(id) else { return false };
        let is_asking = |entry: &EntryIndex| *history.event(*entry) == Event::Calls;
        match history.event(entry) {
            _ if !history.branch(entry).iter().any(is_asking) => true,
            Event::Read(result) => {
                result.unchecked.as_ref().is_ok_and(|unchecked| Evidence::admit(unchecked).is_ok())
            }
            _ => false,
        }
    }
}

/// The data of an entry that asks for a scope anew.
pub(crate) fn invalidation(file: &FileKey, lines: Option<(u64, u64)>) -> Value {
    let scope = lines.map_or(ReadScope::Whole, |(first, last)| {
        ReadScope::Lines(LineRange::new(first, last).expect("ranges are made in order"))
    });
    Invalidation { path_key: file.to_string(), scope, at: 1 }.to_json()
}

/// What is held of every file, and since when.
fn parts(replay: &Replay) -> (BTreeMap<&FileKey, &HeldLines>, Boundary) {
    (replay.files().collect(), replay.boundary())
}

fn cut(truncation: &Value) -> Truncation {
    Truncation {
        truncated: truncation["truncated"] == true,
        output_lines: truncation["outputLines"].as_u64().expect("a count"),
        last_line_partial: truncation["lastLinePartial"] == true,
        first_line_exceeds_limit: truncation["firstLineExceedsLimit"] == true,
    }
}

/// What the extension notes about a text that it just attached metadata to.
fn unchecked(metadata: &ReadMetadata, text: &str, truncation: Option<&Value>) -> UncheckedRead {
    let lines = shown_lines(metadata.lines(), truncation.map(cut).as_ref()).expect("the promise was kept");
    UncheckedRead {
        claim: metadata.claim,
        delivery: Delivery::Lines { lines, text: content_digest(text), is_as_made: true },
    }
}

/// What the extension notes about words that vouch for nothing: they are displayed all the same.
fn nothing(bytes: &[u8]) -> UncheckedRead {
    let served = Digest::of(bytes);
    let claim = Claim {
        mode: Mode::Full,
        scope: ReadScope::Whole,
        served,
        base: None,
        total_lines: total_lines(bytes),
    };
    UncheckedRead { claim, delivery: Delivery::Unattested }
}
