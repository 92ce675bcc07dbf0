//! Requests that were taken in and not answered yet.
//!
//! A client that asks and does not listen would fill the memory with answers. So many are taken in at a time; the next
//! one waits in the pipe.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::model::RequestId;
use tokio::sync::Notify;

/// More than any client has open at a time, and few enough for their answers to fit.
pub(super) const MOST: usize = 256;

/// Their ids.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    ids: Mutex<HashSet<RequestId>>,
    less: Notify,
}

impl InFlight {
    /// Waits until one more may be taken in.
    pub(super) async fn room(&self) {
        loop {
            let less = self.less.notified();
            if self.ids().len() < MOST {
                return;
            }
            less.await;
        }
    }

    pub(super) fn begin(&self, id: RequestId) {
        self.ids().insert(id);
    }

    /// It was answered, or cancelled.
    pub(super) fn end(&self, id: &RequestId) {
        if self.ids().remove(id) {
            self.less.notify_one();
        }
    }

    fn ids(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
