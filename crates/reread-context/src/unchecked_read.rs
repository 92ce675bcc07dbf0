//! What the result of one read says of itself, before it is verified.
//!
//! A history is written by the host and its extensions: results fail, are altered on their way to the model, are cut, or carry metadata
//! that says nothing. A testimony only gathers what is there; [`Evidence`](crate::Evidence) is what is left of it.

use reread_text::{Digest, LineRange};

use crate::{Mode, ReadScope};

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
    pub scope: ReadScope,
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

reread_codes::words! {
    /// Why something in a history is not believed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum RejectedEvidence {
        FailedResult = "failed_result": "the read failed and showed nothing of the file",
        Altered = "altered": "the reply is not the one that was made",
        Unattested = "unattested": "nothing is there to compare the reply with, neither a digest nor a snapshot",
        NotTheSnapshot = "not_the_snapshot": "the text is not that of the version which is named",
        NoLineShown = "no_line_shown": "no line was shown in full",
        ContextEdited = "context_edited": "it was taken out of the context, or replaced there",
        NestedCall = "nested_call": "a script got the text, the model did not",
        NoCall = "no_call": "no call on the branch asked for it",
        AnotherFile = "another_file": "the call asked for another file",
        NoMetadata = "no_metadata": "nothing says which version was shown",
        UnusableMetadata = "unusable_metadata": "what is said about the version cannot be used",
        BaseNotHeld = "base_not_held": "it rests on a version that is not held",
        AmbiguousEntry = "ambiguous_entry":
            "another entry has its name, or its parent came later, so what came before is unknown",
    }
}
