//! Review: a model that the user names suggests how a conflict ends.
//!
//! [`suggest`] asks a chat-completions [`Endpoint`] about the conflicts of a merge, and about nothing else: the model is sent
//! the three sides of each with a few lines around them, and its answer is put between the lines that nobody disputes. So a
//! suggestion can change the places in conflict and no other byte. What it puts there is looked at before anybody is shown
//! it ([`SuggestionError`]); whether it is written is for a person to decide.
//!
//! Nothing is asked unless the user's own configuration names an endpoint. Texts that hold credentials are not sent, no
//! redirect is followed, and the key is taken from the environment by the caller and never shown. This crate opens no
//! file and keeps nothing.

mod answer;
mod endpoint;
mod question;
mod suggestion;

use reread_code::Language;
use reread_edit::{Merge, MergeSide};

pub use answer::AnswerError;
pub use endpoint::{AskError, BadEndpoint, Endpoint};
pub use question::Unsendable;
pub use suggestion::SuggestionError;

/// Why there is no suggestion.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The versions have nothing that needs a decision.
    #[error("nothing is in conflict")]
    NoConflict,
    /// Nothing may be sent.
    #[error(transparent)]
    Unsendable(#[from] Unsendable),
    /// The endpoint did not answer.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The answer is none.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// The answer is nothing to be written.
    #[error(transparent)]
    Suggestion(#[from] SuggestionError),
}

/// What the model makes of a merge: the whole text, with every conflict decided. `name` is the file's, for the model and
/// for its language.
pub fn suggest(endpoint: &Endpoint, name: &str, merge: &Merge<'_>) -> Result<Vec<u8>, ReviewError> {
    let conflicts = merge.conflicts();
    if conflicts.is_empty() {
        return Err(ReviewError::NoConflict);
    }
    let question = question::messages(name, merge)?;
    let content = endpoint.ask(&question)?;
    let decided = answer::decided(&content, conflicts.len())?;
    Ok(suggestion::checked(merge, &decided, Language::of_file(name, merge.whole(MergeSide::Ours)))?)
}
