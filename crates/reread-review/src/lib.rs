//! Review: a model of the user's choice suggests a resolution for merge conflicts.
//!
//! [`suggest`] sends the conflicts of a merge to a chat-completions [`Endpoint`]: the three sides of each conflict with a
//! few lines around them. The answer replaces the conflicts and no other byte. It is checked before it is shown
//! ([`SuggestionError`]), and the user decides whether it is written.
//!
//! # Limits
//!
//! - Nothing is sent unless the user's configuration names an endpoint.
//! - Texts that contain credentials are not sent, and redirects are not followed.
//! - The caller takes the key from the environment; it is never shown.
//! - This crate opens no file and keeps no state.
//!
//! # Example
//!
//! ```no_run
//! use reread_review::{Endpoint, suggest};
//!
//! let endpoint = Endpoint::new("http://localhost:8080/v1/chat/completions", "a-model", false)?;
//! let merge = reread_edit::merge(b"a\n", b"b\n", b"c\n")?;
//! let resolved: Vec<u8> = suggest(&endpoint, "notes.txt", &merge)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
    /// The merge has no conflict.
    #[error("nothing is in conflict")]
    NoConflict,
    /// The conflicts must not or cannot be sent.
    #[error(transparent)]
    Unsendable(#[from] Unsendable),
    /// The request failed.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The model's answer does not have the required form.
    #[error(transparent)]
    Answer(#[from] AnswerError),
    /// The suggested text was rejected.
    #[error(transparent)]
    Suggestion(#[from] SuggestionError),
}

/// Asks the model to resolve every conflict, and returns the whole text. The file `name` is sent to the model and
/// determines the language for the syntax check.
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
