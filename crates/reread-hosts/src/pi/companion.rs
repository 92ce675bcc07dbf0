//! The extension's other half: everything that is decided for pi is decided here.
//!
//! The extension hands over the entries of the active branch, each once and with a digest in place of its text, and then
//! every read that pi has answered, with the bytes that pi read. What stands in place of pi's text, if anything may, is
//! the reply. One companion serves one pi; another session than before begins anew.
//!
//! Nothing is opened here: snapshots are found and kept by the process that runs the companion.

mod message;
mod pending_reads;
mod resolve;
mod results;
mod status;

use reread_context::{Fallback, FileKey, ReadScope, RejectedEvidence, Replay, UncheckedRead};
use reread_path::{RootedPath, Rules, Verdict};
use reread_text::{DiffLimits, Digest, as_utf8};
use serde_json::{Value, json};

use crate::pi::answer::{PiAnswer, PiRead, answer, scope_of};
use crate::pi::metadata::{ReadMetadata, content_digest};
use crate::pi::notice::Truncation;
use crate::pi::recovered_name::names_another;
use crate::pi::session::{
    ContentCheck, DeliveredContent, Invalidation, SessionEntryKind, SessionReader, delivered,
};

pub use message::{BadMessage, CompanionMessage, ReceivedMessage};
use message::{BranchMessage, DeliveredMessage, PiShownFile, ReadMessage, RefreshMessage};
use pending_reads::PendingReads;
use results::RecordedResults;

/// The version of what is said between the two halves.
pub const PROTOCOL: u32 = 1;

/// Longer files are not handed over: of a file that pi shows in pieces of 50 KB there is little to save.
pub const LONGEST_FILE: u64 = 16 << 20;

/// Where snapshots are kept. One folder serves one companion, whatever the session.
pub trait CompanionStore {
    /// The snapshot of that digest, or why there is none.
    fn load(&self, digest: &Digest) -> Result<Vec<u8>, Fallback>;
    /// Keeps a snapshot. If that fails, a later diff is a text.
    fn keep(&self, digest: &Digest, bytes: &[u8]);
    /// How many snapshots there are, and their bytes.
    fn stats(&self) -> (u64, u64);
}

/// What the user configured for pi.
pub struct CompanionPolicy {
    /// What these rules do not allow is left to pi alone.
    pub files: Rules,
    /// Texts beyond these are not compared.
    pub limits: DiffLimits,
}

/// The other half of one extension.
pub struct Companion<'s, S> {
    store: &'s S,
    contents: ContentCheck<'s>,
    policy: CompanionPolicy,
    session: Option<CompanionSession<'s>>,
}

struct CompanionSession<'s> {
    id: String,
    cwd: String,
    reader: SessionReader<'s>,
    results: RecordedResults,
    replay: Replay,
    flights: PendingReads,
}

impl<'s, S: CompanionStore> Companion<'s, S> {
    /// Before the first message. `contents` is how entries are looked at: the extension states their digests.
    pub fn new(store: &'s S, contents: ContentCheck<'s>, policy: CompanionPolicy) -> Self {
        Self { store, contents, policy, session: None }
    }

    /// Takes a message, and replies if it is a question.
    pub fn serve(&mut self, message: &CompanionMessage<'_>, mut reply: impl FnMut(Value)) {
        match message {
            CompanionMessage::Resolve(asked) => reply(with_id(asked.id, resolve::resolve(asked))),
            CompanionMessage::Branch(branch) => self.follow(branch),
            CompanionMessage::Read(read) => {
                let shown = read.shown().filter(|_| !self.is_excluded(read) && !self.is_redirected(read));
                reply(with_id(read.id, self.read(read, shown.as_ref())));
                // The reply does not wait for the disk.
                if let Some(shown) = shown.filter(|shown| as_utf8(shown.bytes).is_ok()) {
                    self.store.keep(&Digest::of(shown.bytes), shown.bytes);
                }
            }
            CompanionMessage::Delivered(DeliveredMessage { call, content }) => {
                let content = content.as_ref().and_then(|content| content.parse().ok());
                if let Some(session) = &mut self.session {
                    session.flights.arrive(call, content);
                }
            }
            // Whatever is missing now would be missing from every answer.
            CompanionMessage::Unheard => self.session = None,
            CompanionMessage::Refresh(refresh) => reply(with_id(refresh.id, self.refresh(refresh))),
            CompanionMessage::Status(status) => reply(with_id(status.id, self.status())),
        }
    }

    /// Takes in the entries that are new, and goes to the leaf.
    fn follow(&mut self, branch: &BranchMessage<'_>) {
        let BranchMessage { session: id, cwd, version, entries, leaf, context } = branch;
        let begins = self.session.as_ref().is_none_or(|session| session.id != **id);
        if begins {
            let mut reader = SessionReader::new(self.contents);
            let header = json!({ "type": "session", "version": version, "id": id, "cwd": cwd });
            reader.append_line(header.to_string().as_bytes());
            self.session = Some(CompanionSession {
                id: id.to_string(),
                cwd: cwd.to_string(),
                reader,
                results: RecordedResults::default(),
                replay: Replay::new(),
                flights: PendingReads::default(),
            });
        }
        let Some(session) = &mut self.session else { return };
        for entry in entries {
            let CompanionSession { reader, results, flights, .. } = session;
            reader.append_line_with(entry.get().as_bytes(), |index, entry| {
                results.note(index, entry, status::cost(entry));
                match &entry.kind {
                    SessionEntryKind::Assistant(calls) => flights.note(index, calls.as_deref(), begins),
                    SessionEntryKind::ToolResult(result) => flights.land(&result.call_id),
                    _ => {}
                }
            });
        }
        let CompanionSession { reader, results, replay, flights, .. } = session;
        let (history, leaf) = (reader.history(), leaf.as_deref().unwrap_or_default());
        replay.move_to(history, history.find(leaf));
        flights.stay_at(leaf, replay, history);
        if let Some(sent) = context
            && results.compare(sent, replay, history)
        {
            flights.know_sent();
        }
    }

