//! Texts in which the host shows files by itself: after a compaction, and where a prompt names a file with `@`.
//!
//! They have the words `Called the Read tool with the following input: {…}`, and in a block of its own or in the next message
//! `Result of calling the Read tool:` with the lines as `Read` shows them.

use serde_json::Value;

/// A message that the host wrote itself, neither the user nor a tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostText<'t>(pub(crate) &'t str);

/// What a text of the host says of files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HostSays<'t> {
    /// The input of a read, whose result follows.
    Called(Value),
    /// Lines, as `Read` shows them.
    Shows(&'t str),
    /// Something else, which may be about the file.
    Other,
}

impl<'t> HostText<'t> {
    /// What the host writes around a text of its own in a message of the user.
    pub(crate) const REMINDER: &'static str = "<system-reminder>";

    const CALLED: &'static str = "<system-reminder>\nCalled the Read tool with the following input: ";
    const RESULT: &'static str = "<system-reminder>\nResult of calling the Read tool:\n";
    const END: &'static str = "\n</system-reminder>";

    /// Whether it has the words that go with a read.
    pub(crate) fn reads_a_file(self) -> bool {
        self.0.contains("Called the Read tool") || self.0.contains("Result of calling the Read tool")
    }

    /// Whether it names the file. The notice below a result that was cut shows nothing.
    pub(crate) fn speaks_of(self, file: &str) -> bool {
        self.0.lines().any(|line| line.contains(file) && !line.starts_with("[Truncated: PARTIAL view"))
    }

    pub(crate) fn says(self) -> HostSays<'t> {
        let between = |opening: &str| {
            let inside = self.0.strip_prefix(opening)?.trim_end_matches('\n').strip_suffix(Self::END)?;
            (!inside.contains(Self::REMINDER)).then_some(inside)
        };
        if let Some(input) = between(Self::CALLED) {
            return serde_json::from_str(input).map_or(HostSays::Other, HostSays::Called);
        }
        between(Self::RESULT).map_or(HostSays::Other, HostSays::Shows)
    }
}

#[cfg(test)]
mod tests;
