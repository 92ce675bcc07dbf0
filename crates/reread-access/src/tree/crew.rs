//! Tasks that make tasks, shared among a few threads.
//!
//! The caller's thread works like every other, and it alone asks the clock and the waiting caller: neither has to be known to
//! other threads. In which order tasks are done is up to the machine, so what comes of them must not depend on it.

use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::lookout::{Halt, Halted, Lookout};

/// More threads than this only wait for one another, and for the disk.
const MOST_THREADS: usize = 8;

/// With fewer tasks waiting, another thread is not worth its start.
const WORTH_A_THREAD: usize = 2;

/// How many tasks may wait that can as well be done at once.
const MOST_WAITING: usize = 256;

/// How often an idle caller looks up.
const PAUSE: Duration = Duration::from_millis(20);

/// Whether tasks wait for something else than a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Every task keeps a processor busy.
    Never,
    /// One thread more than there are processors, since one may wait for the disk.
    AtTimes,
}

/// The tasks, and the threads at work on them.
#[derive(Debug)]
pub struct Crew<T> {
    pending: Mutex<Pending<T>>,
    wake: Condvar,
    halted: Halted,
}

#[derive(Debug)]
struct Pending<T> {
    tasks: Vec<T>,
    busy: usize,
    idle: usize,
}

impl<T: Send> Crew<T> {
    /// Does the tasks and those that come of them; what every worker ended up with, and why it was not all, if so.
    pub fn run<W: Send>(
        tasks: Vec<T>,
        pause: Pause,
        ask: &dyn Fn() -> Option<Halt>,
        worker: impl Fn() -> W + Sync,
        work: impl Fn(&mut W, T, &Self, &Lookout<'_>) + Sync,
    ) -> (Vec<W>, Option<Halt>) {
        let crew = Crew {
            pending: Mutex::new(Pending { tasks, busy: 0, idle: 0 }),
            wake: Condvar::new(),
            halted: Halted::default(),
        };
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get).min(MOST_THREADS);
        let helpers = match pause {
            Pause::Never => processors - 1,
            Pause::AtTimes => processors,
        };
        let workers = std::thread::scope(|scope| {
            let lookout = Lookout { halted: &crew.halted, ask: Some(ask) };
            let mut own = worker();
            let mut started = Vec::new();
            while let Some(task) = crew.take(&lookout) {
                let _busy = Busy(&crew);
                work(&mut own, task, &crew, &lookout);
                if started.is_empty() && crew.pending().tasks.len() >= WORTH_A_THREAD {
                    let help = || {
                        let lookout = Lookout { halted: &crew.halted, ask: None };
                        let mut own = worker();
                        while let Some(task) = crew.take(&lookout) {
                            let _busy = Busy(&crew);
                            work(&mut own, task, &crew, &lookout);
                        }
                        own
                    };
                    started.extend((0..helpers).map(|_| scope.spawn(help)));
                }
            }
            let mut workers = vec![own];
            for helper in started {
                match helper.join() {
                    Ok(worker) => workers.push(worker),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            workers
        });
        (workers, crew.halted.reason())
    }

    /// Adds a task.
    pub fn add(&self, task: T) {
        let mut pending = self.pending();
        pending.tasks.push(task);
        if pending.idle > 0 {
            self.wake.notify_one();
        }
    }

    /// Adds a task unless many are waiting already; then it is the giver's own.
    pub fn offer(&self, task: T) -> Option<T> {
        if self.pending().tasks.len() >= MOST_WAITING {
            return Some(task);
        }
        self.add(task);
        None
    }

    /// The next task; `None` when all is done, or is to end.
    fn take(&self, lookout: &Lookout<'_>) -> Option<T> {
        loop {
            if !lookout.goes_on() {
                self.wake.notify_all();
                return None;
            }
            let mut pending = self.pending();
            if let Some(task) = pending.tasks.pop() {
                pending.busy += 1;
                return Some(task);
            }
            if pending.busy == 0 {
                self.wake.notify_all();
                return None;
            }
            pending.idle += 1;
            let waited = self.wake.wait_timeout(pending, PAUSE).unwrap_or_else(PoisonError::into_inner);
            let (mut pending, _) = waited;
            pending.idle -= 1;
        }
    }

    fn pending(&self) -> MutexGuard<'_, Pending<T>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread at work on a task, also if it fails: the remaining threads must not wait for what never comes.
struct Busy<'a, T: Send>(&'a Crew<T>);

impl<T: Send> Drop for Busy<'_, T> {
    fn drop(&mut self) {
        let mut pending = self.0.pending();
        pending.busy -= 1;
        if pending.busy == 0 && pending.tasks.is_empty() {
            self.0.wake.notify_all();
        }
    }
}
