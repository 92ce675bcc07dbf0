//! Conflicts that are put to the review model in the background, after the reply is sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use reread_files::{ConflictReview, ReviewState, Workspace};
use reread_store::ProposalId;

use crate::ReviewConflict;

/// How many questions are open at a time. A model that does not answer must not cost more threads than this.
const MOST_OPEN: usize = 4;

/// The questions to the review model that are open now.
#[derive(Debug)]
pub(crate) struct Reviews {
    review: Option<ReviewConflict>,
    open: Arc<AtomicUsize>,
}

impl Reviews {
    pub(crate) fn new(review: Option<ReviewConflict>) -> Self {
        Self { review, open: Arc::default() }
    }

    /// Begins to ask about a conflict and returns at once; `None` if no model is asked, or the conflict is resolved already.
    pub(crate) fn begin(&self, workspace: &Arc<Workspace>, id: ProposalId) -> Option<ConflictReview> {
        let review = self.review?;
        let model = workspace.settings().review.as_ref()?.model.clone();
        if workspace.proposals().proposal(id).is_ok_and(|proposal| proposal.is_resolved) {
            return None;
        }
        let state = match self.spawn(Arc::clone(workspace), id, review) {
            Ok(()) => ReviewState::Asked,
            Err(why) => ReviewState::Failed(why),
        };
        Some(ConflictReview { model, state })
    }

    fn spawn(&self, workspace: Arc<Workspace>, id: ProposalId, review: ReviewConflict) -> Result<(), String> {
        let question = OpenQuestion::of(&self.open)
            .ok_or_else(|| format!("{MOST_OPEN} questions are open, so it was not asked"))?;
        let ask = move || {
            review(&workspace, id);
            drop(question);
        };
        let begun = thread::Builder::new().name("review".to_owned()).spawn(ask);
        begun.map(drop).map_err(|error| error.to_string())
    }
}

/// One of the questions that may be open; it is closed when this is dropped.
struct OpenQuestion(Arc<AtomicUsize>);

impl OpenQuestion {
    fn of(open: &Arc<AtomicUsize>) -> Option<Self> {
        let question = Self(Arc::clone(open));
        (open.fetch_add(1, Ordering::Relaxed) < MOST_OPEN).then_some(question)
    }
}

impl Drop for OpenQuestion {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
