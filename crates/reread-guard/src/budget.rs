//! What a caller has been sent, held against its limits.
//!
//! A budget belongs to whoever pays for it: a principal, not one of its sessions, else a new label would buy a new
//! budget. It counts what every tool sends, else a search with much context would be a read for nothing. Calls that run
//! at the same time are admitted by what was charged before them, so together they may go past a limit, by one reply each.

use std::fmt;

use reread_text::Bounds;

use crate::{
    Admission, BudgetExceeded, Enforcement, GuardLimits, LatestSearch, PlannedRead, ReplyCost, ReplyKind,
};

/// How much of a budget is left, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BudgetState {
    /// Enough.
    #[default]
    Normal,
    /// A reply was made shorter by a limit, or 80 % of the reads or of the lines are used.
    SoftLimit,
    /// All reads, or all lines, are used: the next read is refused, unless search returned its target.
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

/// What was used, of how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BudgetUse {
    /// Reads that sent text.
    pub reads: u64,
    /// Lines, whatever sent them.
    pub lines: u64,
    /// How much there was.
    pub limits: GuardLimits,
}

/// `20 of 25 reads and 812 of 2500 lines`.
impl fmt::Display for BudgetUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GuardLimits { max_reads, max_total_lines, .. } = self.limits;
        write!(f, "{} of {max_reads} reads and {} of {max_total_lines} lines", self.reads, self.lines)
    }
}

/// The limits of a principal and what it has used of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    enforcement: Enforcement,
    spent: BudgetUse,
}

impl Budget {
    /// A budget of which nothing is used.
    pub fn new(enforcement: Enforcement, limits: GuardLimits) -> Self {
        Self { enforcement, spent: BudgetUse { reads: 0, lines: 0, limits } }
    }

    /// How strictly it is meant.
    pub fn enforcement(&self) -> Enforcement {
        self.enforcement
    }

    /// What was used so far.
    pub fn spent(&self) -> BudgetUse {
        self.spent
    }

    /// How much is left. A budget that is off has no limits to come near.
    pub fn state(&self) -> BudgetState {
        let BudgetUse { reads, lines, limits: GuardLimits { max_reads, max_total_lines, .. } } = self.spent;
        match self.enforcement {
            Enforcement::Off => BudgetState::Normal,
            _ => use_of(reads, max_reads).max(use_of(lines, max_total_lines)),
        }
    }

    /// Decides about a read, before it is done. Only a budget that is enforced ever refuses or narrows one.
    ///
    /// What the latest search returned is served with the bounds of one reply whatever is used, so that the advice of a
    /// refusal leads somewhere.
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

    /// The bounds of a reply, whatever is used: no wider than one may be, if the budget is enforced.
    ///
    /// A search is never refused and held to these, lest its matches with much around them become reads.
    #[must_use]
    pub fn one_reply(&self, asked: &Bounds) -> Bounds {
        match self.enforcement {
            Enforcement::Enforce => self.spent.limits.of_one_reply(asked),
            Enforcement::Warn | Enforcement::Off => *asked,
        }
    }

    /// Charges an answer to a read. Markers and diffs cost their lines, and no read.
    pub fn charge_read(&mut self, kind: ReplyKind, cost: ReplyCost) {
        self.spent.reads = self.spent.reads.saturating_add(u64::from(kind == ReplyKind::Text));
        self.charge(cost);
    }

    /// Charges what any other tool sent.
    pub fn charge(&mut self, cost: ReplyCost) {
        self.spent.lines = self.spent.lines.saturating_add(cost.lines);
    }
}

fn use_of(used: u64, limit: u64) -> BudgetState {
    if used >= limit {
        return BudgetState::HardLimit;
    }
    // Wide enough for five times the largest number.
    let is_near = u128::from(used) * 5 >= u128::from(limit) * 4;
    if is_near { BudgetState::SoftLimit } else { BudgetState::Normal }
}

#[cfg(test)]
mod tests;
