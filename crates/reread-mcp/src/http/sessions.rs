//! The sessions, each with its principal.
//!
//! The id of a session is a name, not a proof: it gives access only to the principal that began it. Each
//! principal may have so many; the one that was used least recently makes room for a new one.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::Principal;

/// The sessions that were begun and not ended.
#[derive(Debug)]
pub(crate) struct Sessions {
    most: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    owners: HashMap<String, Owner>,
    /// Counts the uses, so that the least recent one is known without a clock.
    uses: u64,
}

#[derive(Debug)]
struct Owner {
    principal: Principal,
    last_used: u64,
    takes_batches: bool,
}

impl Sessions {
    /// None yet, and at most so many for each principal.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, open: Mutex::default() }
    }

    /// Notes whose a session is, and whether batches may be sent in it; the sessions that have to make room for it.
    pub(crate) fn begin(&self, id: &str, principal: &Principal, takes_batches: bool) -> Vec<String> {
        let mut open = self.open();
        let mut own: Vec<(u64, String)> = open
            .owners
            .iter()
            .filter(|(_, owner)| owner.principal == *principal)
            .map(|(id, owner)| (owner.last_used, id.clone()))
            .collect();
        own.sort_unstable();
        own.truncate((own.len() + 1).saturating_sub(self.most));
        let ended: Vec<String> = own.into_iter().map(|(_, id)| id).collect();
        for id in &ended {
            open.owners.remove(id);
        }
        let last_used = open.next_use();
        open.owners.insert(id.to_owned(), Owner { principal: principal.clone(), last_used, takes_batches });
        ended
    }

    /// Whether the session is the principal's. If so, that counts as a use.
    pub(crate) fn is_owned(&self, id: &str, principal: &Principal) -> bool {
        let mut open = self.open();
        let now = open.next_use();
        match open.owners.get_mut(id) {
            Some(owner) if owner.principal == *principal => {
                owner.last_used = now;
                true
            }
            _ => false,
        }
    }

    /// Whether batches may be sent in the session.
    pub(crate) fn takes_batches(&self, id: &str) -> bool {
        self.open().owners.get(id).is_some_and(|owner| owner.takes_batches)
    }

    /// Forgets a session that has ended.
    pub(crate) fn end(&self, id: &str) {
        self.open().owners.remove(id);
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        // Nothing here is left half done by a panic.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn next_use(&mut self) -> u64 {
        self.uses += 1;
        self.uses
    }
}

#[cfg(test)]
mod tests;
