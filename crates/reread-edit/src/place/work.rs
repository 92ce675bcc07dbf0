//! How much work placing a patch may take.

use std::cell::Cell;

/// Lines that are compared at the most, over all hunks of one file: a few seconds.
///
/// Counted and not measured, so that the same patch and text have the same outcome on every machine. A patch of 1,000 hunks
/// for 100,000 lines takes half of it.
const MOST_STEPS: u64 = 200_000_000;

/// Bytes that are searched or copied in the time of one step.
const BYTES_PER_STEP: u64 = 8;

/// Placing the patch takes more work than it may.
pub(super) struct WorkExceeded {
    /// The most comparisons.
    pub(super) most: u64,
}

/// What is left of the work.
pub(super) struct PlacementWork {
    left: Cell<u64>,
}

impl PlacementWork {
    pub(super) fn new() -> Self {
        Self { left: Cell::new(MOST_STEPS) }
    }

    /// Takes so many comparisons of lines, before they are made.
    pub(super) fn spend(&self, steps: u64) -> Result<(), WorkExceeded> {
        let left = self.left.get().checked_sub(steps);
        self.left.set(left.ok_or(WorkExceeded { most: MOST_STEPS })?);
        Ok(())
    }

    /// Refuses work of which it is clear from sizes that it cannot be afforded, before it begins.
    pub(super) fn check(&self, steps: u64) -> Result<(), WorkExceeded> {
        match steps > self.left.get() {
            true => Err(WorkExceeded { most: MOST_STEPS }),
            false => Ok(()),
        }
    }

    /// Takes a pass over so many bytes.
    pub(super) fn spend_bytes(&self, bytes: u64) -> Result<(), WorkExceeded> {
        self.spend(steps_for_bytes(bytes))
    }
}

/// The steps of a pass over so many bytes.
pub(super) fn steps_for_bytes(bytes: u64) -> u64 {
    bytes / BYTES_PER_STEP
}