    /// What stands in place of pi's text, or goes with it; nothing if pi's answer is left as it is.
    fn read(&mut self, read: &ReadMessage<'_>, shown: Option<&PiShownFile<'_>>) -> Value {
        let Some(CompanionSession { cwd, reader, results, replay, flights, .. }) = &mut self.session else {
            return json!({});
        };
        let file = FileKey::new(&read.file);
        let as_sent = results.without_missed(replay, reader.history());
        let held = flights.held(&read.call, as_sent.as_ref().unwrap_or(replay), &file, cwd);
        let made = match shown {
            Some(shown) => {
                let asked = PiRead {
                    file: &file,
                    name: &read.name,
                    offset: shown.offset,
                    limit: shown.limit,
                    bytes: shown.bytes,
                };
                let store = self.store;
                MadeAnswer::of(
                    answer(&held, &asked, self.policy.limits, |digest| store.load(digest)),
                    shown.text,
                    shown.truncation.as_ref(),
                    shown.bytes,
                )
            }
            _ => None,
        };
        let unchecked = made.as_ref().map(|made| made.unchecked).ok_or(RejectedEvidence::NoMetadata);
        flights.depart(&read.call, file, unchecked, made.as_ref().map(|made| made.content));
        made.map_or_else(|| json!({}), MadeAnswer::into_reply)
    }

    /// Whether a file is left to pi alone, by its name or by what its name leads to.
    fn is_excluded(&self, read: &ReadMessage<'_>) -> bool {
        // Without a session the folder that rules speak of is unknown.
        let Some(CompanionSession { cwd, .. }) = &self.session else { return true };
        let names = std::iter::once(&read.file).chain(&read.real);
        let names = names.flat_map(|name| [Some(&**name), beneath(name, cwd)]).flatten();
        let rooted = names.map(|name| RootedPath::from_bytes(name.trim_start_matches('/').as_bytes()));
        let Ok(rooted) = rooted.collect::<Result<Vec<_>, _>>() else { return true };
        self.policy.files.judge(&rooted.iter().collect::<Vec<_>>()) != Verdict::Allow
    }

    /// Whether an extension made the call lead to another file than the model asked for: a marker would be taken for word
    /// of that one.
    fn is_redirected(&self, read: &ReadMessage<'_>) -> bool {
        let path = self.session.as_ref().and_then(|session| session.flights.path_of(&read.call));
        path.is_some_and(|path| names_another(path, &read.file))
    }

    /// The entry that makes the next read of a scope show its text, and the words for it.
    fn refresh(&mut self, refresh: &RefreshMessage<'_>) -> Value {
        let RefreshMessage { file, name, at, .. } = refresh;
        let Some(bytes) = refresh.bytes() else {
            return json!({ "error": format!("{name} cannot be read; nothing was noted") });
        };
        let scope = match scope_of(bytes, refresh.offset, refresh.limit) {
            Ok(scope) => scope,
            Err(problem) => return json!({ "error": format!("{name}: {problem}") }),
        };
        if let Some(session) = &mut self.session {
            session.flights.doubt();
        }
        let what = match scope {
            ReadScope::Whole => name.to_string(),
            ReadScope::Lines(lines) => format!("lines {}-{} of {name}", lines.first(), lines.last()),
        };
        let data = Invalidation { path_key: file.to_string(), scope, at: *at }.to_json();
        json!({ "data": data, "say": format!("[readcache: the next read of {what} shows the text again]") })
    }

    fn status(&self) -> Value {
        let Some(session) = &self.session else {
            return json!({ "say": "readcache: no read so far" });
        };
        let CompanionSession { results, replay, reader, .. } = session;
        json!({ "say": status::status(results, replay, reader.history(), self.store.stats()) })
    }
}

/// An answer that vouches for something.
struct MadeAnswer {
    text: Option<String>,
    metadata: ReadMetadata,
    unchecked: UncheckedRead,
    content: Digest,
}

impl MadeAnswer {
    fn of(answer: PiAnswer, shown: &str, truncation: Option<&Truncation>, bytes: &[u8]) -> Option<Self> {
        let (text, metadata, truncation) = match answer {
            PiAnswer::Plain => return None,
            PiAnswer::Text(promise) => (None, promise.keep(shown, truncation, bytes)?, truncation),
            PiAnswer::Short { text, metadata } => (Some(text), metadata, None),
        };
        let content = text.as_deref().unwrap_or(shown);
        let content =
            DeliveredContent::made(content, metadata.content_hash.unwrap_or_else(|| content_digest(content)));
        let delivery = delivered(&content, &metadata, Ok(truncation.copied()), ContentCheck::Digested);
        let unchecked = UncheckedRead { claim: metadata.claim, delivery };
        let content = content.digest();
        Some(Self { text, metadata, unchecked, content })
    }

    fn into_reply(self) -> Value {
        let metadata = self.metadata.to_json();
        match self.text {
            Some(text) => json!({ "metadata": metadata, "text": text }),
            None => json!({ "metadata": metadata }),
        }
    }
}

/// What a name says beneath a folder.
fn beneath<'a>(name: &'a str, folder: &str) -> Option<&'a str> {
    name.strip_prefix(folder)?.strip_prefix('/')
}

fn with_id(id: u64, mut reply: Value) -> Value {
    reply["id"] = id.into();
    reply
}

#[cfg(test)]
mod tests;
