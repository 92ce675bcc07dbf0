//! Why git's data could not be read.

use std::io;

use reread_codes::Code;

use super::ObjectId;

/// Why a repository, or something in it, could not be read. Nothing of its contents is quoted.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum GitError {
    #[error("no git repository beneath the workspace root holds it")]
    NoRepository,
    /// A `.git` leads to a place that is not ours to read.
    #[error("the git directory is outside the workspace")]
    Outside,
    /// A `.git` file leads to a git directory of another folder, or to no git directory that may be looked at.
    #[error("the .git file names a git directory that does not name this folder in return")]
    Unrelated,
    #[error("{0} in the git directory is a link that leads out of it")]
    LinkedAway(String),
    #[error("the git directory is on another filesystem than the workspace root")]
    OtherFilesystem,
    /// A format or a feature that is not read here.
    #[error("the git repository uses {0}, which is not supported")]
    Unsupported(String),
    #[error("the git repository is damaged: {0}")]
    Damaged(String),
    #[error(
        "the git repository lacks the object {id}{}",
        if *borrows { ", and objects of another repository (alternates) are not read" } else { "" }
    )]
    NoObject {
        /// Its name.
        id: ObjectId,
        /// Whether the repository says that it borrows objects from another one.
        borrows: bool,
    },
    #[error("{what} in the git repository is larger than {max} bytes")]
    TooLarge {
        what: String,
        /// The most that is read.
        max: u64,
    },
    #[error("{what} in the git repository are more than {max}, or too deep")]
    TooMany {
        what: &'static str,
        /// The most that are looked at.
        max: usize,
    },
    #[error("{what} in the git directory cannot be read: {source}")]
    Io {
        /// What was read.
        what: String,
        source: io::Error,
    },
}

impl GitError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            GitError::NoRepository | GitError::Outside | GitError::Unrelated | GitError::OtherFilesystem => {
                Code::NoRepository
            }
            GitError::Unsupported(_) => Code::UnsupportedRepository,
            GitError::LinkedAway(_) | GitError::Damaged(_) => Code::DamagedRepository,
            GitError::NoObject { .. } => Code::MissingObject,
            GitError::TooLarge { .. } | GitError::TooMany { .. } => Code::TooLarge,
            GitError::Io { source, .. } => Code::of_io(source),
        }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        GitError::Damaged(what.into())
    }

    pub(crate) fn unsupported(feature: impl Into<String>) -> Self {
        GitError::Unsupported(feature.into())
    }
}
