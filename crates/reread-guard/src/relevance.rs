//! Whether a target is related to the task of the caller.
//!
//! The only signals are what the conversation has come across and folders with third-party code. They are weak, so an
//! unrelated target only leads to a warning that names better targets. It is served all the same.

use crate::path::{any_of, is_quotable, parts, passes_through};
use crate::{Concern, PastSearch, Trail, Warning};

/// Number of better targets in one warning.
const MAX_SUGGESTIONS: usize = 2;

/// Which targets count as unrelated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelevanceRules {
    /// With `false`, there are no warnings.
    pub is_on: bool,
    /// Folders whose files seldom matter, wherever they are, written `vendor/` or `gen/out/`.
    pub excluded: Vec<String>,
}

impl Default for RelevanceRules {
    fn default() -> Self {
        let excluded = ["vendor/", "node_modules/", ".git/", "dist/"];
        Self { is_on: true, excluded: excluded.map(str::to_owned).to_vec() }
    }
}

impl RelevanceRules {
    /// The rule that excludes this file, if there is one.
    pub fn excluding(&self, path: &str) -> Option<&str> {
        self.excluded.iter().map(String::as_str).find(|folder| passes_through(path, folder))
    }

    /// A warning if the target lies in an excluded folder, or if the conversation has searched and never came across it.
    ///
    /// Without a search that returned anything only the excluded folders count. They also count for files that the
    /// conversation has come across.
    pub fn warning(&self, trail: &Trail, target: &str) -> Option<Warning> {
        if !self.is_on {
            return None;
        }
        let (rule, latest) = (self.excluding(target), trail.latest());
        if rule.is_none() && (latest.is_none() || trail.is_about(target)) {
            return None;
        }
        let better = latest.map(|search| self.better(search, target)).unwrap_or_default();
        let (advice, next) = match (latest.filter(|_| !better.is_empty()), rule) {
            (Some(search), _) => {
                let them = any_of(&better);
                (format!("{them}, found by search \"{}\"", search.query()), format!("read {them}"))
            }
            (None, Some(rule)) => {
                let advice = format!("a search outside {rule}");
                (advice.clone(), format!("make {advice}"))
            }
            (None, None) => {
                let query = latest.map_or("", PastSearch::query);
                let advice = format!("another query than \"{query}\"");
                (advice.clone(), format!("search with {advice}"))
            }
        };
        let reason = rule.map(|rule| format!(" ({rule} is excluded)")).unwrap_or_default();
        let text = format!("This target seems unrelated. Try {advice}{reason}.");
        Some(Warning { concern: Concern::LowRelevance, text, next })
    }

    /// The best files of a search to recommend in place of a target.
    fn better(&self, search: &PastSearch, target: &str) -> Vec<String> {
        let is_better = |path: &&String| {
            is_quotable(path) && self.excluding(path).is_none() && parts(path) != parts(target)
        };
        search.paths().iter().filter(is_better).take(MAX_SUGGESTIONS).cloned().collect()
    }
}

#[cfg(test)]
mod tests;
