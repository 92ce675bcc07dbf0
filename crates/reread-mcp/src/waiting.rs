//! The client that waits for a call: it may give up, and it may want to hear how far the work is.

use std::cell::Cell;
use std::time::Duration;

use reread_files::{Progress, Watch};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::runtime::Handle;

use crate::desk::FrontDesk;

/// How far apart two words about progress are at least, and the first from the beginning.
const APART: Duration = Duration::from_millis(500);

/// Who waits for one call.
pub(crate) struct Waiting {
    is_cancelled: Box<dyn Fn() -> bool + Send>,
    token: Option<ProgressToken>,
    peer: Peer<RoleServer>,
    runtime: Handle,
}

impl Waiting {
    /// Whoever made this request. Must be called on the runtime.
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        let cancelled = context.ct.clone();
        Self {
            is_cancelled: Box::new(move || cancelled.is_cancelled()),
            token: context.meta.get_progress_token(),
            peer: context.peer.clone(),
            runtime: Handle::current(),
        }
    }

    /// Does work off the runtime while they watch.
    pub(crate) fn watching<T>(&self, desk: &FrontDesk, work: impl FnOnce(Watch<'_>) -> T) -> T {
        let told = Cell::new(desk.elapsed());
        let progress = |progress: Progress| {
            if let Some(token) = &self.token
                && desk.elapsed().saturating_sub(told.get()) >= APART
            {
                told.set(desk.elapsed());
                self.tell(token.clone(), progress);
            }
        };
        work(Watch { is_cancelled: &*self.is_cancelled, progress: &progress })
    }

    fn tell(&self, token: ProgressToken, progress: Progress) {
        let message = format!("{} files, {} matches", progress.files, progress.matches);
        let said = ProgressNotificationParam::new(token, progress.files as f64).with_message(message);
        // A client that cannot be told goes on waiting for the result.
        let _ = self.runtime.block_on(self.peer.notify_progress(said));
    }
}
