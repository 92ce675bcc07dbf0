//! The guard's state for one conversation: a server calls it at entry and exit of `read` and `search`.
//!
//! A session knows what it was sent and what it came across. It does not know the caller, nor what the caller still has
//! in its context. What may still be sent is in the [`Budget`]. Nothing is locked between entry and exit, so calls of one
//! session can run in parallel.

use std::sync::Arc;

use reread_text::{Bounds, Limit};

use crate::recent_names::RecentNames;
use crate::{
    Admission, Budget, BudgetExceeded, BudgetState, Bundle, BundleId, CallKind, Concern, Enforcement,
    Metrics, PastSearch, PlannedRead, RelevanceRules, Repeats, ReplyCost, ReplyKind, ReplySummary,
    Stabilization, Trail, Warning,
};

/// The state of one conversation. Its size is bounded.
#[derive(Clone, Debug, Default)]
pub struct GuardSession {
    rules: Arc<RelevanceRules>,
    metrics: Metrics,
    trail: Trail,
    repeats: Repeats,
    bundle: Bundle,
    operations: RecentNames,
    /// The state after the last call.
    last: BudgetState,
    /// Whether a read of an unrelated file was warned about since the last search.
    was_advised: bool,
}

/// The decision at the entry of a read. The server passes it back at the exit.
#[derive(Clone, Debug)]
pub struct PendingRead {
    /// Whether to serve the read, and within which bounds.
    pub admission: Admission,
    path: String,
    cites: bool,
    asked: Bounds,
    relevance: Option<Warning>,
}

impl PendingRead {
    /// Whether the budget is the reason why a reply within these bounds was cut at this limit.
    pub fn is_reason(&self, given: &Bounds, limit: Limit) -> bool {
        is_narrower(given, &self.asked, limit)
    }
}

/// Whether a bound of one kind is narrower than another.
pub fn is_narrower(given: &Bounds, asked: &Bounds, limit: Limit) -> bool {
    let of = |bounds: &Bounds| match limit {
        Limit::Lines => bounds.max_lines,
        Limit::Bytes => bounds.max_bytes,
        Limit::Chars => bounds.max_chars,
        Limit::Tokens => bounds.max_tokens,
    };
    // `None` is wider than any number.
    of(given).is_some_and(|given| of(asked).is_none_or(|asked| given < asked))
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
    /// Whether any limit shortened the reply: the caller's, the configuration's or the budget's.
    pub is_degraded: bool,
    /// Whether the budget itself shortened the reply.
    pub is_reduced: bool,
}

/// The reply to a call that names files: a listing or an overview of a folder.
#[derive(Clone, Copy, Debug)]
pub struct ListingSummary<'a> {
    /// The names in the reply.
    pub paths: &'a [&'a str],
    /// The text of the reply, without the frame around it.
    pub cost: ReplyCost,
    /// Whether any limit shortened the reply.
    pub is_degraded: bool,
    /// Whether the call was a `read`.
    pub is_read: bool,
}

impl GuardSession {
    /// A new session without any history.
    pub fn new(rules: Arc<RelevanceRules>) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Decides about a read of one file, before it is done.
    pub fn at_entry_of_read(&self, budget: &Budget, ask: &PlannedRead<'_>) -> PendingRead {
        PendingRead {
            admission: budget.admit(ask),
            path: ask.path.to_owned(),
            cites: ask.cites,
            asked: ask.bounds,
            relevance: self.rules.warning(&self.trail, ask.path),
        }
    }

    /// The report on a refused read, which is neither counted nor charged.
    pub fn at_refusal_of_read(&self, budget: &Budget, exceeded: &BudgetExceeded) -> Stabilization {
        Stabilization { suggested_next_action: Some(exceeded.hint()), ..self.standing(budget) }
    }

    /// The report on a call that failed, without news: it was neither counted nor charged.
    pub fn standing(&self, budget: &Budget) -> Stabilization {
        Stabilization::new(CallKind::Read, budget.state(), Vec::new(), self.metrics)
    }

    /// Counts and charges the reply to a read, and reports on it.
    pub fn at_exit_of_read(
        &mut self,
        budget: &mut Budget,
        entry: &PendingRead,
        sent: &ReplySummary<'_>,
    ) -> Stabilization {
        budget.charge_read(&entry.path, &entry.admission, sent.kind, sent.cost);
        self.metrics.count_read(sent.cost, sent.is_degraded);
        self.trail.add_file(&entry.path);
        if let Some(receipt) = sent.receipt {
            self.bundle.add(receipt);
        }
        let repeated = self.repeated(entry, sent);
        let unrelated = self.unrelated(entry);
        if unrelated.is_some() && budget.enforcement() != Enforcement::Off {
            self.metrics.count_low_relevance();
        }
        self.report(CallKind::Read, budget, sent.is_reduced, [repeated, unrelated])
    }

    /// The warning about an unrelated file. It is given once after each search, and for every read in an excluded folder: an
    /// agent that goes on reading other files has decided to.
    fn unrelated(&mut self, entry: &PendingRead) -> Option<Warning> {
        let warning = entry.relevance.clone()?;
        let was_advised = std::mem::replace(&mut self.was_advised, true);
        (!was_advised || self.rules.excluding(&entry.path).is_some()).then_some(warning)
    }

