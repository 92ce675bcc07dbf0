//! How much a caller may be sent, and how strictly that is meant.

use reread_text::Bounds;

use crate::ReplyCost;

/// What a budget allows. Reads and total lines are counted over all calls; the other two bound each reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardLimits {
    /// So many reads that send text. With 0, only what a search returned is served.
    pub max_reads: u64,
    /// So many lines in all, whatever sends them. With 0, only what a search returned is served.
    pub max_total_lines: u64,
    /// So many lines in one reply; 0 counts as 1, since a reply of nothing leads nowhere.
    pub max_single_lines: u64,
    /// So many characters in one reply; 0 counts as 1.
    pub max_preview_chars: u64,
}

impl GuardLimits {
    /// The bounds of a request, no wider than one reply may be.
    #[must_use]
    pub fn of_one_reply(&self, asked: &Bounds) -> Bounds {
        Bounds {
            max_lines: Some(narrower(asked.max_lines, self.max_single_lines.max(1))),
            max_chars: Some(narrower(asked.max_chars, self.max_preview_chars.max(1))),
            ..*asked
        }
    }

    /// Whether one reply may cost so much.
    pub fn has_room_for(&self, cost: ReplyCost) -> bool {
        cost.lines <= self.max_single_lines.max(1) && cost.chars <= self.max_preview_chars.max(1)
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

/// How strictly limits are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Enforcement {
    /// Replies are made shorter, and reads past the limits refused.
    #[default]
    Enforce,
    /// Nothing is made shorter or refused; it is only said.
    Warn,
    /// Nothing is said. Metrics go on.
    Off,
}

#[cfg(test)]
mod tests;
