//! One conversation, as the guard knows it: what a server calls at entry and exit of `read` and `search`.
//!
//! A session knows what it was sent and what it searched for. It does not know who is calling, nor what the caller still
//! has in its context. What it may still be sent is in the [`Budget`], which it may share with other sessions of one
//! principal. Between entry and exit nothing is held, so calls of one session can run side by side.

use std::sync::Arc;

use crate::{
    Admission, Budget, BudgetExceeded, BudgetState, Bundle, BundleId, Concern, Enforcement, GuardLimits,
    LatestSearch, Metrics, PlannedRead, RelevanceRules, Repeats, ReplyCost, ReplyKind, ReplySummary,
    Stabilization, Warning,
};

/// The memory of one conversation, of bounded size.
#[derive(Clone, Debug, Default)]
pub struct GuardSession {
    rules: Arc<RelevanceRules>,
    metrics: Metrics,
    latest: LatestSearch,
    repeats: Repeats,
    bundle: Bundle,
    /// The gravest state that was said: it is said once, and not with every reply from there on.
    said: BudgetState,
    /// Whether the latest search may be that of another conversation.
    is_one_of_many: bool,
}

/// What was decided at the entry of a read; its exit wants it back.
#[derive(Clone, Debug)]
pub struct PendingRead {
    /// Whether to serve it, and how much.
    pub admission: Admission,
    path: String,
    cites: bool,
    relevance: Option<Warning>,
}

/// The answer to a search, as the guard sees it.
#[derive(Clone, Copy, Debug)]
pub struct SearchSummary<'a> {
    /// What was searched for.
    pub query: &'a str,
    /// The files that were returned, in the order of their rank.
    pub paths: &'a [&'a str],
    /// What it costs, without a frame around it.
    pub cost: ReplyCost,
    /// Whether a limit made it shorter.
    pub is_degraded: bool,
}

impl GuardSession {
    /// A session in which nothing happened yet.
    pub fn new(rules: Arc<RelevanceRules>) -> Self {
        Self { rules, ..Self::default() }
    }

    /// A session of which nobody can say which of its principal's it is, with the latest search of any of them.
    ///
    /// What that search returned is served, or the advice of a refusal would lead nowhere. Nothing is said to be beside
    /// the point because of it: it need not be the search of whoever is reading.
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

    /// Says what there is to say about a read that was refused. It cost nothing and counts nowhere.
    pub fn at_refusal_of_read(&self, budget: &Budget, exceeded: &BudgetExceeded) -> Stabilization {
        let stabilization = Stabilization::new(budget.state(), Vec::new(), self.metrics);
        Stabilization { suggested_next_action: Some(exceeded.hint()), ..stabilization }
    }

    /// Counts and charges the answer to a read, and says what there is to say about it.
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
        self.say(budget, sent.cost, sent.is_degraded, [repeated, entry.relevance.clone()])
    }

    /// Counts and charges the answer to a search, and remembers what it returned.
    pub fn at_exit_of_search(&mut self, budget: &mut Budget, found: &SearchSummary<'_>) -> Stabilization {
        budget.charge(found.cost);
        self.metrics.count_search(found.is_degraded);
        self.latest = LatestSearch::new(found.query, found.paths.iter().copied());
        self.say(budget, found.cost, found.is_degraded, [None, None])
    }

    /// Remembers that one file was searched by itself and something was found in it.
    pub fn found_in(&mut self, path: &str) {
        self.latest = self.latest.with(path);
    }

    /// The numbers so far.
    pub fn metrics(&self) -> Metrics {
        self.metrics
    }

    /// What the latest search returned.
    pub fn latest_search(&self) -> &LatestSearch {
        &self.latest
    }

    /// The name of the receipts that were handed out so far.
    pub fn context_bundle_id(&self) -> Option<BundleId> {
        self.bundle.id()
    }

    fn say(
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
        let of_budget = self.news_of(budget).or(of_reply);
        let warnings = others.into_iter().chain([of_budget]).flatten().collect();
        Stabilization::new(budget.state().max(by_reply), warnings, self.metrics)
    }

    /// A warning when a state is reached that was not said yet.
    fn news_of(&mut self, budget: &Budget) -> Option<Warning> {
        let state = budget.state();
        if state <= self.said {
            return None;
        }
        self.said = state;
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

    /// A hint when a text was sent often and no receipt was cited.
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

/// A warning when a reply was made shorter, or should have been.
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
