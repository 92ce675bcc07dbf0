//! Work that nobody waits for, done in order by a thread of its own.
//!
//! It is for what may be lost: if the process is killed, what was still to be done is not done. Whoever ends in an
//! orderly way waits for it. Only so much waits at a time; what comes on top is done at once by whoever brings it.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A thread that does what it is handed.
#[derive(Debug)]
pub struct Later {
    /// `None` only while it ends.
    tasks: Option<SyncSender<Task>>,
    thread: Option<JoinHandle<()>>,
}

type Task = Box<dyn FnOnce() + Send>;

/// Tasks that may wait.
const MOST_WAITING: usize = 32;

/// Whoever was just answered may ask again at once, and should not have to share the machine with what can wait.
const PAUSE: Duration = Duration::from_millis(5);

impl Later {
    /// Starts the thread.
    pub fn start() -> io::Result<Self> {
        let (tasks, waiting) = sync_channel(MOST_WAITING);
        let thread = std::thread::Builder::new().name("later".to_owned()).spawn(move || work(&waiting))?;
        Ok(Self { tasks: Some(tasks), thread: Some(thread) })
    }

    /// Does the task later, or now if too much is waiting.
    pub fn run(&self, task: impl FnOnce() + Send + 'static) {
        let Some(tasks) = &self.tasks else { return task() };
        match tasks.try_send(Box::new(task)) {
            Ok(()) => {}
            Err(TrySendError::Full(task) | TrySendError::Disconnected(task)) => task(),
        }
    }

    /// Waits until everything that was brought so far is done.
    pub fn settle(&self) {
        let (done, is_done) = sync_channel::<()>(0);
        let Some(tasks) = &self.tasks else { return };
        let told = tasks.send(Box::new(move || drop(done)));
        if told.is_ok() {
            // The other end is dropped when its turn has come.
            let _ = is_done.recv();
        }
    }
}

impl Drop for Later {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, what it was to do is lost, as it may be.
            let _ = thread.join();
        }
    }
}

fn work(waiting: &Receiver<Task>) {
    while let Ok(task) = waiting.recv() {
        std::thread::sleep(PAUSE);
        task();
        waiting.try_iter().for_each(|task| task());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn everything_is_done_in_order_by_the_time_it_has_settled() {
        let (done, all) = channel::<usize>();
        let later = Later::start().unwrap();
        for n in 0..MOST_WAITING / 2 {
            let done = done.clone();
            later.run(move || done.send(n).unwrap());
        }
        later.settle();
        assert_eq!(all.try_iter().collect::<Vec<_>>(), (0..MOST_WAITING / 2).collect::<Vec<_>>());
    }

    #[test]
    fn what_does_not_fit_is_done_at_once_and_nothing_is_lost_at_the_end() {
        let (done, all) = channel::<std::thread::ThreadId>();
        let later = Later::start().unwrap();
        let (go, may_go) = channel::<()>();
        let (went, has_begun) = channel::<()>();
        later.run(move || {
            went.send(()).unwrap();
            // Whoever fails below lets go of the other end, so that nobody waits for ever.
            let _ = may_go.recv();
        });
        has_begun.recv().unwrap();
        for _ in 0..MOST_WAITING + 4 {
            let done = done.clone();
            later.run(move || done.send(std::thread::current().id()).unwrap());
        }
        let at_once: Vec<_> = all.try_iter().collect();
        assert_eq!(at_once, [std::thread::current().id(); 4]);
        drop(go);
        drop(later);
        assert_eq!(all.try_iter().count() + at_once.len(), MOST_WAITING + 4);
    }
}
