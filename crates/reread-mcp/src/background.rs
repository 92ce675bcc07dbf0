//! Work of a server that no call waits for: keeping the registry current, and pruning the history.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use reread_files::{IndexError, IndexReply, Pace, Workspace};
use reread_store::UnixMillis;

/// Threads that work until this is dropped.
#[derive(Debug)]
pub(crate) struct Background {
    is_over: Arc<AtomicBool>,
}

impl Background {
    /// Starts what is configured. Where no thread can be had, the registry is missing, and the next server prunes.
    pub(crate) fn begin(workspace: Arc<Workspace>, now: fn() -> UnixMillis) -> Self {
        let background = Self { is_over: Arc::new(AtomicBool::new(false)) };
        let settings = workspace.settings();
        let (indexes, retention) = (settings.indexes_in_background, settings.retention);
        if indexes {
            let workspace = workspace.clone();
            background.spawn("index", move |is_over| {
                let now = move || UNIX_EPOCH + Duration::from_millis(now().0);
                workspace.registry().keep_indexed(&Pace::default(), &now, is_over, &log);
            });
        }
        if retention.is_on() && workspace.access().late_state().if_open().is_some() {
            background.spawn("prune", move |is_over| {
                match workspace.history().prune_history(&retention, now(), is_over) {
                    Ok(pruned) => tracing::info!(
                        versions = pruned.versions,
                        bytes = pruned.bytes,
                        left = pruned.left,
                        "pruned the history"
                    ),
                    Err(error) => tracing::warn!(%error, "the history could not be pruned"),
                }
            });
        }
        background
    }

    fn spawn(&self, name: &str, work: impl FnOnce(&dyn Fn() -> bool) + Send + 'static) {
        let is_over = Arc::clone(&self.is_over);
        let work = move || work(&|| is_over.load(Ordering::Relaxed));
        let _ = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

fn log(outcome: &Result<IndexReply, IndexError>) {
    match outcome {
        Ok(reply) => tracing::debug!(files = reply.files, read = reply.read, "indexed"),
        Err(IndexError::Cancelled) => {}
        Err(error) => tracing::warn!(%error, "the files could not be indexed"),
    }
}
