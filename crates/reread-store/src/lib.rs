//! Store: what `reread` keeps on disk for itself.
//!
//! A [`StateDir`] holds everything: the secret behind the tags, a [`SnapshotCache`] of texts that diffs start
//! from, a [`SeenIndex`] that says which of them were shown for a file and in which order, the [`Journal`] of every call,
//! a [`Database`] of what people approved, what sessions cost, which files there are and what they held, and what was
//! [`SessionNotes`] about the work.
//!
//! Losing the cache or the index costs tokens and never changes what is believed to be in a context: nothing here
//! is evidence. The journal never loses a byte silently, and a lost approval is asked for again. Everything is opened beneath directory handles that
//! belong to the user alone, what is read back is checked before it is used, and a newer format is refused.
//!
//! A [`SecretFile`] and a [`PrivateSocket`] are for the server: tokens, and a door for the user alone.
//!
//! The store does not know the workspace, the meaning of a tag, or the time: times come in as arguments.

mod cut;
mod private;
mod temp_file;

mod background_queue;
mod file_locks;
mod kept_file;
mod lock;
mod own_directory;
mod scratch;
mod state_dir;
mod state_error;

#[cfg(unix)]
mod private_socket;
mod secret_file;

mod seen_index;
mod snapshot_cache;
mod snapshot_folder;

mod journal;

mod database;

pub use background_queue::BackgroundQueue;
pub use database::{
    Approval, ApprovalId, ApprovalState, ApprovalSubject, BeginError, Database, DatabaseError, Decision,
    DigestBeginning, DocumentId, DocumentRow, FileChanges, FileRow, FileStamp, FileState, FileWrites,
    HistoryDefect, NewOperation, NewProposal, NewVersion, NotADigestBeginning, NotAProposalId, NotAVersionId,
    NotAnApprovalId, NotAnOperationId, Operation, OperationFile, OperationId, OperationResult,
    OperationState, Proposal, ProposalId, ProposalState, ProposeError, PrunedHistory, RepairReport,
    SessionMetrics, StartedOperation, Version, VersionContent, VersionError, VersionId, VersionOrigin,
    WordHits, WordIndex, WordSegment,
};
pub use file_locks::{FileLocks, LockedFiles};
pub use journal::{
    AppendedRecord, BrokenChain, CallOutcome, Damage, FileReads, Journal, JournalEntry, JournalError,
    JournalExport, JournalHead, Making, NotWritten, OutcomeNote, PrunedJournal, Record, RecordedRead,
    ShownFile, UnixMillis, VerifiedChain,
};
#[cfg(unix)]
pub use private::FileIdentity;
pub use private::UnsafeDirectory;
#[cfg(unix)]
pub use private_socket::{PrivateSocket, SocketError};
pub use scratch::Scratch;
pub use secret_file::{SecretError, SecretFile};
pub use seen_index::{SeenError, SeenIndex, SeenSnapshot, SeenUpdate};
pub use snapshot_cache::{CacheError, CacheStats, Lookup, Pruned, SnapshotCache, StoreResult};
pub use snapshot_folder::SnapshotFolder;
pub use state_dir::{AuthoredNotes, SessionNotes, StateDir};
pub use state_error::StateError;
