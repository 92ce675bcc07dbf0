//! One call that changes files, written down before it touches any.

use reread_codes::Code;
use reread_path::TempName;
use reread_text::Digest;

use super::DatabaseError;
use super::numbered::{numbered, stored_states};
use super::packing::LONGEST_CONTENT;
use super::version::{Version, VersionId, VersionOrigin};
use crate::journal::UnixMillis;

numbered! {
    /// The number of an operation, written `o7`. It is never given out twice.
    OperationId, 'o', "an operation"
}

/// What is about to be done.
#[derive(Debug, Clone)]
pub struct NewOperation<'a> {
    /// Who does it; secrets in it are replaced, and it is cut to 1 KiB.
    pub author: &'a str,
    /// When.
    pub at: UnixMillis,
    /// The operation that it takes back.
    pub undoes: Option<OperationId>,
    /// What happens to which file, each named once.
    pub files: Vec<NewVersion<'a>>,
}

/// What is about to happen to a file.
#[derive(Debug, Clone)]
pub struct NewVersion<'a> {
    /// The root, as the absolute name it resolved to.
    pub root: &'a [u8],
    /// The file's resolved name beneath that root.
    pub path: &'a [u8],
    /// What the disk holds; `None` if there is no file.
    pub before: Option<FileState<'a>>,
    /// What it will hold.
    pub after: Option<FileState<'a>>,
    /// How.
    pub change: VersionOrigin,
    /// The name, in the folder of the file, under which it is made ready; `None` if nothing is.
    pub temp: Option<TempName>,
    /// Whether its name says that it holds secrets: then digests are kept, and no bytes.
    pub is_sensitive: bool,
}

/// The bytes of a file and its permission bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileState<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) digest: Digest,
    pub(super) mode: u32,
}

impl<'a> FileState<'a> {
    /// Bytes, and the permission bits as the system has them.
    pub fn new(bytes: &'a [u8], mode: u32) -> Self {
        Self { bytes, digest: Digest::of(bytes), mode }
    }

    /// The same for bytes that were hashed before: to hash a file takes as long as to read it.
    pub fn hashed(bytes: &'a [u8], digest: Digest, mode: u32) -> Self {
        debug_assert_eq!(digest, Digest::of(bytes), "it is the digest of these bytes");
        Self { bytes, digest, mode }
    }
}

/// An operation that was recorded before it touches any file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartedOperation {
    /// Its number.
    pub id: OperationId,
    /// The version that each file will be, in the order they were given.
    pub versions: Vec<VersionId>,
}

/// An operation, and what it does to which file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Its number.
    pub id: OperationId,
    /// When it began.
    pub began: UnixMillis,
    /// Who did it.
    pub author: String,
    /// The operation that it takes back.
    pub undoes: Option<OperationId>,
    /// What became of it.
    pub state: OperationState,
    /// Its files, by root and path.
    pub files: Vec<OperationFile>,
    /// Whether every file is listed with what it held before: pruning takes that away. An open operation is whole.
    pub is_whole: bool,
}

/// What an operation does to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationFile {
    /// The absolute name of its root.
    pub root: Vec<u8>,
    /// The name beneath it.
    pub path: Vec<u8>,
    /// What the disk held: the parent of `after`. `None` if no version came before, so that there was no file, or if
    /// `after` names a parent and it was pruned.
    pub before: Option<Version>,
    /// What it holds if the operation was done.
    pub after: Version,
    /// The name under which the file was made ready.
    pub temp: Option<TempName>,
}

/// Whether an operation is settled, and how.
///
/// Its number is part of the format. No two numbers are one flipped bit apart, so that such a bit never settles what is
/// open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationState {
    /// It is not settled: it is under way, or its process has died.
    Open = 0,
    /// All of its files are as it meant them to be.
    Done = 0b0011,
    /// None of them is.
    Undone = 0b1100,
}

/// How an operation ended.
///
/// Saying so may be on the disk only some changes later, and be lost to a power cut. The operation is then open again,
/// with everything that there was to know, and recovery asks the disk, which was made durable before: it holds what the
/// operation meant, so that it is settled as done, or what was there before, so that it is settled as undone. Nothing that
/// built upon the settled state can be left over, since changes reach the disk in order: whatever is written down durably
/// afterwards takes the settling along. What others make of one file meanwhile is told from an operation that was never
/// complete by what lies beside it. Of several files that is not always so, and they are settled at once
/// ([`crate::OperationLog::settle_now`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationResult {
    /// All of its files are as it meant them to be.
    Done,
    /// None of them is, and its versions count for nothing. The bytes stay until they are pruned.
    Undone,
}

impl OperationResult {
    pub(super) fn state(self) -> OperationState {
        match self {
            Self::Done => OperationState::Done,
            Self::Undone => OperationState::Undone,
        }
    }
}

stored_states!(OperationState: Open, Done, Undone);

/// Why an operation must not begin. Nothing was written down.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it; paths are beneath the root")]
pub enum BeginError {
    /// An earlier operation may or may not have changed the file.
    #[error("{} is part of {operation}, which is still open", String::from_utf8_lossy(path))]
    Unsettled { path: Vec<u8>, operation: OperationId },
    /// What becomes of it would depend on the order.
    #[error("{} is named twice in one operation", String::from_utf8_lossy(.0))]
    Twice(Vec<u8>),
    /// Its bytes could not be brought back.
    #[error(
        "{} has {size} bytes, more than the {LONGEST_CONTENT} that history keeps",
        String::from_utf8_lossy(path)
    )]
    TooLong { path: Vec<u8>, size: u64 },
    #[error(transparent)]
    Database(#[from] DatabaseError),
}

impl BeginError {
    /// The stable word callers branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::Unsettled { .. } => Code::RecoveryNeeded,
            Self::Twice(_) => Code::DuplicatePath,
            Self::TooLong { .. } => Code::TooLong,
            Self::Database(error) => error.code(),
        }
    }
}

#[cfg(test)]
mod tests;
