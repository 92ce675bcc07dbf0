//! How many hosts run at once.
//!
//! A host is a program of 370 MB that wants a processor for a second when it starts. More of them than this take longer than
//! one after the other.

use std::sync::{Condvar, Mutex, PoisonError};

const MOST: usize = 2;

static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// The permission to run one host. It is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct HostTurn(());

impl HostTurn {
    /// Blocks until fewer than so many hosts run.
    pub(crate) fn take() -> Self {
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = ENDED.wait_while(running, |running| *running >= MOST);
        *waited.unwrap_or_else(PoisonError::into_inner) += 1;
        Self(())
    }
}

impl Drop for HostTurn {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}
