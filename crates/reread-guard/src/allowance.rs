//! What may still be read when a budget is used up.
//!
//! A refused caller is advised to search, so reading what a search returned has to work. Each search therefore grants a
//! few reads. They are counted and then used up, so the budget still bounds what is sent between two searches.

use crate::PastSearch;
use crate::path::{is_beneath, parts};

/// Number of reads that one search grants.
pub const READS_PER_SEARCH: u64 = 10;

/// The reads that the latest search granted and that are not used up.
///
/// Lines are counted and not located: a caller may need the head of a function or the imports as much as the lines next
/// to a match, and it cannot foresee where a window around the match would end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    reads: u64,
    /// Best first, with the lines that are left of each.
    files: Vec<(String, u64)>,
}

impl Allowance {
    /// The grant of a search: so many lines of each file that it returned. It replaces the grant before.
    pub(crate) fn of_search(found: &PastSearch, lines_per_file: u64) -> Self {
        let files = found.paths().iter().map(|path| (path.clone(), lines_per_file)).collect();
        Self { reads: READS_PER_SEARCH, files }
    }

    /// Adds the grant of a search in one file. What is left of other files stays.
    pub(crate) fn add_file(&mut self, path: &str, lines: u64) {
        let named = parts(path);
        if named.is_empty() {
            return;
        }
        self.files.retain(|(known, _)| parts(known) != named);
        self.files.insert(0, (path.to_owned(), lines));
        self.files.truncate(crate::TOP_PATHS);
        self.reads = READS_PER_SEARCH;
    }

    /// The lines that are left of a file; 0 if the search did not return it or no read is left.
    pub(crate) fn lines_of(&self, path: &str) -> u64 {
        let granted = self.files.iter().find(|(file, _)| is_beneath(path, file));
        granted.filter(|_| self.reads > 0).map_or(0, |(_, lines)| *lines)
    }

    /// Uses up one read and so many lines of a file.
    pub(crate) fn take(&mut self, path: &str, lines: u64) {
        self.reads = self.reads.saturating_sub(1);
        if let Some((_, left)) = self.files.iter_mut().find(|(file, _)| is_beneath(path, file)) {
            *left = left.saturating_sub(lines);
        }
    }

    /// The files of which something is left, best first.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        let files = self.files.iter().filter(|(_, lines)| self.reads > 0 && *lines > 0);
        files.map(|(file, _)| file.as_str())
    }
}

#[cfg(test)]
mod tests;
