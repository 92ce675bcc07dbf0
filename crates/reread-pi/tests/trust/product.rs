//! The product, as an extension uses it: a session that is followed, calls in flight, and snapshots that may be lost.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use reread_context::{
    Boundary, Call, Claim, Delivery, Event, Evidence, Fallback, FileName, Held, Mode, Overlay, Replay, Scope,
    Testimony,
};
use reread_pi::{
    Contents, Metadata, PiAnswer, PiRead, SessionReader, Truncation, answer, content_digest, shown_lines,
    total_lines,
};
use reread_text::Digest;
use serde_json::Value;

use crate::fate::Made;
use crate::render::Rendered;
use crate::visible::Shows;

/// The snapshots that were served; some are damaged.
#[derive(Default)]
pub(crate) struct Store(Mutex<BTreeMap<Digest, Snapshot>>);

#[derive(Clone)]
struct Snapshot {
    bytes: Vec<u8>,
    is_damaged: bool,
}

impl Store {
    fn snapshots(&self) -> MutexGuard<'_, BTreeMap<Digest, Snapshot>> {
        self.0.lock().expect("nobody panics while looking at snapshots")
    }

    pub(crate) fn keep(&self, bytes: &[u8]) {
        let snapshot = Snapshot { bytes: bytes.to_vec(), is_damaged: false };
        self.snapshots().insert(Digest::of(bytes), snapshot);
    }

    pub(crate) fn load(&self, digest: &Digest) -> Result<Vec<u8>, Fallback> {
        match self.snapshots().get(digest) {
            None => Err(Fallback::BaseLost),
            Some(Snapshot { is_damaged: true, .. }) => Err(Fallback::BaseDamaged),
            Some(Snapshot { bytes, .. }) => Ok(bytes.clone()),
        }
    }

    pub(crate) fn lose(&self, number: u8, only_damaged: bool) {
        let mut snapshots = self.snapshots();
        let digest = usize::from(number)
            .checked_rem(snapshots.len())
            .and_then(|place| snapshots.keys().nth(place).copied());
        if let Some(kept) = digest.filter(|_| only_damaged).and_then(|digest| snapshots.get_mut(&digest)) {
            kept.is_damaged = true;
        } else if let Some(digest) = digest {
            snapshots.remove(&digest);
        }
    }
}

pub(crate) struct Product<'s> {
    contents: Contents<'s>,
    store: &'s Store,
    pub(crate) reader: SessionReader<'s>,
    replay: Replay,
    pub(crate) overlay: Overlay,
}

/// One call, as the product gets it.
pub(crate) struct Asking<'a> {
    pub(crate) leaf: &'a str,
    pub(crate) call: Call<'a>,
    pub(crate) file: usize,
    pub(crate) file_name: &'a FileName,
    pub(crate) read: PiRead<'a>,
}

impl<'s> Product<'s> {
    pub(crate) fn new(contents: Contents<'s>, store: &'s Store) -> Self {
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

    /// Answers a read; pi's own answer is at hand. Also says which words the answer goes by in the tally.
    pub(crate) fn answer(
        &mut self,
        asking: &Asking<'_>,
        plain: Result<Rendered, String>,
    ) -> (Made, &'static str) {
        let Asking { leaf, call, file, file_name, read } = asking;
        let file = *file;
        let held = self.held(leaf, call.place, file_name);
        let answer = answer(&held, read, |digest| self.store.load(digest));
        self.store.keep(read.bytes);
        let (made, word) = match (answer, plain) {
            (PiAnswer::Short { text, metadata }, _) => {
                let shows = Shows::Nothing;
                let testimony = Testimony { claim: metadata.claim, delivery: Delivery::AsMade };
                self.depart(asking, testimony, &text);
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
                let testimony = match &metadata {
                    Some(metadata) => testimony(metadata, &text, truncation.as_ref()),
                    None => nothing(read.bytes),
                };
                self.depart(asking, testimony, &text);
                let metadata = metadata.map(|metadata| metadata.to_json());
                (Made { file, text, truncation, metadata, is_error: false, shows }, word)
            }
        };
        (made, word)
    }

    fn depart(&mut self, asking: &Asking<'_>, testimony: Testimony, text: &str) {
        let Asking { leaf, call, file_name, .. } = asking;
        self.overlay.depart(leaf, *call, (*file_name).clone(), testimony, content_digest(text));
    }

    fn held(&mut self, leaf: &str, place: usize, file: &FileName) -> Held {
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

    /// Whether the entry of that name is evidence.
    pub(crate) fn believes(&self, id: &str) -> bool {
        let history = self.reader.history();
        match history.find(id).map(|entry| history.event(entry)) {
            Some(Event::Read(result)) => {
                result.testimony.as_ref().is_ok_and(|testimony| Evidence::admit(testimony).is_ok())
            }
            _ => false,
        }
    }
}

/// What is held of every file, and since when.
fn parts(replay: &Replay) -> (BTreeMap<&FileName, &Held>, Boundary) {
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
fn testimony(metadata: &Metadata, text: &str, truncation: Option<&Value>) -> Testimony {
    let lines = shown_lines(metadata.lines(), truncation.map(cut).as_ref()).expect("the promise was kept");
    Testimony {
        claim: metadata.claim,
        delivery: Delivery::Lines { lines, text: content_digest(text), is_as_made: true },
    }
}

/// What the extension notes about words that vouch for nothing: they are displayed all the same.
fn nothing(bytes: &[u8]) -> Testimony {
    let served = Digest::of(bytes);
    let claim =
        Claim { mode: Mode::Full, scope: Scope::Full, served, base: None, total_lines: total_lines(bytes) };
    Testimony { claim, delivery: Delivery::Unattested }
}
