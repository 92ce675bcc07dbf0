//! `[history]`: how long the past is kept.

use std::time::Duration;

use serde::Deserialize;

/// How long the past is kept. Nothing limits what is not said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// How old a version may become.
    pub max_age: Option<Duration>,
    /// How many bytes all of them may take, as they are packed.
    pub max_bytes: Option<u64>,
}

impl Retention {
    /// Whether anything is ever let go.
    pub fn is_on(&self) -> bool {
        *self != Self::default()
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryTable {
    max_age_days: Option<u64>,
    max_bytes: Option<u64>,
}

const DAY: u64 = 24 * 60 * 60;

impl HistoryTable {
    pub(super) fn retention(&self) -> Retention {
        let age = |days: u64| Duration::from_secs(days.saturating_mul(DAY));
        Retention { max_age: self.max_age_days.map(age), max_bytes: self.max_bytes }
    }
}
