//! How long the past is kept, and letting go of what is older.
//!
//! Nothing goes unless the user says so, by the configuration or by a command. The newest version of every file stays
//! whatever is said, and so does everything that an open operation or an open proposal needs, and what only the history
//! has of the replies on record since the journal was last rotated. It is done in steps, with pauses in between, so that
//! a concurrent writer waits for one step at the most.

use std::collections::HashSet;
use std::time::Duration;

use reread_access::State;
use reread_config::Retention;
use reread_store::{PrunedHistory, UnixMillis};
use reread_text::Digest;

use crate::history::{History, HistoryError};

/// How many versions go in one step.
const VERSIONS_AT_A_TIME: u64 = 100;

/// How long other processes have the database for themselves between two steps.
const PAUSE: Duration = Duration::from_millis(100);

impl History<'_> {
    /// Lets go of what is older or more than that, until nothing is left to go or the work is over.
    pub fn prune_history(
        &self,
        retention: &Retention,
        now: UnixMillis,
        is_over: &dyn Fn() -> bool,
    ) -> Result<PrunedHistory, HistoryError> {
        let state = self.access.state().ok_or(HistoryError::NoState)?;
        let mut pruned = PrunedHistory::default();
        if !state.directory().has_database() {
            return Ok(pruned);
        }
        let database = state.database()?;
        let (keep_since, keep_bytes) = kept_by(retention, now);
        let pinned = pinned(state)?;
        let is_pinned = |digest: &Digest| pinned.contains(digest);
        loop {
            let step = database.prune_history(keep_since, keep_bytes, is_pinned, VERSIONS_AT_A_TIME)?;
            pruned = PrunedHistory {
                versions: pruned.versions + step.versions,
                proposals: pruned.proposals + step.proposals,
                bytes: pruned.bytes + step.bytes,
                ..step
            };
            if step.versions < VERSIONS_AT_A_TIME || is_over() {
                return Ok(pruned);
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// What that would let go. Nothing is changed.
    pub fn preview_prune(
        &self,
        retention: &Retention,
        now: UnixMillis,
    ) -> Result<PrunedHistory, HistoryError> {
        let state = self.access.state().ok_or(HistoryError::NoState)?;
        if !state.directory().has_database() {
            return Ok(PrunedHistory::default());
        }
        let (keep_since, keep_bytes) = kept_by(retention, now);
        let pinned = pinned(state)?;
        let is_pinned = |digest: &Digest| pinned.contains(digest);
        Ok(state.database()?.preview_prune_history(keep_since, keep_bytes, is_pinned)?)
    }
}

/// What it takes to make the replies on record again, and the cache does not have.
fn pinned(state: &State) -> Result<HashSet<Digest>, HistoryError> {
    let mut pinned = state.journal().replayed_from()?;
    pinned.retain(|digest| !state.cache().has(digest));
    Ok(pinned)
}

/// The time before which versions go, and how many bytes may stay.
fn kept_by(retention: &Retention, now: UnixMillis) -> (UnixMillis, u64) {
    let age = retention.max_age.map_or(u128::MAX, |age| age.as_millis());
    let since = UnixMillis(now.0.saturating_sub(u64::try_from(age).unwrap_or(u64::MAX)));
    (since, retention.max_bytes.unwrap_or(u64::MAX))
}
