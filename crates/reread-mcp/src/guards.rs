//! What is remembered between calls: a budget and a session for each conversation of a principal.
//!
//! Nothing here is evidence: whatever is forgotten costs a hint and nothing else. Everything is bounded, and what was
//! asked for longest ago makes room, among the conversations of one principal: no principal is forgotten for what another
//! does. A model chooses its label, so a label divides a conversation into sessions and never comes with a budget, unless
//! the label is all that the conversation is known by.
//!
//! Calls that cannot be distinguished have one budget for all of a principal's together, with what a search granted, and no
//! session.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use reread_files::GuardSettings;
use reread_guard::{Budget, GuardSession, RelevanceRules, WriteBudget, WriteLimits};
use reread_wire::Guard;

use crate::Principal;
use crate::caller::{CallerKey, Conversation};

/// Conversations of one principal that are remembered at a time, each of at most some hundred kilobytes.
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
    budgets: Recent<Conversation, Arc<Mutex<Budget>>>,
    writes: Arc<Mutex<WriteBudget>>,
    sessions: Recent<CallerKey, Arc<Mutex<GuardSession>>>,
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
            budgets: Recent::default(),
            writes: Arc::new(Mutex::new(self.writes)),
            sessions: Recent::default(),
        };
        let kept = principals.get(caller.principal().clone(), MOST_PRINCIPALS, new);
        let new_budget = || Arc::new(Mutex::new(self.budget.clone()));
        let budget = kept.budgets.get(caller.budget_key().clone(), MOST_SESSIONS, new_budget).clone();
        let new_session = || Arc::new(Mutex::new(GuardSession::new(self.rules.clone())));
        let session = if caller.remembers() {
            kept.sessions.get(caller.clone(), MOST_SESSIONS, new_session).clone()
        } else {
            new_session()
        };
        Guard::new(budget, session).paying_writes(kept.writes.clone())
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
