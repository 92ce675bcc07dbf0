//! `[guard]`: what a caller of the server may be sent, and how strictly that is meant.

use reread_guard::{Enforcement, GuardLimits, RelevanceRules};
use serde::Deserialize;

use crate::policy_error::{PolicyError, check_narrower};

/// What is configured for the guard of the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuardSettings {
    /// How strictly limits are meant.
    pub enforcement: Enforcement,
    /// What one conversation may be sent.
    pub limits: GuardLimits,
    /// What counts as beside the point.
    pub relevance: RelevanceRules,
    /// Whether the counters of each conversation are kept in the state directory.
    pub keeps_metrics: bool,
}

/// The table of the user's own configuration.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct GuardTable {
    mode: Option<Mode>,
    budget: BudgetTable,
    relevance: RelevanceTable,
    session_metrics: bool,
}

/// What a workspace may say, to narrow it.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct NarrowingTable {
    mode: Option<Mode>,
    budget: BudgetTable,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct BudgetTable {
    max_reads_per_session: Option<u64>,
    max_total_read_lines: Option<u64>,
    max_single_read_lines: Option<u64>,
    max_preview_chars: Option<u64>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct RelevanceTable {
    enabled: Option<bool>,
    excluded: Option<Vec<String>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    Off,
    Warn,
    Enforce,
}

impl Mode {
    fn enforcement(self) -> Enforcement {
        match self {
            Self::Off => Enforcement::Off,
            Self::Warn => Enforcement::Warn,
            Self::Enforce => Enforcement::Enforce,
        }
    }
}

impl GuardTable {
    pub(super) fn settings(self, file: &str) -> Result<GuardSettings, PolicyError> {
        let usual = GuardSettings::default();
        Ok(GuardSettings {
            enforcement: self.mode.map_or(usual.enforcement, Mode::enforcement),
            limits: self.budget.limits(file, usual.limits)?,
            relevance: RelevanceRules {
                is_on: self.relevance.enabled.unwrap_or(usual.relevance.is_on),
                excluded: self.relevance.excluded.unwrap_or(usual.relevance.excluded),
            },
            keeps_metrics: self.session_metrics,
        })
    }
}

impl NarrowingTable {
    /// A workspace can make a budget smaller and stricter, and nothing else.
    pub(super) fn narrow(&self, file: &str, guard: GuardSettings) -> Result<GuardSettings, PolicyError> {
        let limits = self.budget.limits(file, guard.limits)?;
        check_narrower(file, &named(&limits), &named(&guard.limits))?;
        // A mode that is less strict than the user's own changes nothing: what a workspace says is a wish.
        let enforcement = match (self.mode, guard.enforcement) {
            (Some(Mode::Enforce), _) => Enforcement::Enforce,
            (Some(Mode::Warn), Enforcement::Off) => Enforcement::Warn,
            (_, own) => own,
        };
        Ok(GuardSettings { limits, enforcement, ..guard })
    }
}

impl BudgetTable {
    fn limits(&self, file: &str, usual: GuardLimits) -> Result<GuardLimits, PolicyError> {
        let limits = GuardLimits {
            max_reads: self.max_reads_per_session.unwrap_or(usual.max_reads),
            max_total_lines: self.max_total_read_lines.unwrap_or(usual.max_total_lines),
            max_single_lines: self.max_single_read_lines.unwrap_or(usual.max_single_lines),
            max_preview_chars: self.max_preview_chars.unwrap_or(usual.max_preview_chars),
        };
        match named(&limits).into_iter().find(|(_, limit)| *limit == 0) {
            Some((key, _)) => Err(PolicyError::Zero { file: file.to_owned(), key }),
            None => Ok(limits),
        }
    }
}

fn named(limits: &GuardLimits) -> [(&'static str, u64); 4] {
    [
        ("guard.budget.max_reads_per_session", limits.max_reads),
        ("guard.budget.max_total_read_lines", limits.max_total_lines),
        ("guard.budget.max_single_read_lines", limits.max_single_lines),
        ("guard.budget.max_preview_chars", limits.max_preview_chars),
    ]
}
