//! Chooses where a page of a text ends.

use crate::Outline;

impl Outline {
    /// The last line of a page that begins at `first_line` and has at most `max_lines`: the line before the last
    /// definition that begins within it, so that the next page begins with a definition.
    ///
    /// Fields, constants and other small parts do not count as definitions. A page that would be shorter than a quarter
    /// uses all its lines instead, because the next definition is too long for any page and is cut anyway. The result is
    /// at least the first line, so paging always makes progress. The text may end earlier.
    pub fn chunk_end(&self, first_line: u64, max_lines: u64) -> u64 {
        let first_line = first_line.max(1);
        let max_lines = max_lines.max(1);
        let furthest = first_line.saturating_add(max_lines - 1);
        let earliest = first_line.saturating_add((max_lines / 4).max(1));
        let starts =
            self.symbols().iter().filter(|symbol| !symbol.kind.is_small()).map(|symbol| symbol.lines.first());
        let within = |start: &u64| (earliest..=furthest.saturating_add(1)).contains(start);
        starts.filter(within).max().map_or(furthest, |start| start - 1)
    }
}

#[cfg(all(test, feature = "systems"))]
mod tests;
