//! What the documents name exists: paths of the repository, and the types of the glossary.
//!
//! A path is a text in backticks that begins with a folder of the repository. Placeholders are left out: a part in
//! capitals (`scenarios/AREA/PROMISE.md`) or a pattern. In the glossary the third column names types and crates.

use std::collections::BTreeSet;

use crate::check_result::CheckResult;
use crate::checkout::Checkout;
use crate::chore_error::ChoreError;
use crate::names::declared_names;
use crate::rust_sources::RustSources;

const FOLDERS: &[&str] =
    &["benches/", "clients/", "crates/", "docs/", "extensions/", "fuzz/", "scenarios/", "xtask/"];

const GLOSSARY: &str = "docs/glossary.md";

/// Lists paths, types and crates that the documents name and that are gone.
pub(crate) fn documented(checkout: &Checkout, sources: &RustSources) -> Result<CheckResult, ChoreError> {
    let mut problems = Vec::new();
    for path in checkout.committable_files()?.iter().filter(|path| is_document(path)) {
        let exists = |named: &str| checkout.has_file(named) || checkout.has_folder(named);
        problems.extend(missing_paths(path, &checkout.read(path)?, exists));
    }
    let mut names: BTreeSet<String> = declared_names(sources);
    names.extend(sources.crates.iter().map(|package| package.package.clone()));
    problems.extend(missing_names(&checkout.read(GLOSSARY)?, &names));
    Ok(CheckResult::of_problems(problems))
}

/// Documents about the code. The changelog tells of the past, and scenarios show paths of their own worlds.
fn is_document(path: &str) -> bool {
    path.ends_with(".md") && path != "CHANGELOG.md" && (!path.contains('/') || path.starts_with("docs/"))
}

fn missing_paths(document: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut problems = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        for quoted in line.split('`').skip(1).step_by(2) {
            let path = quoted.split("::").next().unwrap_or_default().trim_end_matches('/');
            if names_a_path(path) && !exists(path) {
                problems.push(format!("{document}:{number} names {path}, which does not exist"));
            }
        }
    }
    problems
}

fn names_a_path(text: &str) -> bool {
    let is_placeholder =
        |part: &str| part.starts_with(|c: char| c.is_ascii_uppercase()) && part != "Cargo.toml";
    FOLDERS.iter().any(|folder| text.starts_with(folder))
        && !text.contains(|c: char| c.is_whitespace() || matches!(c, '*' | '{' | '<' | '…'))
        && !text.split(['/', '.']).any(is_placeholder)
}

/// Types and crates in the third column of the glossary that are declared nowhere.
fn missing_names(glossary: &str, names: &BTreeSet<String>) -> Vec<String> {
    let mut problems = Vec::new();
    for (line, number) in glossary.lines().zip(1..).filter(|(line, _)| line.starts_with('|')) {
        let place = line.split('|').nth(3).unwrap_or_default();
        for name in place.split('`').skip(1).step_by(2) {
            let is_type = name.starts_with(|c: char| c.is_ascii_uppercase());
            let is_crate = name.starts_with("reread-");
            if (is_type || is_crate) && !names.contains(name) {
                problems.push(format!("{GLOSSARY}:{number} names {name}, which is not in the code"));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests;
