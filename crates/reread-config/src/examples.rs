//! Examples that a policy gives for its own rules, held against them when it is read.
//!
//! A rule that matches less than its author believes guards nothing, unnoticed. So the author may write down
//! what a rule has to match and what it must not, and a policy that does not do so is refused.

use reread_path::{RootedPath, RuleLists, Verdict};
use serde::Deserialize;

use crate::compiled_rules::compile;
use crate::policy_error::PolicyError;

/// What a rule is believed to do.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Example {
    /// The rule, as it stands in one of the lists.
    rule: String,
    /// Names that it matches.
    #[serde(default, rename = "match")]
    matched: Vec<String>,
    /// Names that it does not.
    #[serde(default)]
    not_match: Vec<String>,
}

/// Whether every example is about a rule of the lists, and is true of it.
pub(super) fn check(file: &str, lists: &RuleLists<'_>, examples: &[Example]) -> Result<(), PolicyError> {
    let wrong = |rule: &str, what: String| {
        Err(PolicyError::Example { file: file.to_owned(), rule: rule.to_owned(), what })
    };
    for Example { rule, matched, not_match } in examples {
        let is_guarding = lists.deny.contains(rule) || lists.ask.contains(rule);
        if !is_guarding && !lists.allow.contains(rule) {
            return wrong(rule, "stands in none of the lists".to_owned());
        }
        let one = std::slice::from_ref(rule);
        // Deny and ask see what a name looks like; allow is exact.
        let (lists, hit) = match is_guarding {
            true => (RuleLists { deny: one, ..RuleLists::default() }, Verdict::Deny(rule.clone())),
            false => (RuleLists { allow: one, ..RuleLists::default() }, Verdict::Allow),
        };
        let rules = compile(file, &lists)?;
        for (names, should) in [(matched, true), (not_match, false)] {
            for name in names {
                let Ok(path) = RootedPath::from_bytes(name.as_bytes()) else {
                    return wrong(rule, format!("has the example `{name}`, which is no name beneath a root"));
                };
                if (rules.judge(&[&path]) == hit) != should {
                    let does = if should { "does not match" } else { "matches" };
                    return wrong(rule, format!("{does} `{name}`"));
                }
            }
        }
    }
    Ok(())
}
