//! What a conversation was sent, compared with its limits.
//!
//! A budget counts the replies of every tool; otherwise a search with much context would be a free read. Parallel calls
//! are admitted by what was charged before them, so together they may exceed a limit by one reply each.

use std::fmt;

use reread_text::Bounds;

use crate::path::is_quotable;
use crate::recent_names::RecentNames;
use crate::{
    Admission, Allowance, BudgetExceeded, Enforcement, GuardLimits, PastSearch, PlannedRead, ReplyCost,
    ReplyKind,
};

/// Number of files that a refusal recommends.
const MAX_SUGGESTIONS: usize = 3;

/// How much of a budget is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BudgetState {
    /// Less than 80 % of the reads and of the lines are used.
    #[default]
    Normal,
    /// At least 80 % of the reads or of the lines are used, or the budget itself shortened a reply.
    SoftLimit,
    /// All reads or all lines are used. Text is refused, unless a search granted it or the caller edited the file.
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
    /// Those of the lines that no read sent, but a search, for one. The others are what the metrics count as lines of reads.
    pub other_lines: u64,
    /// The size of the whole budget.
    pub limits: GuardLimits,
}

/// `20 of 25 reads and 812 of 2500 lines`, and behind that ` (50 not from reads)` if searches sent some of them.
impl fmt::Display for BudgetUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GuardLimits { max_reads, max_total_lines, .. } = self.limits;
        write!(f, "{} of {max_reads} reads and {} of {max_total_lines} lines", self.reads, self.lines)?;
        match self.other_lines {
            0 => Ok(()),
            others => write!(f, " ({others} not from reads)"),
        }
    }
}

/// The limits of a conversation, the used part, and what is served beyond the limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    enforcement: Enforcement,
    spent: BudgetUse,
    allowance: Allowance,
    edited: RecentNames,
    /// The worst state that was reported.
    reported: BudgetState,
}

impl Budget {
    /// An unused budget.
    pub fn new(enforcement: Enforcement, limits: GuardLimits) -> Self {
        Self {
            enforcement,
            spent: BudgetUse { reads: 0, lines: 0, other_lines: 0, limits },
            allowance: Allowance::default(),
            edited: RecentNames::default(),
            reported: BudgetState::Normal,
        }
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
        let BudgetUse { reads, lines, limits: GuardLimits { max_reads, max_total_lines, .. }, .. } =
            self.spent;
        match self.enforcement {
            Enforcement::Off => BudgetState::Normal,
            _ => use_of(reads, max_reads).max(use_of(lines, max_total_lines)),
        }
    }

    /// The state if it was not reported yet. Each state is reported once, not with every reply.
    pub(crate) fn take_news(&mut self) -> Option<BudgetState> {
        let state = self.state();
        let is_news = state > self.reported;
        self.reported = self.reported.max(state);
        is_news.then_some(state)
    }

    /// Decides about a read before the file is opened. Only an enforced budget refuses or narrows a read.
    ///
    /// Beyond the hard limit it serves previews, files that the caller edited, and what the latest search granted.
    pub fn admit(&self, ask: &PlannedRead<'_>) -> Admission {
        if self.enforcement != Enforcement::Enforce {
            return Admission::Serve(ask.bounds);
        }
        let page = self.page(&ask.bounds);
        if ask.is_preview || self.edited.contains(ask.path) {
            return Admission::Serve(page);
        }
        let left = self.spent.limits.max_total_lines.saturating_sub(self.spent.lines);
        let granted = self.allowance.lines_of(ask.path);
        let within = |lines: u64| Bounds { max_lines: page.max_lines.map(|page| page.min(lines)), ..page };
        if self.state() != BudgetState::HardLimit && within(left).max_lines >= within(granted).max_lines {
            return Admission::Serve(within(left));
        }
        if granted > 0 {
            return Admission::Granted(within(granted));
        }
        let found = self.allowance.files().filter(|file| is_quotable(file)).take(MAX_SUGGESTIONS);
        let exceeded = BudgetExceeded { spent: self.spent, found: found.map(str::to_owned).collect() };
        if ask.cites {
            return Admission::IfHeld { diff: page, otherwise: exceeded };
        }
        Admission::Refuse(exceeded)
    }

    /// The bounds of one read: those of one reply, and half of its lines near the limit.
    fn page(&self, asked: &Bounds) -> Bounds {
        let page = self.one_reply(asked);
        let half = match self.state() {
            BudgetState::SoftLimit => Some((self.spent.limits.max_single_lines / 2).max(1)),
            BudgetState::Normal | BudgetState::HardLimit => None,
        };
        page.narrowed(&Bounds { max_lines: half, ..Bounds::default() })
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

    /// Charges the reply to a read. Markers and diffs cost their lines, but no read and nothing of what a search granted.
    pub fn charge_read(&mut self, path: &str, admission: &Admission, kind: ReplyKind, cost: ReplyCost) {
        let is_text = kind == ReplyKind::Text;
        if is_text && matches!(admission, Admission::Granted(_)) {
            self.allowance.take(path, cost.lines);
        }
        self.spent.reads = self.spent.reads.saturating_add(u64::from(is_text));
        self.charge_lines_of_read(cost);
    }

    /// Charges the reply to a read that counts as none: an outline, or an overview.
    pub fn charge_lines_of_read(&mut self, cost: ReplyCost) {
        self.spent.lines = self.spent.lines.saturating_add(cost.lines);
    }

    /// Charges the reply to a search of the workspace, which grants reads of the files that it returned.
    pub fn charge_search(&mut self, found: &PastSearch, cost: ReplyCost) {
        self.charge(cost);
        self.allowance = Allowance::of_search(found, self.spent.limits.max_single_lines.max(1));
    }

    /// Charges the reply to a search in one file, which grants reads of that file if anything `is_found` in it.
    pub fn charge_search_in_file(&mut self, path: &str, is_found: bool, cost: ReplyCost) {
        self.charge(cost);
        if is_found {
            self.allowance.add_file(path, self.spent.limits.max_single_lines.max(1));
        }
    }

    /// Remembers a file that the caller edited: it is always served.
    pub fn add_edited(&mut self, path: &str) {
        self.edited.add(path);
    }

    /// Charges the reply of any other tool.
    pub fn charge(&mut self, cost: ReplyCost) {
        self.charge_lines_of_read(cost);
        self.spent.other_lines = self.spent.other_lines.saturating_add(cost.lines);
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
