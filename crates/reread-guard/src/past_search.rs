//! Query and results of one search of a conversation.

use reread_text::visible_line;

use crate::path::{is_beneath, parts};

/// Number of paths of a search that are remembered, best first. A search should not list more files than this.
pub const TOP_PATHS: usize = 64;

/// Characters of a query that are kept for messages.
const MAX_QUERY_CHARS: usize = 60;

/// The query and the best paths of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastSearch {
    query: String,
    paths: Vec<String>,
}

impl PastSearch {
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

    /// The query on one line, shortened.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// The returned paths, best first.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// Whether the search returned this file, a folder that contains it, or something in this folder.
    pub(crate) fn is_about(&self, path: &str) -> bool {
        self.paths.iter().any(|found| is_beneath(path, found) || is_beneath(found, path))
    }
}

fn shortened(query: &str) -> String {
    let start: String = query.chars().take(MAX_QUERY_CHARS).collect();
    let ellipsis = if start.len() < query.len() { "…" } else { "" };
    format!("{}{ellipsis}", visible_line(&start))
}

#[cfg(test)]
mod tests;
