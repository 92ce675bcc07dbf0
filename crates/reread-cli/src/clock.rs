//! The clocks. No other module asks the system for the time.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use reread_store::UnixMillis;

#[expect(clippy::disallowed_methods, reason = "the outermost ring is where the clock is asked")]
pub(crate) fn wall_clock() -> SystemTime {
    SystemTime::now()
}

/// The time of day.
pub(crate) fn now() -> UnixMillis {
    let since = wall_clock().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMillis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The time since this was first asked.
#[expect(clippy::disallowed_methods, reason = "the outermost ring is where the clock is asked")]
pub(crate) fn elapsed() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
