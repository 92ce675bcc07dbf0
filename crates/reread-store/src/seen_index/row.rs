//! A line of the log: which version of which file was shown.

use reread_text::Digest;

use super::SeenSnapshot;

/// What the log begins with.
pub(super) const HEADER: &str = "reread seen 3\n";

/// No generation comes near it: they begin below half of the numbers and rise by small steps. Above it a line is damaged,
/// and must not use up the numbers that are left.
const MOST_GENERATION: u64 = u64::MAX / 4 * 3;

pub(super) fn render(file_key: &Digest, seen: &SeenSnapshot) -> String {
    format!("{file_key} {} {} {}\n", seen.generation, seen.total_lines, seen.digest)
}

/// A line without its end.
pub(super) fn parse(line: &[u8]) -> Option<(Digest, SeenSnapshot)> {
    let mut words = std::str::from_utf8(line).ok()?.split(' ');
    let file_key = words.next()?.parse().ok()?;
    let generation = words.next()?.parse().ok().filter(|generation| *generation <= MOST_GENERATION)?;
    let total_lines = words.next()?.parse().ok()?;
    let digest = words.next()?.parse().ok()?;
    words.next().is_none().then_some((file_key, SeenSnapshot { generation, total_lines, digest }))
}

#[cfg(test)]
mod tests;
