//! The guard's state for one conversation: a server calls it at entry and exit of `read` and `search`.
//!
//! A session knows what it was sent and what it searched for. It does not know the caller, nor what the caller still has
//! in its context. What may still be sent is in the [`Budget`], which the sessions of one principal share. Nothing is
//! locked between entry and exit, so calls of one session can run in parallel.

use std::sync::Arc;

use crate::{
    Admission, Budget, BudgetExceeded, BudgetState, Bundle, BundleId, Concern, Enforcement, GuardLimits,
    LatestSearch, Metrics, PlannedRead, RelevanceRules, Repeats, ReplyCost, ReplyKind, ReplySummary,
    Stabilization, Warning,
};

/// The state of one conversation. Its size is bounded.
#[derive(Clone, Debug, Default)]
pub struct GuardSession {
    rules: Arc<RelevanceRules>,
    metrics: Metrics,
    latest: LatestSearch,
    repeats: Repeats,
    bundle: Bundle,
    /// The worst state that was reported. Each state is reported once, not with every reply.
    reported: BudgetState,
    /// Whether the latest search may belong to another conversation.
    is_one_of_many: bool,
}

/// The decision at the entry of a read. The server passes it back at the exit.
#[derive(Clone, Debug)]
pub struct PendingRead {
    /// Whether to serve the read, and within which bounds.
    pub admission: Admission,
    path: String,
    cites: bool,
    relevance: Option<Warning>,
}

/// The reply to a search, as far as the guard needs it.
#[derive(Clone, Copy, Debug)]
pub struct SearchSummary<'a> {
    /// The query as the caller wrote it.
    pub query: &'a str,
    /// The returned files, best first.
    pub paths: &'a [&'a str],
    /// The text of the reply, without the frame around it.
    pub cost: ReplyCost,
    /// Whether a limit shortened the reply.
    pub is_degraded: bool,
}

impl GuardSession {
    /// A new session without any history.
    pub fn new(rules: Arc<RelevanceRules>) -> Self {
        Self { rules, ..Self::default() }
    }

    /// A session for calls that do not name their conversation, with the latest search of any session of the principal.
    ///
    /// Files that this search returned are served, so that a refused caller can continue. There is no relevance warning,
    /// because the search may belong to another conversation.
    pub fn one_of_many(rules: Arc<RelevanceRules>, latest: LatestSearch) -> Self {
        Self { rules, latest, is_one_of_many: true, ..Self::default() }
    }

    /// Decides about a read of one file, before it is done.
    pub fn at_entry_of_read(&self, budget: &Budget, ask: &PlannedRead<'_>) -> PendingRead {
        let nothing = LatestSearch::default();
        let own_search = if self.is_one_of_many { &nothing } else { &self.latest };
        PendingRead {
            admission: budget.admit(ask, &self.latest),
            path: ask.path.to_owned(),
            cites: ask.cites,
            relevance: self.rules.warning(own_search, ask.path),
        }
    }

    /// The report on a refused read, which is neither counted nor charged.
    pub fn at_refusal_of_read(&self, budget: &Budget, exceeded: &BudgetExceeded) -> Stabilization {
        let stabilization = Stabilization::new(budget.state(), Vec::new(), self.metrics);
        Stabilization { suggested_next_action: Some(exceeded.hint()), ..stabilization }
    }

    /// Counts and charges the reply to a read, and reports on it.
    pub fn at_exit_of_read(
        &mut self,
        budget: &mut Budget,
        entry: &PendingRead,
        sent: &ReplySummary<'_>,
    ) -> Stabilization {
        budget.charge_read(sent.kind, sent.cost);
        self.metrics.count_read(sent.cost, sent.is_degraded);
        if let Some(receipt) = sent.receipt {
            self.bundle.add(receipt);
        }
        let repeated = self.repeated(entry, sent);
        self.report(budget, sent.cost, sent.is_degraded, [repeated, entry.relevance.clone()])
    }

