//! The sentences that stand in place of a text. They are the same on every front end except for the prefix.

use reread_text::{Diff, LineRange};

use crate::ReadScope;

/// The name in front of a marker: `[reread: …]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkerPrefix(pub &'static str);

impl MarkerPrefix {
    /// The command line and the server.
    pub const REREAD: Self = Self("reread");
    /// The extension for pi.
    pub const READCACHE: Self = Self("readcache");

    /// Whether the line is one of these sentences.
    pub(crate) fn says(self, line: &str) -> bool {
        let sentence = line.strip_prefix('[').and_then(|line| line.strip_prefix(self.0)?.strip_prefix(": "));
        let is_said = |said: &str| {
            said.starts_with("unchanged")
                || said.contains(" lines changed of ")
                || (said.starts_with("lines ") && said.contains("held"))
        };
        sentence.is_some_and(is_said)
    }

    /// Nothing changed in what was asked for.
    pub fn unchanged(self, asked: ReadScope, total_lines: u64) -> String {
        let Self(name) = self;
        match asked {
            ReadScope::Whole => format!("[{name}: unchanged, {total_lines} lines]"),
            ReadScope::Lines(lines) => format!("[{name}: unchanged in lines {lines} of {total_lines}]"),
        }
    }

    /// The lines asked for are as they were, and others are not.
    pub fn unchanged_here(self, lines: LineRange) -> String {
        format!("[{}: unchanged in lines {lines}; changes exist outside this range]", self.0)
    }

    /// A diff follows. A line in place of another is one change.
    pub fn changed(self, diff: &Diff, total_lines: u64) -> String {
        format!("[{}: {} lines changed of {total_lines}]", self.0, diff.added.max(diff.removed))
    }
}

#[cfg(test)]
mod tests;
