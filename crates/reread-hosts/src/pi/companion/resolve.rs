//! A name with lines behind it, and the name that it may be as a whole.

use reread_path::split_lines;
use serde_json::{Value, json};

use super::message::ResolveMessage;

/// The readings of a name, the first that exists is meant: the name as it is, and what stands before `:7` or `:7-9`. If
/// there is but one, the caller need not look at the disk.
pub(super) fn resolve(asked: &ResolveMessage<'_>) -> Value {
    let ResolveMessage { path, lines_given, .. } = asked;
    let mut candidates = vec![json!({ "path": path })];
    if let Some((name, lines)) = split_lines(path).filter(|_| !lines_given) {
        candidates.push(match lines {
            Ok(lines) => json!({ "path": name, "offset": lines.first(), "limit": lines.count() }),
            Err(problem) => json!({ "path": name, "problem": format!("{path}: {problem}") }),
        });
    }
    json!({ "candidates": candidates })
}

#[cfg(test)]
mod tests;
