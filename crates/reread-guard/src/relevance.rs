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
        if rule.is_none() && (latest.is_none() || trail.is_about(target) || is_about_project(target)) {
            return None;
        }
        let better = latest.map(|search| self.better(search, trail, target)).unwrap_or_default();
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

    /// The best files of a search to recommend in place of a target: those that the conversation has not looked at.
    fn better(&self, search: &PastSearch, trail: &Trail, target: &str) -> Vec<String> {
        let is_better = |path: &&String| {
            is_quotable(path)
                && self.excluding(path).is_none()
                && parts(path) != parts(target)
                && !trail.has_file(path)
        };
        search.paths().iter().filter(is_better).take(MAX_SUGGESTIONS).cloned().collect()
    }
}

/// Files that say what a project is, whatever it is searched for.
const PROJECT_FILES: [&str; 12] = [
    "readme",
    "changelog",
    "contributing",
    "license",
    "cargo.toml",
    "package.json",
    "pyproject.toml",
    "go.mod",
    "pom.xml",
    "makefile",
    "agents.md",
    "claude.md",
];

/// Whether the file describes the project as a whole: its manifest, its readme, its changelog.
fn is_about_project(path: &str) -> bool {
    let name = parts(path).last().map(|name| name.to_lowercase()).unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    PROJECT_FILES.iter().any(|file| *file == name || *file == stem)
}

#[cfg(test)]
mod tests;
