//! Work that is done in the background, in order, by one thread.
//!
//! It is for work that may be lost: when the process is killed, waiting tasks are not done. An orderly end waits for them.
//! The queue is bounded: a task that does not fit is done at once, by the caller.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A bounded queue of tasks and the thread that does them.
#[derive(Debug)]
pub(super) struct BackgroundQueue {
    /// `None` only while the queue is dropped.
    tasks: Option<SyncSender<Task>>,
    thread: Option<JoinHandle<()>>,
}

type Task = Box<dyn FnOnce() + Send>;

/// The capacity of the queue.
const MOST_WAITING: usize = 32;

/// A caller that was just answered may call again at once, and should not have to share the machine with this work.
const PAUSE: Duration = Duration::from_millis(5);

impl BackgroundQueue {
    /// Starts the thread of an empty queue.
    pub(super) fn start() -> io::Result<Self> {
        let (tasks, waiting) = sync_channel(MOST_WAITING);
        let thread =
            std::thread::Builder::new().name("background".to_owned()).spawn(move || work(&waiting))?;
        Ok(Self { tasks: Some(tasks), thread: Some(thread) })
    }

    /// Queues a task, or does it now if the queue is full.
    pub(super) fn run(&self, task: impl FnOnce() + Send + 'static) {
        let Some(tasks) = &self.tasks else { return task() };
        match tasks.try_send(Box::new(task)) {
            Ok(()) => {}
            Err(TrySendError::Full(task) | TrySendError::Disconnected(task)) => task(),
        }
    }

    /// Waits until every task that was queued so far is done.
    pub(super) fn settle(&self) {
        let (done, is_done) = sync_channel::<()>(0);
        let Some(tasks) = &self.tasks else { return };
        let queued = tasks.send(Box::new(move || drop(done)));
        if queued.is_ok() {
            // The sender is dropped when its turn has come.
            let _ = is_done.recv();
        }
    }
}

impl Drop for BackgroundQueue {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // If it panicked, its tasks are lost, as they may be.
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
        let queue = BackgroundQueue::start().unwrap();
        for n in 0..MOST_WAITING / 2 {
            let done = done.clone();
            queue.run(move || done.send(n).unwrap());
        }
        queue.settle();
        assert_eq!(all.try_iter().collect::<Vec<_>>(), (0..MOST_WAITING / 2).collect::<Vec<_>>());
    }

    #[test]
    fn what_does_not_fit_is_done_at_once_and_nothing_is_lost_at_the_end() {
        let (done, all) = channel::<std::thread::ThreadId>();
        let queue = BackgroundQueue::start().unwrap();
        let (go, may_go) = channel::<()>();
        let (went, has_begun) = channel::<()>();
        queue.run(move || {
            went.send(()).unwrap();
            // A failing assertion below drops the sender, so that this ends.
            let _ = may_go.recv();
        });
        has_begun.recv().unwrap();
        for _ in 0..MOST_WAITING + 4 {
            let done = done.clone();
            queue.run(move || done.send(std::thread::current().id()).unwrap());
        }
        let at_once: Vec<_> = all.try_iter().collect();
        assert_eq!(at_once, [std::thread::current().id(); 4]);
        drop(go);
        drop(queue);
        assert_eq!(all.try_iter().count() + at_once.len(), MOST_WAITING + 4);
    }
}
