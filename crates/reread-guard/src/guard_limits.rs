//! How much text a caller may be sent, and what happens beyond that.

use reread_text::Bounds;

/// The size of a budget. `max_reads` and `max_total_lines` apply to all calls together, the other two to each reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardLimits {
    /// Reads that send text.
    pub max_reads: u64,
    /// Lines of all replies, of every tool.
    pub max_total_lines: u64,
    /// Lines of one reply; half of that from 80 % of a session limit on. 0 counts as 1, because an empty reply would be of
    /// no use.
    pub max_single_lines: u64,
    /// Characters of one reply. 0 counts as 1.
    pub max_preview_chars: u64,
}

impl GuardLimits {
    /// Narrows the bounds of a request to the limits of one reply.
    #[must_use]
    pub fn of_one_reply(&self, asked: &Bounds) -> Bounds {
        Bounds {
            max_lines: Some(narrower(asked.max_lines, self.max_single_lines.max(1))),
            max_chars: Some(narrower(asked.max_chars, self.max_preview_chars.max(1))),
            ..*asked
        }
    }
}

fn narrower(asked: Option<u64>, limit: u64) -> u64 {
    asked.map_or(limit, |asked| asked.min(limit))
}

impl Default for GuardLimits {
    fn default() -> Self {
        Self { max_reads: 25, max_total_lines: 2500, max_single_lines: 300, max_preview_chars: 12_000 }
    }
}

/// What happens when a limit is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Enforcement {
    /// Replies are shortened, and reads beyond the limits are refused.
    #[default]
    Enforce,
    /// Nothing is shortened or refused; the reply carries a warning.
    Warn,
    /// No warnings. Metrics are still counted.
    Off,
}

#[cfg(test)]
mod tests;
