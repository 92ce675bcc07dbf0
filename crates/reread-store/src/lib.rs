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
mod remove_tree;
mod seal;
mod temp_file;

mod kept_file;
mod key_folder;
mod lock;
mod own_directory;
mod state_dir;
mod state_error;

mod private_socket;
mod secret_file;

mod seen_index;
mod snapshot_cache;

mod journal;

mod database;

pub use database::{
    AdoptedRows, Approval, ApprovalId, ApprovalRequests, ApprovalState, ApprovalSubject, BeginError,
    Database, DatabaseError, Decision, DigestBeginning, DocumentId, DocumentRow, FileChanges, FileRegistry,
    FileRow, FileStamp, FileState, FileVersions, FileWrites, FoundFile, FoundHistory, FoundOperation,
    HistoryDefect, KeptProposals, MOST_OPEN_PROPOSALS, NewOperation, NewProposal, NewVersion,
    NotADigestBeginning, NotAnId, Operation, OperationFile, OperationId, OperationLog, OperationResult,
    OperationState, Proposal, ProposalId, ProposalState, ProposeError, PrunedHistory, RepairReport,
    SessionMetrics, StartedOperation, Version, VersionContent, VersionError, VersionId, VersionOrigin,
    WordHits, WordIndex, WordSegment,
};
pub use journal::{
    BrokenChain, CallOutcome, CallerIdentity, Damage, FileReads, Journal, JournalEntry, JournalError,
    JournalExport, JournalHead, Making, NotWritten, OutcomeNote, PrunedJournal, Record, ShownFile,
    UnixMillis, VerifiedChain,
};
pub use key_folder::KeyPlace;
pub use lock::{FileLocks, LockedFiles};
pub use private::{FileIdentity, UnsafeDirectory};
pub use private_socket::{PrivateSocket, SocketError};
pub use remove_tree::remove_tree;
pub use secret_file::{SecretError, SecretFile};
pub use seen_index::{SeenError, SeenIndex, SeenSnapshot, SeenUpdate};
pub use snapshot_cache::{
    CacheError, CacheStats, Lookup, Pruned, SnapshotCache, SnapshotFolder, StoreResult,
};
pub use state_dir::{
    AuthoredNotes, FoundMaker, FoundState, SessionNotes, StateDir, TreeTotals, UnownedState,
};
pub use state_error::StateError;
pub use temp_file::Scratch;
