//! Searching, and what searches of one workspace share.

use std::sync::{Mutex, PoisonError};

use reread_access::Access;

use crate::fresh_words::FreshWords;
use crate::matchers::Matchers;
use crate::model::Model;

/// Searches files.
#[derive(Clone, Copy, Debug)]
pub struct Searcher<'a> {
    pub(crate) access: &'a Access,
    pub(crate) memory: &'a SearchMemory,
}

impl<'a> Searcher<'a> {
    /// Searches what may be read, with what earlier searches left behind.
    pub fn new(access: &'a Access, memory: &'a SearchMemory) -> Self {
        Self { access, memory }
    }
}

/// What one search leaves to the next.
#[derive(Debug, Default)]
pub struct SearchMemory {
    pub(crate) matchers: Matchers,
    /// The model that ranked searches ask besides the words.
    pub(crate) model: Option<Model>,
    /// The words of all files, while a background thread keeps them up to date.
    fresh_words: Mutex<Option<FreshWords>>,
}

impl SearchMemory {
    /// Has ranked searches ask a model as well.
    pub fn set_model(&mut self, model: Model) {
        self.model = Some(model);
    }

    /// The words of all files; `None` while no thread keeps them up to date.
    pub(crate) fn fresh_words(&self) -> Option<FreshWords> {
        self.fresh_words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_fresh_words(&self, fresh: Option<FreshWords>) {
        *self.fresh_words.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
    }
}
