//! When to stop walking and searching.

use std::sync::OnceLock;

/// Why work ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The time is up.
    Time,
    /// The caller cancelled.
    Cancelled,
    /// There is more than is kept.
    TooMuch,
}

/// Whether all workers should stop; the first reason stays.
#[derive(Debug, Default)]
pub struct Halted(OnceLock<Halt>);

impl Halted {
    /// The first reason to stop, if there is one.
    pub fn reason(&self) -> Option<Halt> {
        self.0.get().copied()
    }
}

/// What one worker asks: the caller's thread asks the clock and the caller, every other thread what that one found.
pub struct Lookout<'a> {
    /// What all workers share.
    pub halted: &'a Halted,
    /// Asks the clock and the caller; only the caller's own thread has it.
    pub ask: Option<&'a dyn Fn() -> Option<Halt>>,
}

impl Lookout<'_> {
    /// Whether work goes on. To be asked between two files, and a few hundred times within anything large.
    pub fn goes_on(&self) -> bool {
        if let Some(halt) = self.ask.and_then(|ask| ask()) {
            let _ = self.halted.0.set(halt);
        }
        self.halted.reason().is_none()
    }
}
