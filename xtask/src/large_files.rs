//! Nothing large is committed: every clone would carry it for ever.

use crate::check::Verdict;
use crate::chore_error::ChoreError;
use crate::repository::Repository;

const LIMIT: u64 = 1024 * 1024;

/// Finds files over 1 MiB.
pub(crate) fn large_files(repository: &Repository) -> Result<Verdict, ChoreError> {
    let mut problems = Vec::new();
    for path in repository.committable_files()? {
        if let Some(size) = repository.size(&path).filter(|&size| size > LIMIT) {
            problems.push(format!("{path} has {size} bytes, over {LIMIT}"));
        }
    }
    Ok(Verdict::of_problems(problems))
}
