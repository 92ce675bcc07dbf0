//! What a call takes from the write budget of its caller, until its result is known.

use std::cell::Cell;

use reread_guard::{WriteAmount, WriteBudgetExceeded};

use super::Guard;

/// Room for one call. Whatever is not kept is given back, however the call ends.
pub(super) struct Reservation<'g> {
    guard: Option<&'g Guard>,
    held: Cell<WriteAmount>,
}

impl<'g> Reservation<'g> {
    /// Refuses a call for which there is no room whatever it writes.
    pub(super) fn begin(guard: Option<&'g Guard>) -> Result<Self, WriteBudgetExceeded> {
        guard.map_or(Ok(()), |guard| guard.writes().check())?;
        Ok(Self { guard, held: Cell::default() })
    }

    /// Takes room for what is about to be written. A plan that is made anew takes the place of the one before.
    pub(super) fn take(&self, writes: WriteAmount) -> Result<(), WriteBudgetExceeded> {
        let Some(guard) = self.guard else { return Ok(()) };
        let mut budget = guard.writes();
        budget.give_back(self.held.take());
        budget.reserve(writes)?;
        self.held.set(writes);
        Ok(())
    }

    /// It was written.
    pub(super) fn keep(self) {
        self.held.take();
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        if let Some(guard) = self.guard {
            guard.writes().give_back(self.held.take());
        }
    }
}

#[cfg(test)]
mod tests;
