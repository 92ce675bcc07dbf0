//! Markers that a script was given, as far as its output shows them.
//!
//! The reads of a script leave no entry of their own: only the list of its calls, and what it chose to print. A marker
//! counts if it is all that was printed at once; among other text it may be the content of a file.

use crate::pi::SessionToolResult;

use super::short_reply::ShortReply;

/// A marker that a script was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScriptMarker {
    /// The file, by the name that the script used; `None` if it read several.
    pub(super) path: Option<Box<str>>,
    pub(super) said: ShortReply,
    /// The marker as it was printed.
    pub(super) sent: Box<str>,
}

/// The markers that a script printed. Without a read among its calls there can be none.
pub(super) fn markers(result: &SessionToolResult<'_>) -> Vec<ScriptMarker> {
    let calls = result.nested_calls();
    let mut paths = calls.iter().filter(|call| call.tool == "read").map(|call| call.path.as_deref());
    let Some(first) = paths.next() else { return Vec::new() };
    let path = first.filter(|_| paths.all(|path| path == first));
    let blocks = result.texts().unwrap_or_default();
    let printed = blocks.iter().flatten().flat_map(|block| at_once(block));
    let scripted = |text: &str| {
        let said = ShortReply::of(text)?;
        Some(ScriptMarker { path: path.map(Box::from), said, sent: text.into() })
    };
    printed.filter_map(scripted).collect()
}

/// What was printed at once: the whole block, or what stands below each heading `==> text 1/2 <==`.
fn at_once(block: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in block.split_inclusive('\n') {
        if is_heading(line.trim_end_matches('\n')) {
            parts.push(&block[start..at]);
            start = at + line.len();
        }
        at += line.len();
    }
    parts.push(&block[start..]);
    parts.into_iter().map(|part| part.strip_suffix('\n').unwrap_or(part)).collect()
}

fn is_heading(line: &str) -> bool {
    let numbers = line.strip_prefix("==> text ").and_then(|line| line.strip_suffix(" <=="));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    numbers
        .and_then(|numbers| numbers.split_once('/'))
        .is_some_and(|(number, of)| is_number(number) && is_number(of))
}

#[cfg(test)]
mod tests;
