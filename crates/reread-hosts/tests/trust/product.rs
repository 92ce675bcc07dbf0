//! The product in its two forms: a session file that is followed, and the companion of an extension.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use reread_context::{Fallback, FileKey, MessageCall};
use reread_hosts::pi::{ContentCheck, PiRead};
use reread_text::Digest;
use serde_json::Value;

use crate::trust::extension::Extension;
use crate::trust::fate::Made;
use crate::trust::follower::Follower;
use crate::trust::render::Rendered;
use crate::trust::session::{Session, name};

/// The snapshots that were served; some are damaged.
#[derive(Default)]
pub(crate) struct Store {
    snapshots: Mutex<BTreeMap<Digest, Snapshot>>,
    has_lost: AtomicBool,
}

#[derive(Clone)]
struct Snapshot {
    bytes: Vec<u8>,
    is_damaged: bool,
}

impl Store {
    fn snapshots(&self) -> MutexGuard<'_, BTreeMap<Digest, Snapshot>> {
        self.snapshots.lock().expect("no thread panics while it holds the lock")
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

    /// Whether a snapshot was there that is not there any more, or not as it was.
    pub(crate) fn has_lost(&self) -> bool {
        self.has_lost.load(Ordering::Relaxed)
    }

    pub(crate) fn lose(&self, number: u8, only_damaged: bool) {
        self.has_lost.store(true, Ordering::Relaxed);
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

impl reread_hosts::pi::CompanionStore for Store {
    fn load(&self, digest: &Digest) -> Result<Vec<u8>, Fallback> {
        self.load(digest)
    }

    fn keep(&self, _: &Digest, bytes: &[u8]) {
        self.keep(bytes);
    }

    fn stats(&self) -> (u64, u64) {
        let snapshots = self.snapshots();
        (snapshots.len() as u64, snapshots.values().map(|snapshot| snapshot.bytes.len() as u64).sum())
    }
}

/// One call, as the product gets it.
pub(crate) struct Asking<'a> {
    pub(crate) leaf: &'a str,
    pub(crate) call: MessageCall<'a>,
    /// Whether the call is missing in its message.
    pub(crate) is_placeless: bool,
    pub(crate) file: usize,
    pub(crate) file_name: &'a FileKey,
    pub(crate) read: PiRead<'a>,
}

pub(crate) enum Product<'s> {
    Follower(Box<Follower<'s>>),
    Extension(Box<Extension<'s>>),
}

impl<'s> Product<'s> {
    /// Stated contents are those that an extension states.
    pub(crate) fn new(contents: ContentCheck<'s>, store: &'s Store) -> Self {
        match contents {
            ContentCheck::Stated(_) => Self::Extension(Box::new(Extension::new(contents, store))),
            _ => Self::Follower(Box::new(Follower::new(contents, store))),
        }
    }

    /// Whether it hears what the model is sent.
    pub(crate) fn is_told(&self) -> bool {
        matches!(self, Self::Extension(_))
    }

    /// pi starts anew; a file is read in pieces of that many bytes.
    pub(crate) fn restart(&mut self, session: &Session, piece: usize) {
        match self {
            Self::Follower(follower) => follower.restart(&session.text, piece),
            Self::Extension(extension) => extension.restart(),
        }
    }

    /// The session goes on under another name.
    pub(crate) fn fork(&mut self, session: &Session, restarts: bool) {
        match self {
            Self::Follower(follower) => follower.restart(&session.text, usize::MAX),
            Self::Extension(extension) => extension.fork(restarts),
        }
    }

    /// The file grew; after a line without an end only the file tells what became of the next one.
    pub(crate) fn grown(&mut self, bytes: &[u8], by_one_line: bool) {
        match self {
            Self::Follower(follower) => follower.feed(bytes, by_one_line),
            Self::Extension(_) => {}
        }
    }

    /// The session was changed beneath the calls in flight. An extension sees that by its leaf.
    pub(crate) fn land_all(&mut self) {
        match self {
            Self::Follower(follower) => follower.land_all(),
            Self::Extension(_) => {}
        }
    }

    /// The model is sent a request.
    pub(crate) fn requested(&mut self, session: &Session) {
        match self {
            Self::Follower(_) => {}
            Self::Extension(extension) => extension.requested(session),
        }
    }

    /// Answers a read; pi's own answer is at hand. Also says which words the answer goes by in the tally.
    pub(crate) fn answer(
        &mut self,
        session: &Session,
        asking: &Asking<'_>,
        plain: Result<Rendered, String>,
    ) -> (Made, &'static str) {
        match self {
            Self::Follower(follower) => follower.answer(asking, plain),
            Self::Extension(extension) => extension.answer(session, asking, plain),
        }
    }

    /// The result of a call was seen; `None` if it is not one text.
    pub(crate) fn deliver(&mut self, call_id: &str, text: Option<&str>) {
        match self {
            Self::Follower(follower) => follower.deliver(call_id, text),
            Self::Extension(extension) => extension.deliver(call_id, text),
        }
    }

    /// The user refreshes a scope; the data of the entry, unless the scope is refused.
    pub(crate) fn refresh(
        &mut self,
        session: &Session,
        file: &FileKey,
        lines: Option<(u64, u64)>,
        bytes: Option<&[u8]>,
    ) -> Option<Value> {
        match self {
            Self::Follower(_) => Some(crate::trust::follower::invalidation(file, lines)),
            Self::Extension(extension) => extension.refresh(session, file, lines, bytes),
        }
    }

    /// Whether following a session step by step gives what reading it anew gives.
    pub(crate) fn is_like_new(&mut self, session: &Session) -> Result<(), String> {
        match self {
            Self::Follower(follower) => follower.is_like_new(session.leaf.map(name).as_deref()),
            Self::Extension(extension) => extension.is_like_new(session),
        }
    }

    /// Whether the entry of that name is evidence; what a companion believes shows in its answers alone.
    pub(crate) fn believes(&self, id: &str) -> bool {
        match self {
            Self::Follower(follower) => follower.believes(id),
            Self::Extension(_) => true,
        }
    }
}
