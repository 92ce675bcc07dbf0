//! What a principal was sent, compared with its limits.
//!
//! A budget belongs to a principal, not to a session; otherwise a new session name would come with a new budget. It
//! counts the replies of every tool; otherwise a search with much context would be a free read. Parallel calls are
//! admitted by what was charged before them, so together they may exceed a limit by one reply each.

use std::fmt;

use reread_text::Bounds;

use crate::{
    Admission, BudgetExceeded, Enforcement, GuardLimits, LatestSearch, PlannedRead, ReplyCost, ReplyKind,
};

/// How much of a budget is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BudgetState {
    /// Less than 80 % of the reads and of the lines are used.
    #[default]
    Normal,
    /// A limit shortened a reply, or at least 80 % of the reads or of the lines are used.
    SoftLimit,
    /// All reads or all lines are used. The next read is refused, unless a search returned its target.
    HardLimit,
}

impl BudgetState {
    /// `NORMAL`, `SOFT_LIMIT` or `HARD_LIMIT`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Normal => "NORMAL",
            Self::SoftLimit => "SOFT_LIMIT",
            Self::HardLimit => "HARD_LIMIT",
        }
    }
}

/// The used part of a budget, with its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BudgetUse {
    /// Reads that sent text.
    pub reads: u64,
    /// Lines of the replies of all tools.
    pub lines: u64,
    /// The size of the whole budget.
    pub limits: GuardLimits,
}

/// `20 of 25 reads and 812 of 2500 lines`.
impl fmt::Display for BudgetUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GuardLimits { max_reads, max_total_lines, .. } = self.limits;
        write!(f, "{} of {max_reads} reads and {} of {max_total_lines} lines", self.reads, self.lines)
    }
}

/// The limits of a principal and the used part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    enforcement: Enforcement,
    spent: BudgetUse,
}

impl Budget {
    /// An unused budget.
    pub fn new(enforcement: Enforcement, limits: GuardLimits) -> Self {
        Self { enforcement, spent: BudgetUse { reads: 0, lines: 0, limits } }
    }

    /// What happens when a limit is reached.
    pub fn enforcement(&self) -> Enforcement {
        self.enforcement
    }

    /// The used part, with the limits.
    pub fn spent(&self) -> BudgetUse {
        self.spent
    }

    /// How much is left. Always [`BudgetState::Normal`] if the budget is off.
    pub fn state(&self) -> BudgetState {
        let BudgetUse { reads, lines, limits: GuardLimits { max_reads, max_total_lines, .. } } = self.spent;
        match self.enforcement {
            Enforcement::Off => BudgetState::Normal,
            _ => use_of(reads, max_reads).max(use_of(lines, max_total_lines)),
        }
    }

    /// Decides about a read before the file is opened. Only an enforced budget refuses or narrows a read.
    ///
    /// A file that the latest search returned is always served within the bounds of one reply. The message of a refusal
    /// recommends such a file, so reading it has to work.
    pub fn admit(&self, ask: &PlannedRead<'_>, latest: &LatestSearch) -> Admission {
        if self.enforcement != Enforcement::Enforce {
            return Admission::Serve(ask.bounds);
        }
        let one_reply = self.one_reply(&ask.bounds);
        if latest.found(ask.path) {
            return Admission::Serve(one_reply);
        }
        let left = self.spent.limits.max_total_lines.saturating_sub(self.spent.lines);
        let within_left = Bounds { max_lines: one_reply.max_lines.map(|lines| lines.min(left)), ..one_reply };
        if self.state() != BudgetState::HardLimit {
            return Admission::Serve(within_left);
        }
        let exceeded = BudgetExceeded { spent: self.spent, found: latest.suggestions(|_| true) };
        if ask.cites {
            return Admission::IfHeld { diff: within_left, otherwise: exceeded };
        }
        Admission::Refuse(exceeded)
    }

    /// Narrows bounds to the limits of one reply, if the budget is enforced.
    ///
    /// A search is never refused, but it is narrowed, because matches with much context would otherwise be free reads.
    #[must_use]
    pub fn one_reply(&self, asked: &Bounds) -> Bounds {
        match self.enforcement {
            Enforcement::Enforce => self.spent.limits.of_one_reply(asked),
            Enforcement::Warn | Enforcement::Off => *asked,
        }
    }

    /// Charges the reply to a read. Markers and diffs cost their lines, but no read.
    pub fn charge_read(&mut self, kind: ReplyKind, cost: ReplyCost) {
        self.spent.reads = self.spent.reads.saturating_add(u64::from(kind == ReplyKind::Text));
        self.charge(cost);
    }

    /// Charges the reply of any other tool.
    pub fn charge(&mut self, cost: ReplyCost) {
        self.spent.lines = self.spent.lines.saturating_add(cost.lines);
    }
}

fn use_of(used: u64, limit: u64) -> BudgetState {
    if used >= limit {
        return BudgetState::HardLimit;
    }
    // 128 bits, so that the multiplication by five cannot overflow.
    let is_near = u128::from(used) * 5 >= u128::from(limit) * 4;
    if is_near { BudgetState::SoftLimit } else { BudgetState::Normal }
}

#[cfg(test)]
mod tests;
