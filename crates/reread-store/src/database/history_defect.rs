//! What a check finds wrong in the history.

use reread_text::Digest;

use super::operation::OperationId;
use super::proposal::ProposalId;
use super::version::VersionId;

/// One thing that is wrong in the database or in the history that it keeps. A path is the name beneath the root.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum HistoryDefect {
    /// The file itself, in `SQLite`'s words.
    #[error("the database is damaged: {0}")]
    Database(String),
    /// The tables are not those that we make, so that nothing can be said of what they hold.
    #[error("the database has other tables than it was given")]
    Tables,
    /// Bytes that cannot be read back, and what is wrong with them.
    #[error("the bytes {0} cannot be read back: {1}")]
    Bytes(Digest, &'static str),
    /// Bytes that nothing cites. They only take up space.
    #[error("the bytes {0} are of no version")]
    Stray(Digest),
    /// A version that was changed after it was recorded, with path and number as they read now.
    #[error("version {number} of {} was altered", String::from_utf8_lossy(path))]
    Altered { path: Vec<u8>, number: i64 },
    /// A version whose bytes are gone.
    #[error("the bytes {digest} of {version} of {} are gone", String::from_utf8_lossy(path))]
    Lost { path: Vec<u8>, version: VersionId, digest: Digest },
    /// A file with fewer or more versions than were made and not pruned.
    #[error("{} has not as many versions as were made", String::from_utf8_lossy(.0))]
    Count(Vec<u8>),
    /// An operation that was changed after it was recorded, or has lost part of what is needed to settle it.
    #[error("operation {0} was altered")]
    Operation(OperationId),
    /// A proposal without the seal of the directory, or without one of its texts.
    #[error("proposal {0} was altered")]
    Proposal(ProposalId),
    /// There are more defects than are listed.
    #[error("there is more")]
    More,
}
