//! Names that are denied whatever else is allowed.

use reread_path::{BadRule, RuleLists, Rules};

/// A rule set that refuses these names and nothing else.
pub(crate) fn deny_names(names: &[String]) -> Result<Rules, BadRule> {
    Rules::compile(&RuleLists { deny: names, ask: &[], allow: &[] })
}
