//! Whether a target is related to the task of the caller.
//!
//! The only signals are the latest search and folders with third-party code. They are weak, so an unrelated target only
//! leads to a warning that names better targets. It is served all the same.

use crate::path::{any_of, parts, passes_through};
use crate::{Concern, LatestSearch, Warning};

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

    /// A warning if the target lies in an excluded folder, or if the latest search returned files but not this one.
    ///
    /// Without a search, or after one that returned nothing, only the excluded folders count. They also count for files
    /// that a search returned.
    pub fn warning(&self, latest: &LatestSearch, target: &str) -> Option<Warning> {
        if !self.is_on {
            return None;
        }
        let rule = self.excluding(target);
        if rule.is_none() && (latest.paths().is_empty() || latest.is_about(target)) {
            return None;
        }
        let is_better = |path: &str| self.excluding(path).is_none() && parts(path) != parts(target);
        let better = latest.suggestions(is_better);
        let query = latest.query();
        let (advice, next) = if better.is_empty() {
            let next = "search for what you are after".to_owned();
            (rule.map_or("another search".to_owned(), |rule| format!("a search outside {rule}")), next)
        } else {
            let them = any_of(&better);
            (them.clone(), format!("read {them}"))
        };
        let reason = match rule {
            Some(rule) => format!("this one is excluded by the rule {rule}"),
            None if better.is_empty() => format!("the latest, for \"{query}\", did not return this one"),
            None => format!("the latest search, for \"{query}\", did not return this one"),
        };
        let text = format!("This target seems unrelated. Try {advice}: {reason}.");
        Some(Warning { concern: Concern::LowRelevance, text, next })
    }
}

#[cfg(test)]
mod tests;
