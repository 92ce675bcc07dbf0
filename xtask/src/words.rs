//! A process, thread, editor or user is named: *somebody*, *nobody* and *whoever* stand for none of them.
//!
//! Sources, documents, scenarios and the extension are searched for the words. Text that quotes another program, or
//! that is test data, may keep them: each such place is in the list below with its reason.

use crate::check_result::CheckResult;
use crate::checkout::Checkout;
use crate::chore_error::ChoreError;

const WORDS: &[&str] = &["somebody", "nobody", "whoever"];

/// The files that are searched, by how their names end.
const ENDINGS: &[&str] = &[".rs", ".md", ".toml", ".ts", ".mjs", ".js", ".py"];

/// A place where the words may stand.
struct Allowed {
    /// How the path begins.
    path: &'static str,
    /// A text that the line must hold; empty for any line.
    text: &'static str,
    /// Why the words stay; for the reader of this list.
    #[expect(dead_code, reason = "an entry without a reason is not accepted in review")]
    reason: &'static str,
}

const ALLOWED: &[Allowed] = &[
    Allowed { path: "xtask/src/words", text: "", reason: "the check and its tests name the words" },
    Allowed { path: "xtask/frozen/", text: "", reason: "old replies, to be replaced by the new ones" },
    Allowed { path: "", text: "*nobody*", reason: "documents that name the words to avoid" },
    Allowed { path: "", text: "a song about files that nobody has to read twice", reason: "test data" },
    Allowed { path: "", text: "What somebody is about to buy.", reason: "test data" },
    Allowed { path: "scenarios/symbols/budget.md", text: "Nobody", reason: "a symbol that does not exist" },
    Allowed {
        path: "scenarios/session/show.md",
        text: "that/nobody/likes",
        reason: "a long path as test data",
    },
];

/// Lists the lines that hold one of the words and are not allowed to.
pub(crate) fn words(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    let mut problems = Vec::new();
    for path in checkout.committable_files()? {
        if ENDINGS.iter().any(|ending| path.ends_with(ending)) {
            problems.extend(problems_of(&path, &checkout.read(&path)?));
        }
    }
    if !problems.is_empty() {
        problems
            .push(format!("{} lines say `somebody`, `nobody` or `whoever`; name the actor", problems.len()));
    }
    Ok(CheckResult::of_problems(problems))
}

fn problems_of(path: &str, text: &str) -> Vec<String> {
    let lines = text.lines().zip(1..).filter(|(line, _)| names_no_actor(line) && !is_allowed(path, line));
    lines.map(|(line, number)| format!("{path}:{number}: {}", line.trim())).collect()
}

/// Whether one of the words stands in the line, also as a part of an identifier: `nobody_waits`.
fn names_no_actor(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphabetic());
    words.any(|word| WORDS.iter().any(|avoided| word.eq_ignore_ascii_case(avoided)))
}

fn is_allowed(path: &str, line: &str) -> bool {
    ALLOWED.iter().any(|allowed| path.starts_with(allowed.path) && line.contains(allowed.text))
}

#[cfg(test)]
mod tests;
