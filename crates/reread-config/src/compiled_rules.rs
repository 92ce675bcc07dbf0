//! Rules of a configuration file, compiled.

use reread_path::{RuleLists, Rules};

use crate::policy_error::PolicyError;

/// The rules of three lists.
pub(crate) fn compile(file: &str, lists: &RuleLists<'_>) -> Result<Rules, PolicyError> {
    Rules::compile(lists).map_err(|source| PolicyError::Rule { file: file.to_owned(), source })
}

/// A rule set that refuses these names and nothing else.
pub(crate) fn deny_names(file: &str, names: &[String]) -> Result<Rules, PolicyError> {
    compile(file, &RuleLists { deny: names, ..RuleLists::default() })
}