    /// Counts and charges the reply to a search, and remembers the files that it returned.
    pub fn at_exit_of_search(&mut self, budget: &mut Budget, found: &SearchSummary<'_>) -> Stabilization {
        budget.charge(found.cost);
        self.metrics.count_search(found.is_degraded);
        self.latest = LatestSearch::new(found.query, found.paths.iter().copied());
        self.report(budget, found.cost, found.is_degraded, [None, None])
    }

    /// Remembers that a search in a single file had a match.
    pub fn found_in(&mut self, path: &str) {
        self.latest = self.latest.with(path);
    }

    /// The counters up to the last call.
    pub fn metrics(&self) -> Metrics {
        self.metrics
    }

    /// The latest search; empty before the first.
    pub fn latest_search(&self) -> &LatestSearch {
        &self.latest
    }

    /// Identifies the tags that were handed out so far; `None` before the first.
    pub fn context_bundle_id(&self) -> Option<BundleId> {
        self.bundle.id()
    }

    fn report(
        &mut self,
        budget: &Budget,
        cost: ReplyCost,
        is_degraded: bool,
        others: [Option<Warning>; 2],
    ) -> Stabilization {
        if budget.enforcement() == Enforcement::Off {
            return Stabilization::new(BudgetState::Normal, Vec::new(), self.metrics);
        }
        let of_reply = of_one_reply(budget, cost, is_degraded);
        let by_reply = if of_reply.is_some() { BudgetState::SoftLimit } else { BudgetState::Normal };
        let of_budget = self.new_state(budget).or(of_reply);
        let warnings = others.into_iter().chain([of_budget]).flatten().collect();
        Stabilization::new(budget.state().max(by_reply), warnings, self.metrics)
    }

    /// A warning when a state is reached that was not reported yet.
    fn new_state(&mut self, budget: &Budget) -> Option<Warning> {
        let state = budget.state();
        if state <= self.reported {
            return None;
        }
        self.reported = state;
        let spent = budget.spent();
        let (concern, text) = match (state, budget.enforcement()) {
            (BudgetState::HardLimit, Enforcement::Enforce) => (
                Concern::HardLimit,
                format!("Read budget used up: {spent}. From here on, files that search returns are served."),
            ),
            (BudgetState::HardLimit, _) => (
                Concern::HardLimit,
                format!("Read budget exceeded. Use search to narrow scope: {spent} are used."),
            ),
            _ => (Concern::SoftLimit, format!("Read budget running low: {spent} are used.")),
        };
        let next = "search for what you need, then read only those lines".to_owned();
        Some(Warning { concern, text, next })
    }

    /// A hint when a text was sent often and no tag was cited.
    fn repeated(&mut self, entry: &PendingRead, sent: &ReplySummary<'_>) -> Option<Warning> {
        if sent.kind != ReplyKind::Text || entry.cites {
            return None;
        }
        let times = self.repeats.count(&entry.path, sent.version.as_ref()?, sent.lines)?;
        let next = match sent.receipt {
            Some(receipt) => format!("pass known: [\"{receipt}\"] if you can still see these lines"),
            None => "read fewer lines, so that the reply has a tag to cite in known".to_owned(),
        };
        let text = format!("The same text was sent {times} times. A cited tag spares sending it again.");
        Some(Warning { concern: Concern::RepeatedRead, text, next })
    }
}

/// A warning when a reply was shortened, or would have been if the budget were enforced.
fn of_one_reply(budget: &Budget, cost: ReplyCost, is_degraded: bool) -> Option<Warning> {
    let limits = budget.spent().limits;
    let fact = if is_degraded {
        "The reply was shortened to fit a limit".to_owned()
    } else if budget.enforcement() == Enforcement::Warn && !limits.has_room_for(cost) {
        let GuardLimits { max_single_lines, max_preview_chars, .. } = limits;
        format!(
            "The reply is longer than one should be: {max_single_lines} lines and {max_preview_chars} characters"
        )
    } else {
        return None;
    };
    let text = format!("{fact}. Use search to find the lines you need.");
    let next = "search for what you need, or go on where the reply ends".to_owned();
    Some(Warning { concern: Concern::SoftLimit, text, next })
}

#[cfg(test)]
mod tests;
