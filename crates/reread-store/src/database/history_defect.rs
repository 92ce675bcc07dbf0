//! What a check finds wrong in the history.

use std::fmt;

use reread_text::Digest;

use super::operation::OperationId;
use super::proposal::ProposalId;
use super::version::VersionId;

/// One thing that is wrong in the database or in the history that it keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HistoryDefect {
    /// The file itself, in `SQLite`'s words.
    Database(String),
    /// The tables are not those that we make, so that nothing can be said of what they hold.
    Tables,
    /// Bytes that cannot be read back.
    Bytes {
        /// What they should be.
        digest: Digest,
        /// What is wrong with them.
        what: &'static str,
    },
    /// Bytes that nothing cites. They only take up space.
    Stray {
        /// What they are.
        digest: Digest,
    },
    /// A version that says something else than it did.
    Altered {
        /// The name beneath the root, as it reads now.
        path: Vec<u8>,
        /// The number, as it reads now.
        number: i64,
    },
    /// A version whose bytes are gone.
    Lost {
        /// The name beneath the root.
        path: Vec<u8>,
        /// Which entry of its history.
        version: VersionId,
        /// What the bytes were.
        digest: Digest,
    },
    /// A file with fewer or more versions than were made and not pruned.
    Count {
        /// The name beneath the root.
        path: Vec<u8>,
    },
    /// An operation that says something else than it did, or has lost part of what is needed to settle it.
    Operation(OperationId),
    /// A proposal without the seal of the directory, or without one of its texts.
    Proposal(ProposalId),
    /// There are more defects than are listed.
    More,
}

impl fmt::Display for HistoryDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |path| String::from_utf8_lossy(path);
        match self {
            Self::Database(what) => write!(f, "the database is damaged: {what}"),
            Self::Tables => f.write_str("the database has other tables than it was given"),
            Self::Bytes { digest, what } => write!(f, "the bytes {digest} cannot be read back: {what}"),
            Self::Stray { digest } => write!(f, "the bytes {digest} are of no version"),
            Self::Altered { path, number } => write!(f, "version {number} of {} was altered", name(path)),
            Self::Lost { path, version, digest } => {
                write!(f, "the bytes {digest} of {version} of {} are gone", name(path))
            }
            Self::Count { path } => write!(f, "{} has not as many versions as were made", name(path)),
            Self::Operation(id) => write!(f, "operation {id} was altered"),
            Self::Proposal(id) => write!(f, "proposal {id} was altered"),
            Self::More => f.write_str("there is more"),
        }
    }
}
