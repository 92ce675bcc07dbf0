//! A thread that keeps the registry of a server current. No call waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use reread_files::{IndexError, IndexReply, Pace, Workspace};
use reread_store::UnixMillis;

/// Keeps the registry current until this is dropped.
#[derive(Debug)]
pub(crate) struct Indexing {
    is_over: Arc<AtomicBool>,
}

impl Indexing {
    /// Begins, if it is configured. Where no thread can be had, nothing but the registry is missing.
    pub(crate) fn begin<W>(workspace: W, now: fn() -> UnixMillis) -> Self
    where
        W: AsRef<Workspace> + Send + 'static,
    {
        let is_over = Arc::new(AtomicBool::new(false));
        let (stop, settings) = (Arc::clone(&is_over), workspace.as_ref().settings());
        if settings.indexes_in_background {
            let now = move || UNIX_EPOCH + Duration::from_millis(now().0);
            let keep = move || {
                let is_over = || stop.load(Ordering::Relaxed);
                workspace.as_ref().registry().keep_indexed(&Pace::default(), &now, &is_over, &log);
            };
            let _ = std::thread::Builder::new().name("index".to_owned()).spawn(keep);
        }
        Self { is_over }
    }
}

impl Drop for Indexing {
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
