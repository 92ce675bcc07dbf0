//! What the result of one read says of itself, before it is verified.
//!
//! A history is written by the host and its extensions: results fail, are altered on their way to the model, are cut, or carry metadata
//! that says nothing. A testimony only gathers what is there; [`Evidence`](crate::Evidence) is what is left of it.

use reread_text::{Digest, LineRange};

use crate::{Mode, ScopeKey};

/// The result of one read, as the history has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UncheckedRead {
    /// What its metadata says it showed.
    pub claim: Claim,
    /// What the caller really got.
    pub delivery: Delivery,
}

/// What metadata says about a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The kind of answer.
    pub mode: Mode,
    /// What it is about.
    pub scope: ScopeKey,
    /// The snapshot it was made from.
    pub served: Digest,
    /// The snapshot it was compared with.
    pub base: Option<Digest>,
    /// How many lines the served snapshot has.
    pub total_lines: u64,
}

/// What the caller got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The call failed.
    Failed,
    /// Other content than was made.
    Altered,
    /// Nothing shows whether the content is what was made.
    Unattested,
    /// A reply that shows no line in full.
    NoLine,
    /// These lines in full, in a text with this digest.
    Lines {
        /// The lines that were shown in full, as the host counts them.
        lines: LineRange,
        /// The digest of that text, with what may be said below the lines.
        text: Digest,
        /// Whether a digest that was made with the content shows that it is still the same.
        is_as_made: bool,
    },
    /// A marker or a diff, exactly as it was made.
    AsMade,
}

/// Why something in a history is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RejectedEvidence {
    /// The call failed, so its result shows nothing of the file.
    FailedResult,
    /// The content is not the content that was made.
    Altered,
    /// Nothing shows that the content is what was made.
    Unattested,
    /// The text is not that of the snapshot which the metadata names.
    NotTheSnapshot,
    /// No line was shown in full.
    NoLineShown,
    /// A later entry removed the result from the context, or replaced it.
    ContextEdited,
    /// A script made the call and got the text; the caller did not.
    NestedCall,
    /// No call on the branch asked for the result, so the caller was not told what it is.
    NoCall,
    /// The call asked for another file than the result is of.
    AnotherFile,
    /// The result has no metadata.
    NoMetadata,
    /// It has metadata that cannot be used.
    UnusableMetadata,
    /// It carries on from a base that is not held.
    BaseNotHeld,
    /// Two entries go by one name, so what came before is unknown.
    AmbiguousEntry,
}

impl RejectedEvidence {
    /// The stable word for reports.
    pub fn word(self) -> &'static str {
        match self {
            RejectedEvidence::FailedResult => "failed_result",
            RejectedEvidence::Altered => "altered",
            RejectedEvidence::Unattested => "unattested",
            RejectedEvidence::NotTheSnapshot => "not_the_snapshot",
            RejectedEvidence::NoLineShown => "no_line_shown",
            RejectedEvidence::ContextEdited => "context_edited",
            RejectedEvidence::NestedCall => "nested_call",
            RejectedEvidence::NoCall => "no_call",
            RejectedEvidence::AnotherFile => "another_file",
            RejectedEvidence::NoMetadata => "no_metadata",
            RejectedEvidence::UnusableMetadata => "unusable_metadata",
            RejectedEvidence::BaseNotHeld => "base_not_held",
            RejectedEvidence::AmbiguousEntry => "ambiguous_entry",
        }
    }
}
