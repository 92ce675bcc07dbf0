//! Searching files.

use std::sync::{Arc, Mutex, PoisonError};

use reread_access::{Access, NotMet};
use reread_disk::FolderWatch;

use crate::matchers::Matchers;
use crate::model::Model;

/// Searches files.
#[derive(Clone, Copy, Debug)]
pub struct Searcher<'a> {
    pub(crate) access: &'a Access,
    pub(crate) memory: &'a SearchMemory,
}

impl<'a> Searcher<'a> {
    /// Searches what may be read, and reuses what earlier searches kept in `memory`.
    pub fn new(access: &'a Access, memory: &'a SearchMemory) -> Self {
        Self { access, memory }
    }
}

/// An index that has the words of every file, unless a change was reported since.
#[derive(Clone, Debug)]
pub(crate) struct FreshWords {
    /// Reports whether a file changed since.
    pub(crate) folder_watch: Arc<FolderWatch>,
    /// What the walk did not look at.
    pub(crate) not_met: NotMet,
}

/// What searches of one workspace share.
#[derive(Debug, Default)]
pub struct SearchMemory {
    pub(crate) matchers: Matchers,
    /// The model that ranks files besides their words.
    pub(crate) model: Option<Model>,
    /// The words of all files, while a background thread keeps them up to date.
    fresh_words: Mutex<Option<FreshWords>>,
}

impl SearchMemory {
    /// Lets ranked searches use a model as well.
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
