//! The most recent names of a conversation, in bounded memory.

use std::collections::{HashSet, VecDeque};

use reread_text::Digest;

use crate::path::parts;

/// Number of names that are remembered: the most recent ones.
pub const MAX_NAMES: usize = 4096;

/// A set of names, of files or of operations, that forgets the oldest ones.
///
/// A name is kept as 8 bytes of its digest. If two names share them, a file counts as named that was not; all that
/// follows is a missing warning or a served read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecentNames {
    order: VecDeque<u64>,
    known: HashSet<u64>,
}

impl RecentNames {
    /// Adds a name, however it is written. The root is no file.
    pub(crate) fn add(&mut self, path: &str) {
        let Some(key) = key_of(path).filter(|key| self.known.insert(*key)) else { return };
        if self.order.len() == MAX_NAMES
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        self.order.push_back(key);
    }

    /// Whether this file was added and is not forgotten.
    pub(crate) fn contains(&self, path: &str) -> bool {
        key_of(path).is_some_and(|key| self.known.contains(&key))
    }
}

fn key_of(path: &str) -> Option<u64> {
    let parts = parts(path);
    // No component contains a NUL, so different names are different texts.
    let digest = (!parts.is_empty()).then(|| Digest::of(parts.join("\0").as_bytes()))?;
    digest.as_bytes().first_chunk().map(|bytes| u64::from_be_bytes(*bytes))
}

#[cfg(test)]
mod tests;
