//! The client of a call: it may cancel the call, and it may ask for progress.

use std::cell::Cell;
use std::time::Duration;

use reread_files::{Progress, Watch};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::runtime::Handle;

/// The shortest time between two progress notifications, and before the first one.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

/// The client of one call.
pub(crate) struct Client {
    is_cancelled: Box<dyn Fn() -> bool + Send>,
    token: Option<ProgressToken>,
    peer: Peer<RoleServer>,
    runtime: Handle,
}

impl Client {
    /// The client that made this request. Must be called on the runtime.
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        let cancelled = context.ct.clone();
        Self {
            is_cancelled: Box::new(move || cancelled.is_cancelled()),
            token: context.meta.get_progress_token(),
            peer: context.peer.clone(),
            runtime: Handle::current(),
        }
    }

    /// Does work off the runtime; the client can cancel it and is notified of its progress.
    pub(crate) fn watching<T>(&self, clock: fn() -> Duration, work: impl FnOnce(Watch<'_>) -> T) -> T {
        let notified = Cell::new(clock());
        let progress = |progress: Progress| {
            if let Some(token) = &self.token
                && clock().saturating_sub(notified.get()) >= PROGRESS_INTERVAL
            {
                notified.set(clock());
                self.notify(token.clone(), progress);
            }
        };
        work(Watch { is_cancelled: &*self.is_cancelled, progress: &progress })
    }

    fn notify(&self, token: ProgressToken, progress: Progress) {
        let message = format!("{} files, {} matches", progress.files, progress.matches);
        let said = ProgressNotificationParam::new(token, progress.files as f64).with_message(message);
        // A client that cannot be notified still waits for the result.
        let _ = self.runtime.block_on(self.peer.notify_progress(said));
    }
}
