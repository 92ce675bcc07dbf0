//! Somebody who looks after a file that stays open between calls.
//!
//! To open the database, read its log and parse its tables takes longer than most of what is done with it, so a process that
//! serves many calls leaves it open, together with the lock. The keeper closes it as soon as another process asks for the
//! lock ([`Lock::is_wanted`]), and when it was not used for a moment.

use std::io;
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::place::{Kept, Place};
use crate::lock::Lock;

/// How often the keeper looks whether somebody asks: that is the longest that anybody waits for it.
const LOOKS_EVERY: Duration = Duration::from_millis(5);

/// After so many looks at which nobody has used the file it is closed.
const MOST_IDLE_LOOKS: u32 = 100;

/// The thread; the file stays open between calls for as long as this is there.
#[derive(Debug)]
pub(super) struct Keeper {
    place: Arc<Place>,
    thread: Option<JoinHandle<()>>,
}

/// What callers tell a keeper.
#[derive(Debug, Default)]
pub(super) struct Keeping {
    /// How often the file was left open.
    visits: u64,
    /// Whether it sleeps until there is something to keep.
    sleeps: bool,
}

impl Keeper {
    pub(super) fn start(place: &Arc<Place>) -> io::Result<Self> {
        place.kept().keeping = Some(Keeping::default());
        let looked_after = Arc::clone(place);
        let thread = std::thread::Builder::new().name("keeper".to_owned());
        match thread.spawn(move || looked_after.look_after()) {
            Ok(thread) => Ok(Self { place: Arc::clone(place), thread: Some(thread) }),
            Err(error) => {
                place.end_keeping();
                Err(error)
            }
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.place.end_keeping();
        if let Some(thread) = self.thread.take() {
            // If it panicked, the file is closed all the same.
            let _ = thread.join();
        }
    }
}

impl Place {
    /// Tells the keeper that the file was left open.
    pub(super) fn tell_keeper(&self, kept: &mut Kept) {
        if let Some(keeping) = kept.keeping.as_mut().filter(|_| kept.stays == 0) {
            keeping.visits += 1;
            if std::mem::take(&mut keeping.sleeps) {
                self.told.notify_one();
            }
        }
    }

    fn look_after(&self) {
        let mut kept = self.kept();
        let mut idle_looks = 0;
        loop {
            let has_something = kept.opened.is_some() && kept.stays == 0;
            let Some(keeping) = &mut kept.keeping else { return };
            let visits = keeping.visits;
            keeping.sleeps = !has_something;
            if keeping.sleeps {
                idle_looks = 0;
                kept = self.told.wait(kept).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            kept = self.told.wait_timeout(kept, LOOKS_EVERY).unwrap_or_else(PoisonError::into_inner).0;
            let is_idle = kept.keeping.as_ref().is_some_and(|keeping| keeping.visits == visits);
            idle_looks = if is_idle { idle_looks + 1 } else { 0 };
            let has_something = kept.opened.is_some() && kept.stays == 0;
            if has_something && (idle_looks >= MOST_IDLE_LOOKS || Lock::is_wanted(&self.dir)) {
                self.close_kept(&mut kept);
            }
        }
    }

    fn end_keeping(&self) {
        let mut kept = self.kept();
        kept.keeping = None;
        self.close_kept(&mut kept);
        self.told.notify_one();
    }
}
