//! What is remembered between calls: budgets for each principal, and a session for each of its conversations.
//!
//! Nothing here is evidence: whatever is forgotten costs a hint and nothing else. Everything is bounded, and what was
//! asked for longest ago makes room, among the conversations of one principal: no principal is forgotten for what another
//! does. The budgets of a principal outlive its conversations, so that a new label buys nothing; a principal is made by
//! the user who starts the server, not by a caller.
//!
//! Of calls that cannot be distinguished only the latest search is remembered, for all of a principal's together: what it
//! returned is served when the budget is used up.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use reread_files::GuardSettings;
use reread_guard::{Budget, GuardSession, LatestSearch, RelevanceRules, WriteBudget, WriteLimits};
use reread_wire::Guard;

use crate::Principal;
use crate::caller::CallerKey;

/// Conversations of one principal that are remembered at a time, each of some tens of kilobytes at the most.
const MOST_SESSIONS: usize = 256;

/// Principals that are remembered at a time.
const MOST_PRINCIPALS: usize = 1024;

/// The guards of all callers.
#[derive(Debug)]
pub(crate) struct Guards {
    rules: Arc<RelevanceRules>,
    budget: Budget,
    writes: WriteBudget,
    kept: Mutex<Recent<Principal, Kept>>,
}

/// What is remembered of a principal.
#[derive(Debug)]
struct Kept {
    budget: Arc<Mutex<Budget>>,
    writes: Arc<Mutex<WriteBudget>>,
    sessions: Recent<CallerKey, Arc<Mutex<GuardSession>>>,
    /// The latest search of conversations that cannot be distinguished.
    searches: Arc<Mutex<LatestSearch>>,
}

impl Guards {
    pub(crate) fn new(settings: GuardSettings, writes: WriteLimits) -> Self {
        let budget = Budget::new(settings.enforcement, settings.limits);
        let writes = WriteBudget::new(writes);
        Self { rules: Arc::new(settings.relevance), budget, writes, kept: Mutex::default() }
    }

    /// The guard of a caller: its budget, and its session if there is anything to know it again by.
    pub(crate) fn guard_of(&self, caller: &CallerKey) -> Guard {
        // The maps are whole after every step.
        let mut principals = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Kept {
            budget: Arc::new(Mutex::new(self.budget)),
            writes: Arc::new(Mutex::new(self.writes)),
            sessions: Recent::default(),
            searches: Arc::default(),
        };
        let kept = principals.get(caller.principal().clone(), MOST_PRINCIPALS, new);
        let writes = kept.writes.clone();
        if !caller.remembers() {
            return Guard::of_one_of_many(kept.budget.clone(), self.rules.clone(), kept.searches.clone())
                .paying_writes(writes);
        }
        let new_session = || Arc::new(Mutex::new(GuardSession::new(self.rules.clone())));
        let session = kept.sessions.get(caller.clone(), MOST_SESSIONS, new_session);
        Guard::new(kept.budget.clone(), session.clone()).paying_writes(writes)
    }
}

/// A map that forgets what was asked for longest ago.
#[derive(Debug)]
struct Recent<K, V> {
    asked: u64,
    kept: HashMap<K, (u64, V)>,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Self {
        Self { asked: 0, kept: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash, V> Recent<K, V> {
    fn get(&mut self, key: K, most: usize, new: impl FnOnce() -> V) -> &mut V {
        self.asked += 1;
        if !self.kept.contains_key(&key) && self.kept.len() >= most {
            let oldest = self.kept.iter().min_by_key(|(_, (asked, _))| *asked).map(|(key, _)| key.clone());
            oldest.and_then(|oldest| self.kept.remove(&oldest));
        }
        let (asked, value) = self.kept.entry(key).or_insert_with(|| (0, new()));
        *asked = self.asked;
        value
    }
}

#[cfg(test)]
mod tests;
