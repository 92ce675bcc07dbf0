//! Where a page of a text should end.

use crate::Outline;

impl Outline {
    /// The last line of a page that begins at a line and has at most so many: the one before the last definition that
    /// begins within them, so that the next page begins with a definition.
    ///
    /// Fields, constants and other small parts do not count as definitions. A page that would come out at less than a
    /// quarter takes all its lines instead: what follows is too long for any page, and has to be cut anyway. Never
    /// less than the first line, so that whoever turns pages comes to the end; the text may well end before.
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

#[cfg(test)]
mod tests;
