//! Why the database could not be used, and what `SQLite`'s words for it mean.

use std::io;
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};

use reread_codes::Code;
use reread_text::Digest;
use rusqlite::ErrorCode;

use super::schema::VERSION;
use crate::state_error::StateError;

/// Why the database could not be used. Whatever it is, the file was left as it is.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The directory, or a file in it, cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The file, or what it holds, cannot be used.
    #[error("{} {fault}", file.display())]
    File {
        /// Its absolute name, for the message.
        file: PathBuf,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// What goes wrong inside the file, before it is known which file that is.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// What `SQLite` says. In an error that callers see, another fault stands for it.
    #[error("{0}")]
    Sqlite(rusqlite::Error),
    /// The path of the directory leads elsewhere by now.
    #[error("is no longer the directory that was opened")]
    Moved,
    /// Another user may control the file.
    #[error("{0}: move it away to start anew")]
    Refused(&'static str),
    /// A later release wrote it, in this format.
    #[error("has format {0}, and this reread knows only {VERSION}")]
    Newer(i64),
    /// Something else wrote it, or its beginning is lost.
    #[error("is not a database of reread: move it away to start anew")]
    Foreign,
    /// Its rows have no seals, and the directory has its key: another program put it there.
    #[error("was written before this directory had its key: move it and its -wal away to start anew")]
    Unsealed,
    /// It does not hold what it must.
    #[error("{0}: move it and its -wal away to start anew")]
    Damaged(&'static str),
    /// What it holds of a file's past is not what it was. Everything else can be used.
    #[error("holds {0}, but {1}")]
    Unreadable(Digest, &'static str),
    /// Another program has it open and does not let go.
    #[error("is in use by another program")]
    Busy,
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl DatabaseError {
    /// The stable word callers branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::State(error) => error.code(),
            Self::File { fault, .. } => match fault {
                Fault::Moved => Code::Moved,
                Fault::Refused(_) => Code::UntrustedState,
                Fault::Newer(_) => Code::NewerFormat,
                Fault::Foreign | Fault::Unsealed => Code::NotOurDatabase,
                Fault::Damaged(_) | Fault::Sqlite(_) => Code::Damaged,
                Fault::Unreadable(..) => Code::Unreadable,
                Fault::Busy => Code::Busy,
            },
        }
    }
}

impl Fault {
    pub(super) fn at(self, file: &Path) -> DatabaseError {
        let file = file.to_path_buf();
        let Self::Sqlite(error) = self else { return DatabaseError::File { file, fault: self } };
        let fault = match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(
                ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::PermissionDenied
                | ErrorCode::FileLockingProtocolFailed
                | ErrorCode::NoLargeFileSupport
                | ErrorCode::OutOfMemory,
            ) => {
                // SQLite keeps the error of the system to itself. Without a descriptor left, that was it.
                #[expect(
                    clippy::disallowed_methods,
                    reason = "a descriptor is duplicated, and nothing printed"
                )]
                let probe = io::stderr().as_fd().try_clone_to_owned().err();
                let source = probe.filter(|error| Code::of_io(error) == Code::TooManyOpenFiles);
                return StateError::Io(file, source.unwrap_or_else(|| io::Error::other(error))).into();
            }
            // The statements are fixed: what they do not fit is the file.
            Some(_) | None => Self::Damaged("is damaged"),
        };
        DatabaseError::File { file, fault }
    }
}
