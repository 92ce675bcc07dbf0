//! Query and results of the latest search of a session.

use reread_text::visible_line;

use crate::path::{is_beneath, is_quotable, parts};

/// Number of paths that are remembered, best first.
///
/// Returned files are served even beyond the hard limit, so a search should not list more files than this.
pub const TOP_PATHS: usize = 64;

/// Characters of a query that are kept for messages.
const MAX_QUERY_CHARS: usize = 60;

/// Number of paths in one message.
const MAX_SUGGESTIONS: usize = 3;

/// The query and the best paths of the latest search. Empty before the first search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LatestSearch {
    query: String,
    paths: Vec<String>,
}

impl LatestSearch {
    /// Keeps the first [`TOP_PATHS`] distinct paths of a ranked list.
    ///
    /// A path without components is the root. It is left out, because every file lies beneath it.
    pub fn new<'a>(query: &str, ranked: impl IntoIterator<Item = &'a str>) -> Self {
        let mut paths: Vec<String> = Vec::new();
        for path in ranked {
            if paths.len() == TOP_PATHS {
                break;
            }
            let named = parts(path);
            if !named.is_empty() && !paths.iter().any(|known| parts(known) == named) {
                paths.push(path.to_owned());
            }
        }
        Self { query: shortened(query), paths }
    }

    /// The same search with one more file as its best result: a file that was searched separately.
    #[must_use]
    pub fn with(&self, path: &str) -> Self {
        let paths = std::iter::once(path).chain(self.paths.iter().map(String::as_str));
        Self { query: self.query.clone(), ..Self::new("", paths) }
    }

    /// The query on one line, shortened.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// The returned paths, best first.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// Whether the search returned this file, or a folder that contains it.
    pub fn found(&self, path: &str) -> bool {
        self.paths.iter().any(|found| is_beneath(path, found))
    }

    /// Whether the search returned this file, or something in this folder.
    pub(crate) fn is_about(&self, path: &str) -> bool {
        self.found(path) || self.paths.iter().any(|found| is_beneath(found, path))
    }

    /// The best paths to recommend instead of a target.
    pub(crate) fn suggestions(&self, is_worth_naming: impl Fn(&str) -> bool) -> Vec<String> {
        let worthy = self.paths.iter().filter(|path| is_quotable(path) && is_worth_naming(path));
        worthy.take(MAX_SUGGESTIONS).cloned().collect()
    }
}

fn shortened(query: &str) -> String {
    let start: String = query.chars().take(MAX_QUERY_CHARS).collect();
    let ellipsis = if start.len() < query.len() { "…" } else { "" };
    format!("{}{ellipsis}", visible_line(&start))
}

#[cfg(test)]
mod tests;