    /// Counts and charges the reply to a search, and remembers the files that it returned.
    pub fn at_exit_of_search(&mut self, budget: &mut Budget, found: &SearchSummary<'_>) -> Stabilization {
        let search = PastSearch::new(found.query, found.paths.iter().copied());
        let call = CallKind::Search { is_found: !search.paths().is_empty() };
        budget.charge_search(&search, found.cost);
        self.metrics.count_search(found.is_degraded);
        self.was_advised = false;
        self.trail.add_search(search);
        self.report(call, budget, found.is_reduced, [None, None])
    }

    /// Counts and charges the reply to a search in one file. `found.paths` is that file if anything matched.
    pub fn at_exit_of_search_in_file(
        &mut self,
        budget: &mut Budget,
        path: &str,
        found: &SearchSummary<'_>,
    ) -> Stabilization {
        let is_found = !found.paths.is_empty();
        budget.charge_search_in_file(path, is_found, found.cost);
        self.metrics.count_search(found.is_degraded);
        self.trail.add_file(path);
        self.report(CallKind::Search { is_found }, budget, found.is_reduced, [None, None])
    }

    /// Counts and charges a reply that names files, which are related from then on.
    pub fn at_exit_of_listing(&mut self, budget: &mut Budget, listed: &ListingSummary<'_>) -> Stabilization {
        if listed.is_read {
            budget.charge_lines_of_read(listed.cost);
            self.metrics.count_read(listed.cost, listed.is_degraded);
        } else {
            budget.charge(listed.cost);
            self.metrics.count_degraded(listed.is_degraded);
        }
        listed.paths.iter().for_each(|path| self.trail.add_file(path));
        self.report(CallKind::Read, budget, false, [None, None])
    }

    /// Remembers a file that the conversation came across: by an edit, an outline or the name of a symbol.
    pub fn came_across(&mut self, path: &str) {
        self.trail.add_file(path);
    }

    /// Remembers an operation that the conversation made, by its name.
    pub fn add_operation(&mut self, name: &str) {
        self.operations.add(name);
    }

    /// Whether the conversation made this operation, as far as that is remembered.
    pub fn made_operation(&self, name: &str) -> bool {
        self.operations.contains(name)
    }

    /// The counters up to the last call.
    pub fn metrics(&self) -> Metrics {
        self.metrics
    }

    /// Identifies the tags that were handed out so far; `None` before the first.
    pub fn context_bundle_id(&self) -> Option<BundleId> {
        self.bundle.id()
    }

    fn report(
        &mut self,
        call: CallKind,
        budget: &mut Budget,
        is_reduced: bool,
        others: [Option<Warning>; 2],
    ) -> Stabilization {
        if budget.enforcement() == Enforcement::Off {
            return Stabilization::new(call, BudgetState::Normal, Vec::new(), self.metrics);
        }
        let by_reply = if is_reduced { BudgetState::SoftLimit } else { BudgetState::Normal };
        let state = budget.state().max(by_reply);
        let is_change = state > self.last;
        let news = new_state(call, budget).or((is_reduced && is_change).then(|| shortened(call)));
        self.last = state;
        let warnings = others.into_iter().chain([news]).flatten().collect();
        Stabilization::new(call, state, warnings, self.metrics)
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

/// A warning when the budget reaches a state that was not reported yet.
fn new_state(call: CallKind, budget: &mut Budget) -> Option<Warning> {
    let (state, spent) = (budget.take_news()?, budget.spent());
    let is_read = call == CallKind::Read;
    let (concern, text) = match (state, budget.enforcement()) {
        (BudgetState::HardLimit, Enforcement::Enforce) => (
            Concern::HardLimit,
            format!("Read budget used up: {spent}. From here on, files that search returns are served."),
        ),
        (BudgetState::HardLimit, _) if is_read => (
            Concern::HardLimit,
            format!("Read budget exceeded. Use search to narrow scope: {spent} are used."),
        ),
        (BudgetState::HardLimit, _) => {
            (Concern::HardLimit, format!("Read budget exceeded: {spent} are used."))
        }
        _ => (Concern::SoftLimit, format!("Read budget running low: {spent} are used.")),
    };
    let next = match call {
        CallKind::Read => "search for what you need, then read only those lines",
        CallKind::Search { is_found: true } => "read only the lines that you need",
        CallKind::Search { is_found: false } => "try another query",
    };
    Some(Warning { concern, text, next: next.to_owned() })
}

/// A warning when the budget shortened a reply.
fn shortened(call: CallKind) -> Warning {
    let (advice, next) = match call {
        CallKind::Read => (
            "Use search to find the lines you need",
            "search for what you need, or go on where the reply ends",
        ),
        CallKind::Search { .. } => ("Narrow the query or the paths", "narrow the query or the paths"),
    };
    let text = format!("The reply was shortened to fit the budget. {advice}.");
    Warning { concern: Concern::SoftLimit, text, next: next.to_owned() }
}

#[cfg(test)]
mod tests;
