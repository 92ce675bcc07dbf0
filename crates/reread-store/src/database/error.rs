//! Why the database could not be used, and what `SQLite`'s words for it mean.

use std::io;
use std::path::{Path, PathBuf};

use reread_codes::Code;
use reread_text::Digest;
use rusqlite::ErrorCode;

use super::Fault;
use super::schema::VERSION;
use crate::state_error::StateError;

/// Why the database could not be used. Whatever it is, the file was left as it is.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The directory, or a file in it, cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The path of the directory leads elsewhere by now.
    #[error("{} is no longer the directory that was opened", path.display())]
    Moved {
        /// Where the directory was.
        path: PathBuf,
    },
    /// Another user may control the file.
    #[error("{} {objection}: move it away to start anew", file.display())]
    Refused {
        /// Its absolute name, for the message.
        file: PathBuf,
        /// What speaks against it.
        objection: &'static str,
    },
    /// A later release wrote it.
    #[error("{} has format {found}, and this reread knows only {VERSION}", file.display())]
    Newer {
        /// Its absolute name, for the message.
        file: PathBuf,
        /// The format it names.
        found: i64,
    },
    /// Something else wrote it, or its beginning is lost.
    #[error("{} is not a database of reread: move it away to start anew", file.display())]
    Foreign {
        /// Its absolute name, for the message.
        file: PathBuf,
    },
    /// It does not hold what it must.
    #[error("{} {what}: move it and its -wal away to start anew", file.display())]
    Damaged {
        /// Its absolute name, for the message.
        file: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// What it holds of a file's past is not what it was. Everything else can be used.
    #[error("{} holds {digest}, but {what}", file.display())]
    Unreadable {
        /// Its absolute name, for the message.
        file: PathBuf,
        /// What the bytes should be.
        digest: Digest,
        /// What is wrong with them.
        what: &'static str,
    },
    /// Another program has it open and does not let go.
    #[error("{} is in use by another program", file.display())]
    Busy {
        /// Its absolute name, for the message.
        file: PathBuf,
    },
}

impl DatabaseError {
    /// The stable word callers branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::State(error) => error.code(),
            Self::Moved { .. } => Code::Moved,
            Self::Refused { .. } => Code::UntrustedState,
            Self::Newer { .. } => Code::NewerFormat,
            Self::Foreign { .. } => Code::NotOurDatabase,
            Self::Damaged { .. } => Code::Damaged,
            Self::Unreadable { .. } => Code::Unreadable,
            Self::Busy { .. } => Code::Busy,
        }
    }
}

impl Fault {
    pub(super) fn at(self, file: &Path) -> DatabaseError {
        let file = file.to_path_buf();
        match self {
            Self::Newer(found) => DatabaseError::Newer { file, found },
            Self::Foreign => DatabaseError::Foreign { file },
            Self::Damaged(what) => DatabaseError::Damaged { file, what },
            Self::Unreadable(digest, what) => DatabaseError::Unreadable { file, digest, what },
            Self::Sqlite(error) => match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => DatabaseError::Foreign { file },
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => DatabaseError::Busy { file },
                Some(
                    ErrorCode::CannotOpen
                    | ErrorCode::ReadOnly
                    | ErrorCode::DiskFull
                    | ErrorCode::SystemIoFailure
                    | ErrorCode::PermissionDenied
                    | ErrorCode::FileLockingProtocolFailed
                    | ErrorCode::NoLargeFileSupport
                    | ErrorCode::OutOfMemory,
                ) => StateError::Io { path: file, source: io::Error::other(error) }.into(),
                // The statements are fixed: what they do not fit is the file.
                Some(_) | None => DatabaseError::Damaged { file, what: "is damaged" },
            },
        }
    }
}
