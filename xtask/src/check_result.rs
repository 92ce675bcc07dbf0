//! What a check returns.

use std::process::Command;

use crate::checkout::{shown, succeed};
use crate::chore_error::ChoreError;

/// What a check found.
#[derive(Debug)]
pub(crate) enum CheckResult {
    /// In order; the notes are worth knowing.
    Passed(Vec<String>),
    /// Not in order, and why.
    Failed(Vec<String>),
}

impl CheckResult {
    pub(crate) fn of_problems(problems: Vec<String>) -> Self {
        if problems.is_empty() { Self::Passed(problems) } else { Self::Failed(problems) }
    }
}

/// A command that speaks to the terminal itself and ends with success when it finds nothing.
pub(crate) fn says_nothing(command: &mut Command) -> Result<CheckResult, ChoreError> {
    println!("    {}", shown(command));
    succeed(command).map(|()| CheckResult::Passed(Vec::new()))
}
