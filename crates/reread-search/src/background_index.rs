//! Keeping the registry, and the words of its files, up to date in the background, for as long as a server runs.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reread_access::{NotMet, Watch};
use reread_disk::{FolderWatch, Platform as _, System};

use crate::registry::{IndexError, IndexReply, Registry};
use crate::searcher::FreshWords;

/// How often `is_over` is called.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// When the registry is brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The wait before the first time: a client that sends one request and disconnects does not need the registry.
    pub first_after: Duration,
    /// The wait after a change was reported. By then the stamps are old enough to be relied on, and a program that changes
    /// many files is done.
    pub settled_after: Duration,
    /// The longest wait if no change is reported, since reports can be missing.
    pub at_the_latest: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            first_after: Duration::from_secs(1),
            settled_after: Duration::from_secs(3),
            at_the_latest: Duration::from_secs(10 * 60),
        }
    }
}

impl Registry<'_> {
    /// Brings the registry up to date again and again until `is_over`, and reports each outcome. It needs a thread of its
    /// own, whose priority it lowers. It returns early if there can be no registry.
    pub fn keep_indexed(
        &self,
        pace: &Pace,
        now: &dyn Fn() -> SystemTime,
        is_over: &dyn Fn() -> bool,
        report: &dyn Fn(&Result<IndexReply, IndexError>),
    ) {
        System::lower_priority();
        let folder_watch = FolderWatch::new().map(Arc::new);
        let watch = Watch { is_cancelled: is_over, progress: &|_| {} };
        rest(pace.first_after, is_over, None);
        // The registry is kept with the state, and no state is made before a call needs it.
        while self.access.late_state().is_pending() && !is_over() {
            rest(CHECK_INTERVAL, is_over, None);
        }
        while !is_over() {
            self.memory.set_fresh_words(None);
            let outcome = self.index_once(now(), &watch, folder_watch.as_ref());
            report(&outcome);
            if matches!(outcome, Err(IndexError::NoState | IndexError::TooMany)) {
                return;
            }
            rest(pace.at_the_latest, is_over, folder_watch.as_deref());
            rest(pace.settled_after, is_over, None);
        }
        self.memory.set_fresh_words(None);
    }

    /// Brings the registry up to date, and the words with it. They are fresh until a change is reported.
    fn index_once(
        &self,
        now: SystemTime,
        watch: &Watch<'_>,
        folder_watch: Option<&Arc<FolderWatch>>,
    ) -> Result<IndexReply, IndexError> {
        if let Some(folder_watch) = folder_watch {
            folder_watch.begin();
        }
        let reply = self.index_watching(now, watch, folder_watch.map(Arc::as_ref))?;
        let has_all_words = self.index_words(watch)?;
        if let Some(folder_watch) = folder_watch.filter(|_| has_all_words) {
            let not_met = NotMet { passed_over: reply.passed_over, several_names: reply.several_names };
            self.memory.set_fresh_words(Some(FreshWords { folder_watch: Arc::clone(folder_watch), not_met }));
        }
        Ok(reply)
    }
}

/// Waits for at most `longest`; less if a change is reported, or if it is over.
fn rest(longest: Duration, is_over: &dyn Fn() -> bool, folder_watch: Option<&FolderWatch>) {
    let mut left = longest;
    while !left.is_zero() && !is_over() {
        let part = left.min(CHECK_INTERVAL);
        match folder_watch {
            Some(folder_watch) if folder_watch.wait(part) => return,
            Some(_) => {}
            None => std::thread::sleep(part),
        }
        left -= part;
    }
}
