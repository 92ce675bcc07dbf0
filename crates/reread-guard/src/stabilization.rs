//! The guard's report at the end of a call.

use crate::{BudgetState, Metrics, Warning};

/// The report on one call: state of the budget, next action, warnings and counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stabilization {
    /// The state after this call. A shortened reply counts as [`BudgetState::SoftLimit`].
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
        budget_state: BudgetState,
        mut warnings: Vec<Warning>,
        metrics_snapshot: Metrics,
    ) -> Self {
        warnings.sort_by_key(|warning| warning.concern);
        let by_state = match budget_state {
            BudgetState::Normal => None,
            BudgetState::SoftLimit => Some("search before you read more"),
            BudgetState::HardLimit => Some("search, then read a file that it returns"),
        };
        let suggested_next_action =
            warnings.first().map(|warning| warning.next.clone()).or(by_state.map(str::to_owned));
        Self { budget_state, suggested_next_action, warnings, metrics_snapshot }
    }

    /// Combines the reports on several files of one call: the worse state, each warning once, the later counters.
    #[must_use]
    pub fn and_then(self, later: Self) -> Self {
        let mut warnings = self.warnings;
        for warning in later.warnings {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
        let budget_state = self.budget_state.max(later.budget_state);
        Self::new(budget_state, warnings, later.metrics_snapshot)
    }
}

#[cfg(test)]
mod tests;
