//! Nothing large is committed: every clone would carry it for ever.

use crate::check_result::CheckResult;
use crate::checkout::Checkout;
use crate::chore_error::ChoreError;

const LIMIT: u64 = 1024 * 1024;

/// Finds files over 1 MiB.
pub(crate) fn large_files(checkout: &Checkout) -> Result<CheckResult, ChoreError> {
    let mut problems = Vec::new();
    for path in checkout.committable_files()? {
        if let Some(size) = checkout.size(&path).filter(|&size| size > LIMIT) {
            problems.push(format!("{path} has {size} bytes, over {LIMIT}"));
        }
    }
    Ok(CheckResult::of_problems(problems))
}
