//! What the latest search of a session was about and what it returned.

use reread_text::visible_line;

use crate::path::{is_beneath, is_quotable, parts};

/// So many paths of a search are remembered, the best first.
///
/// What a search returned is served past the hard limit, so a search should not list more files than this.
pub const TOP_PATHS: usize = 64;

/// So many characters of a query are remembered, enough to know it again.
const MAX_QUERY_CHARS: usize = 60;

/// So many paths are named in one sentence.
const MAX_SUGGESTIONS: usize = 3;

/// The query and the best paths of the latest search; nothing before the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LatestSearch {
    query: String,
    paths: Vec<String>,
}

impl LatestSearch {
    /// Remembers a search: paths in the order of their rank, each once, as many as [`TOP_PATHS`].
    ///
    /// A path that names no component is the root. It is left out, because everything lies beneath it.
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

    /// The same search after one more file was searched by itself, which counts as its best.
    #[must_use]
    pub fn with(&self, path: &str) -> Self {
        let paths = std::iter::once(path).chain(self.paths.iter().map(String::as_str));
        Self { query: self.query.clone(), ..Self::new("", paths) }
    }

    /// What was searched for, on one line and not in full length.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// The paths it returned, best first.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    /// Whether it returned this file, or a folder that the file lies in.
    pub fn found(&self, path: &str) -> bool {
        self.paths.iter().any(|found| is_beneath(path, found))
    }

    /// Whether it found this file, or something in this folder.
    pub(crate) fn is_about(&self, path: &str) -> bool {
        self.found(path) || self.paths.iter().any(|found| is_beneath(found, path))
    }

    /// The best paths worth naming in place of a target.
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
