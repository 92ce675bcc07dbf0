//! An edit that could not be merged, kept with all that it takes to decide about it.

use reread_codes::Code;
use reread_text::Digest;

use super::DatabaseError;
use super::numbered::{numbered, stored_states};
use super::packing::LONGEST_CONTENT;
use super::version::VersionId;
use crate::journal::UnixMillis;

numbered! {
    /// The number of a proposal, written `p7`. It is never given out twice.
    ProposalId, 'p', "a proposal"
}

/// An edit that cannot be made. A file whose bytes are not kept, since its name says that it holds secrets, gets none.
#[derive(Debug, Clone)]
pub struct NewProposal<'a> {
    /// The root, as the absolute name it resolved to.
    pub root: &'a [u8],
    /// The file's resolved name beneath that root.
    pub path: &'a [u8],
    /// What the edit was made on; here as below, `None` if there was no file.
    pub base: Option<&'a [u8]>,
    /// What the disk holds.
    pub ours: Option<&'a [u8]>,
    /// What the edit makes of its base.
    pub theirs: Option<&'a [u8]>,
    /// The version that `base` is, if it is one.
    pub base_version: Option<VersionId>,
    /// The version that `ours` is, if it is one.
    pub current_version: Option<VersionId>,
    /// Who wants it; secrets in it are replaced, and it is cut to 1 KiB.
    pub caller: &'a str,
    /// What was asked for; secrets in it are replaced, and it is cut to 4 KiB.
    pub request: &'a str,
    /// When.
    pub at: UnixMillis,
}

/// An edit that waits for a decision, or had one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Its number.
    pub id: ProposalId,
    /// The absolute name of the root that holds the file.
    pub root: Vec<u8>,
    /// The name beneath it.
    pub path: Vec<u8>,
    /// What the edit was made on.
    pub base: Option<Digest>,
    /// What the disk held when it was made.
    pub ours: Option<Digest>,
    /// What the edit makes of its base.
    pub theirs: Option<Digest>,
    /// A suggested result. The user has to approve it like any other.
    pub suggested: Option<Digest>,
    /// The version that `base` is.
    pub base_version: Option<VersionId>,
    /// The version that `ours` is.
    pub current_version: Option<VersionId>,
    /// Who wants it.
    pub caller: String,
    /// What was asked for.
    pub request: String,
    /// When it was proposed.
    pub created: UnixMillis,
    /// How it stands.
    pub state: ProposalState,
    /// When it was decided.
    pub settled: Option<UnixMillis>,
}

/// How a proposal stands. Its number is part of the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalState {
    /// The user has not decided yet.
    Open = 0,
    /// It was made.
    Approved = 1,
    /// It will not be made.
    Dropped = 2,
    /// The file changed before the user decided, and another proposal replaced this one.
    Superseded = 3,
}

stored_states!(ProposalState: Open, Approved, Dropped, Superseded);

/// Why a proposal is not kept.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ProposeError {
    #[error("{0} proposals wait for a decision already")]
    TooMany(u64),
    #[error("a text of {0} bytes is longer than the {LONGEST_CONTENT} that are kept")]
    TooLong(u64),
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl ProposeError {
    /// The stable word callers branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::TooMany(_) => Code::TooManyProposals,
            Self::TooLong(_) => Code::TooLong,
            Self::Database(error) => error.code(),
        }
    }
}
