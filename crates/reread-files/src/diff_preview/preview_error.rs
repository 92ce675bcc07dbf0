//! Why there is no preview.

use reread_access::{BinaryKind, OpenError};
use reread_codes::Code;
use reread_git::GitError;

use super::PreviewBase;

/// Why there is no preview.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "names are as the caller wrote them; the messages say the rest")]
pub enum PreviewError {
    /// The file could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The working file against itself.
    #[error("against WORKTREE there is something to compare only with content")]
    NeedsContent,
    #[error("{name} cannot be compared with {}: {source}", against.word())]
    Git {
        name: String,
        /// What it should be compared with.
        against: PreviewBase,
        source: GitError,
    },
    /// In the base it is something else, and not followed.
    #[error("{name} is a {kind} in {}, not a file", against.word())]
    NotAFile {
        name: String,
        /// In which base.
        against: PreviewBase,
        /// What it is there.
        kind: &'static str,
    },
    #[error("{name} is in conflict in the index, with versions of {}", stages.join(", "))]
    Conflicted {
        name: String,
        /// Whose versions there are.
        stages: Vec<&'static str>,
    },
    #[error("{name} is not text {place}{kind}")]
    NotText {
        name: String,
        /// On which side.
        place: &'static str,
        kind: BinaryKind,
    },
    #[error("{name} has more than {max_bytes} bytes or {max_lines} lines on one side, which is not compared")]
    TooLarge {
        name: String,
        /// The most bytes that are compared.
        max_bytes: u64,
        /// The most lines that are compared.
        max_lines: u64,
    },
}

impl PreviewError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            PreviewError::Open(error) => error.code(),
            PreviewError::NeedsContent => Code::InvalidArgs,
            PreviewError::Git { source, .. } => source.code(),
            PreviewError::NotAFile { .. } => Code::NotAFile,
            PreviewError::Conflicted { .. } => Code::Conflicted,
            PreviewError::NotText { .. } => Code::NotText,
            PreviewError::TooLarge { .. } => Code::TooLarge,
        }
    }
}
