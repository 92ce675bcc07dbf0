//! The open connections, and which of them makes room for a new one.
//!
//! Any process of this machine can open connections and leave them there. So a connection counts for little until a request
//! on it was admitted: there may be only so many of these, the oldest ends first, and soon. Of the others only an idle one
//! ends, and only if there is no other room.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// All open connections.
#[derive(Debug)]
pub(super) struct OpenConnections {
    most: usize,
    most_unadmitted: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    /// By their numbers, which rise: the first one is the oldest.
    connections: BTreeMap<u64, State>,
    last: u64,
}

#[derive(Debug)]
struct State {
    is_admitted: bool,
    /// Requests on it that are not answered to their end.
    requests: usize,
    dismissed: Arc<Notify>,
}

impl OpenConnections {
    pub(super) fn new(most: usize, most_unadmitted: usize) -> Arc<Self> {
        Arc::new(Self { most, most_unadmitted, open: Mutex::default() })
    }

    /// Takes a connection in. Another one may be dismissed for it; `None` if all others are in use.
    pub(super) fn take(self: &Arc<Self>) -> Option<ConnectionPlace> {
        let mut open = self.open();
        let unadmitted = open.connections.values().filter(|state| !state.is_admitted).count();
        if unadmitted >= self.most_unadmitted {
            open.dismiss_unadmitted();
        }
        if open.connections.len() >= self.most && !open.dismiss_one() {
            return None;
        }
        open.last += 1;
        let (number, dismissed) = (open.last, Arc::new(Notify::new()));
        let state = State { is_admitted: false, requests: 0, dismissed: dismissed.clone() };
        open.connections.insert(number, state);
        Some(ConnectionPlace { number, dismissed, all: self.clone() })
    }

    /// Dismisses the connection that can be missed most, if there is one: the system has no descriptor for a new one.
    pub(super) fn dismiss_one(&self) -> bool {
        self.open().dismiss_one()
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn dismiss_one(&mut self) -> bool {
        self.dismiss_unadmitted() || self.dismiss_first(|state| state.requests == 0)
    }

    fn dismiss_unadmitted(&mut self) -> bool {
        self.dismiss_first(|state| !state.is_admitted)
    }

    /// Dismisses the oldest connection of that kind.
    fn dismiss_first(&mut self, is_meant: impl Fn(&State) -> bool) -> bool {
        let found = self.connections.iter().find(|(_, state)| is_meant(state)).map(|(number, _)| *number);
        let Some(state) = found.and_then(|number| self.connections.remove(&number)) else { return false };
        // A connection that does not wait for it yet will find it.
        state.dismissed.notify_one();
        true
    }
}

/// The place of one connection, until it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionPlace {
    number: u64,
    dismissed: Arc<Notify>,
    all: Arc<OpenConnections>,
}

impl ConnectionPlace {
    /// Waits until the connection has to make room.
    pub(super) async fn dismissed(&self) {
        self.dismissed.notified().await;
    }

    /// Whether a request on it was admitted.
    pub(super) fn is_admitted(&self) -> bool {
        self.all.open().connections.get(&self.number).is_some_and(|state| state.is_admitted)
    }

    /// Notes that a request was admitted, which lasts until the returned value is dropped.
    pub(super) fn admit(self: &Arc<Self>) -> AdmittedRequest {
        if let Some(state) = self.all.open().connections.get_mut(&self.number) {
            state.is_admitted = true;
            state.requests += 1;
        }
        AdmittedRequest { place: self.clone() }
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        self.all.open().connections.remove(&self.number);
    }
}

/// A request that was admitted and is not answered to its end.
#[derive(Debug)]
pub(super) struct AdmittedRequest {
    place: Arc<ConnectionPlace>,
}

impl Drop for AdmittedRequest {
    fn drop(&mut self) {
        if let Some(state) = self.place.all.open().connections.get_mut(&self.place.number) {
            state.requests -= 1;
        }
    }
}

#[cfg(test)]
mod tests;
