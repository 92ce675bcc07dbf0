//! What a conversation has searched for and worked on.
//!
//! A file that the conversation has come across is no surprise: one of its last searches returned it, or it was listed,
//! outlined, looked up, read or edited.

use std::collections::VecDeque;

use crate::PastSearch;
use crate::recent_names::RecentNames;

/// Number of searches that are remembered.
const MAX_SEARCHES: usize = 5;

/// The last searches and the files of a conversation. Empty before the first call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// Latest first. None of them is without results.
    searches: VecDeque<PastSearch>,
    files: RecentNames,
}

impl Trail {
    /// Remembers a search. One that returned nothing says nothing about what is related.
    pub fn add_search(&mut self, search: PastSearch) {
        if !search.paths().is_empty() {
            self.searches.push_front(search);
            self.searches.truncate(MAX_SEARCHES);
        }
    }

    /// Remembers a file that was listed, outlined, looked up, read or edited.
    pub fn add_file(&mut self, path: &str) {
        self.files.add(path);
    }

    /// Whether the file was listed, outlined, looked up, read or edited.
    pub(crate) fn has_file(&self, path: &str) -> bool {
        self.files.contains(path)
    }

    /// The latest search that returned anything.
    pub(crate) fn latest(&self) -> Option<&PastSearch> {
        self.searches.front()
    }

    /// Whether the conversation has come across this file, or across something in this folder by a search.
    pub(crate) fn is_about(&self, path: &str) -> bool {
        self.files.contains(path) || self.searches.iter().any(|search| search.is_about(path))
    }
}

#[cfg(test)]
mod tests;
