//! What this process itself wrote last to each file.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use reread_text::Digest;

/// Digests by the keys of files. What is forgotten is looked up in the history.
#[derive(Debug, Default)]
pub struct OwnWrites(Mutex<HashMap<Digest, Digest>>);

/// More files are hardly edited between two reads of them.
const MOST_FILES: usize = 1024;

impl OwnWrites {
    /// Remembers what a file holds now.
    pub fn note(&self, key: Digest, digest: Digest) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() >= MOST_FILES {
            last.clear();
        }
        last.insert(key, digest);
    }

    /// Whether that is what was written last.
    pub fn wrote_last(&self, key: &Digest, digest: &Digest) -> bool {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(key) == Some(digest)
    }
}
