//! What is held at the leaf, and what was not sent twice, in the words of `/readcache-status`.

use reread_context::{Event, Grant, HeldLines, Mode, Replay, SessionHistory};

use super::results::RecordedResults;
use crate::pi::notice::LONGEST;
use crate::pi::session::{SessionEntry, SessionEntryKind};

/// About how many bytes a token has, where nothing but the size is known.
const BYTES_OF_A_TOKEN: u64 = 4;

/// What a marker or a diff stands for, and what it took itself, in bytes; `None` for a text.
pub(super) fn cost(entry: &SessionEntry<'_>) -> Option<(u64, u64)> {
    let SessionEntryKind::ToolResult(result) = &entry.kind else { return None };
    let metadata = result.details().metadata?.ok()?;
    let claim = &metadata.claim;
    if matches!(claim.mode, Mode::Full | Mode::FullFallback) {
        return None;
    }
    let share = u128::from(metadata.bytes) * u128::from(metadata.lines().count());
    let text = u64::try_from(share / u128::from(claim.total_lines)).unwrap_or(u64::MAX);
    Some((text.min(LONGEST.max_bytes.unwrap_or(u64::MAX)), result.stated_length.unwrap_or_default()))
}

/// The words, none of them wider than a terminal.
pub(super) fn status(
    results: &RecordedResults,
    replay: &Replay,
    history: &SessionHistory,
    stored: (u64, u64),
) -> String {
    let held = || replay.files().map(|(_, held)| held).filter(|held| !held.is_empty());
    let whole = held().filter(|held| held.grants().iter().any(Grant::is_whole)).count();
    let ranges = held().flat_map(HeldLines::grants).filter(|grant| !grant.is_whole()).count();
    let window = replay.window();
    let count = |mode: Mode| window.iter().filter(|entry| is_read(history.event(**entry), mode)).count();
    let modes = Mode::OF_SESSIONS.map(|mode| format!("{} {}", count(mode), mode.word())).join(", ");
    let costs = window.iter().filter_map(|entry| results.get(*entry)?.cost);
    let (text, sent) = costs.fold((0_u64, 0_u64), |(text, sent), cost| {
        // The length of what was sent is stated by the extension.
        (text.saturating_add(cost.0), sent.saturating_add(cost.1))
    });
    let saved = text.saturating_sub(sent) / BYTES_OF_A_TOKEN;
    let (objects, bytes) = stored;
    let since = match replay.boundary().compaction {
        Some(_) => "since the last compaction",
        None => "in this session",
    };
    [
        format!("readcache: {} on this branch {since}", counted(window.len() as u64, "entry", "entries")),
        format!(
            "held: {}, {whole} whole; {}",
            counted(held().count() as u64, "file", "files"),
            counted(ranges as u64, "range", "ranges")
        ),
        format!("reads: {modes}"),
        format!("saved: about {saved} tokens"),
        format!("store: {}, {}", counted(objects, "snapshot", "snapshots"), counted(bytes, "byte", "bytes")),
    ]
    .join("\n")
}

/// `1 file`, `2 files`.
fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn is_read(event: &Event, mode: Mode) -> bool {
    let Event::Read(result) = event else { return false };
    result.unchecked.as_ref().is_ok_and(|unchecked| unchecked.claim.mode == mode)
}

#[cfg(test)]
mod tests;
