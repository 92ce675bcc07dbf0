//! What the guard has to say at the end of a call.

use crate::{BudgetState, Metrics, Warning};

/// The state of the budget, what to do next, what to be aware of, and the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stabilization {
    /// How much of the budget is left.
    pub budget_state: BudgetState,
    /// What to do next, as a clause; nothing while all is well.
    pub suggested_next_action: Option<String>,
    /// What is new with this call, weightiest first.
    pub warnings: Vec<Warning>,
    /// The counters of the session.
    pub metrics_snapshot: Metrics,
}

impl Stabilization {
    /// Puts warnings in order and takes the next action from the weightiest, or else from the state.
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

    /// Whether there is something to act on, so that it is worth the tokens of saying it to a model.
    ///
    /// A state by itself is not: it is said once, as a warning, when it is reached.
    pub fn is_worth_saying(&self) -> bool {
        !self.warnings.is_empty()
    }

    /// Both in one, for a call that read several files: the graver state, every warning once, the later numbers.
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
