//! When to stop walking and searching.

use std::sync::atomic::{AtomicU8, Ordering};

/// Why work ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The time is up.
    Time,
    /// The caller cancelled.
    Cancelled,
    /// There is more than anybody keeps.
    TooMuch,
}

/// Whether everybody should stop; the first reason stays.
#[derive(Debug, Default)]
pub struct Halted(AtomicU8);

impl Halted {
    /// The first reason to stop, if there is one.
    pub fn reason(&self) -> Option<Halt> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Halt::Time),
            2 => Some(Halt::Cancelled),
            _ => Some(Halt::TooMuch),
        }
    }

    fn set(&self, halt: Halt) {
        let value = match halt {
            Halt::Time => 1,
            Halt::Cancelled => 2,
            Halt::TooMuch => 3,
        };
        let _ = self.0.compare_exchange(0, value, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// The eyes of one worker: the caller's thread asks the clock and the caller, the others only look at what it found.
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
            self.halted.set(halt);
        }
        self.halted.reason().is_none()
    }
}
