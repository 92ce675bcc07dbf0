//! The texts that diffs start from.
//!
//! They may be lost at any time, and that costs a diff. So a process that serves many calls stores them in
//! the background: to create a file takes longer than everything else about a read.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reread_disk::SharedBytes;
use reread_store::{Lookup, SnapshotCache};
use reread_text::Digest;

use super::background_queue::BackgroundQueue;

/// Digests that are remembered as stored; then all are forgotten, and looked for on the disk again.
const MOST_STORED: usize = 1024;

/// The cache on disk, and what is on its way there.
#[derive(Debug)]
pub(super) struct DiffBases {
    cache: Arc<SnapshotCache>,
    /// Texts that wait for `later`.
    waiting: Arc<Mutex<HashMap<Digest, SharedBytes>>>,
    /// The thread that stores them; without it each is stored at once.
    later: Option<BackgroundQueue>,
    stored: Mutex<HashSet<Digest>>,
}

impl DiffBases {
    pub(super) fn new(cache: SnapshotCache) -> Self {
        let (waiting, stored) = (Arc::default(), Mutex::default());
        Self { cache: Arc::new(cache), waiting, later: None, stored }
    }

    pub(super) fn cache(&self) -> &SnapshotCache {
        &self.cache
    }

    /// From now on texts are stored by a background thread, if there is one.
    pub(super) fn store_later(&mut self) {
        self.later = BackgroundQueue::start().ok();
    }

    /// Waits until everything is stored.
    pub(super) fn settle(&self) {
        self.later.iter().for_each(BackgroundQueue::settle);
    }

    /// Does something that may be lost, in the background if there is a thread for it.
    pub(super) fn do_later(&self, task: impl FnOnce() + Send + 'static) {
        match &self.later {
            Some(later) => later.run(task),
            None => task(),
        }
    }

    /// Keeps a text. A failure costs a diff, so it is not an error.
    pub(super) fn keep(&self, digest: &Digest, bytes: &SharedBytes) {
        let Some(later) = &self.later else {
            let _ = self.cache.put(digest, bytes);
            return;
        };
        let mut stored = locked(&self.stored);
        if stored.len() >= MOST_STORED {
            stored.clear();
        }
        if !stored.insert(*digest) {
            return;
        }
        drop(stored);
        let (cache, waiting, digest) = (Arc::clone(&self.cache), Arc::clone(&self.waiting), *digest);
        locked(&waiting).insert(digest, bytes.clone());
        later.run(move || {
            let bytes = locked(&waiting).get(&digest).cloned();
            let _ = bytes.map(|bytes| cache.put(&digest, &bytes));
            locked(&waiting).remove(&digest);
        });
    }

    /// The text with that digest.
    pub(super) fn get(&self, digest: &Digest) -> Lookup {
        if let Some(bytes) = locked(&self.waiting).get(digest) {
            return Lookup::Found(bytes.to_vec());
        }
        let found = self.cache.get(digest);
        if !matches!(found, Lookup::Found(_)) {
            // It was removed, so the next time that it is shown it is stored again.
            locked(&self.stored).remove(digest);
        }
        found
    }
}

/// Nothing is left half done by a panic while these are locked.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
