//! The history of a server, brought down to what is configured by a thread of its own that no call waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reread_files::Workspace;
use reread_store::UnixMillis;

/// Prunes the history once, or until this is dropped.
#[derive(Debug)]
pub(crate) struct Pruning {
    is_over: Arc<AtomicBool>,
}

impl Pruning {
    /// Begins, if it is configured. Where no thread can be had, the next server does it.
    pub(crate) fn begin<W>(workspace: W, now: fn() -> UnixMillis) -> Self
    where
        W: AsRef<Workspace> + Send + 'static,
    {
        let is_over = Arc::new(AtomicBool::new(false));
        let (stop, retention) = (Arc::clone(&is_over), workspace.as_ref().settings().retention);
        if retention.is_on() && workspace.as_ref().state().is_some() {
            let prune = move || {
                let is_over = || stop.load(Ordering::Relaxed);
                match workspace.as_ref().history().prune_history(&retention, now(), &is_over) {
                    Ok(pruned) => tracing::info!(
                        versions = pruned.versions,
                        bytes = pruned.bytes,
                        left = pruned.left,
                        "pruned the history"
                    ),
                    Err(error) => tracing::warn!(%error, "the history could not be pruned"),
                }
            };
            let _ = std::thread::Builder::new().name("prune".to_owned()).spawn(prune);
        }
        Self { is_over }
    }
}

impl Drop for Pruning {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}
