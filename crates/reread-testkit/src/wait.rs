//! Waiting for what nothing announces.

use std::thread;
use std::time::{Duration, Instant};

use crate::line_process::TIME_LIMIT;

/// Waits until the condition holds; panics with `what` after [`TIME_LIMIT`]. The first look is at once.
#[track_caller]
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + TIME_LIMIT;
    while !holds() {
        assert!(Instant::now() < deadline, "in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
