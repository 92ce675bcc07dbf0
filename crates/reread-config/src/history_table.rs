//! `[history]`: how long the past is kept.

use std::time::Duration;

use serde::Deserialize;

use crate::retention::Retention;

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
