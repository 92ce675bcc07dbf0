//! The guard's report at the end of a call.

use crate::{BudgetState, Metrics, Warning};

/// What a call asked for, which decides what to advise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// Text of files, or what they declare.
    Read,
    /// Lines that match. The advice never is to search.
    Search {
        /// Whether anything matched.
        is_found: bool,
    },
}

impl CallKind {
    /// The next step in a state that was reported before.
    fn next_in(self, state: BudgetState) -> Option<&'static str> {
        match (state, self) {
            (BudgetState::Normal, _) => None,
            (BudgetState::SoftLimit, Self::Read) => Some("search before you read more"),
            (BudgetState::HardLimit, Self::Read) => Some("search, then read a file that it returns"),
            (_, Self::Search { is_found: false }) => Some("try another query"),
            (BudgetState::SoftLimit, Self::Search { .. }) => Some("narrow the next query"),
            (BudgetState::HardLimit, Self::Search { .. }) => Some("read a file that this search returned"),
        }
    }
}

/// The report on one call: state of the budget, next action, warnings and counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stabilization {
    /// The state after this call. A reply that the budget shortened counts as [`BudgetState::SoftLimit`].
    pub budget_state: BudgetState,
    /// The next step for the caller, as a clause; `None` without a warning in the state [`BudgetState::Normal`].
    pub suggested_next_action: Option<String>,
    /// The warnings of this call, most important first.
    pub warnings: Vec<Warning>,
    /// The counters of the session after this call.
    pub metrics_snapshot: Metrics,
}

impl Stabilization {
    /// Sorts the warnings and takes the next action from the most important one, otherwise from the state.
    pub(crate) fn new(
        call: CallKind,
        budget_state: BudgetState,
        mut warnings: Vec<Warning>,
        metrics_snapshot: Metrics,
    ) -> Self {
        warnings.sort_by_key(|warning| warning.concern);
        let by_state = call.next_in(budget_state);
        let suggested_next_action =
            warnings.first().map(|warning| warning.next.clone()).or(by_state.map(str::to_owned));
        Self { budget_state, suggested_next_action, warnings, metrics_snapshot }
    }

    /// Combines the reports on several files that one call reads: the worse state, each warning once, the later counters.
    #[must_use]
    pub fn and_then(self, later: Self) -> Self {
        let mut warnings = self.warnings;
        for warning in later.warnings {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        let budget_state = self.budget_state.max(later.budget_state);
        Self::new(CallKind::Read, budget_state, warnings, later.metrics_snapshot)
    }
}

#[cfg(test)]
mod tests;
