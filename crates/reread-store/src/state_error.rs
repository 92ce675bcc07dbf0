//! Why a directory of the store cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use reread_codes::Code;

use crate::private::UnsafeDirectory;

/// The format of state directories that this build writes and reads.
pub(crate) const FORMAT: u64 = 1;

/// Why a directory of the store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The path ends in `..` or is a root, so there is nothing to create.
    #[error("{} does not end in the name of a directory", .0.display())]
    NoName(PathBuf),
    /// Another user may control the directory.
    #[error("{} {}", .0.display(), .1)]
    Refused(PathBuf, UnsafeDirectory),
    /// No key of the user made this directory: it came with a clone, a copy or an archive, it was moved, or the key is lost.
    #[error(
        "{} was not made by you at this place, so nothing in it is used: \
         see `reread state show`, and take it over with `reread state adopt`, or remove it",
        .0.display()
    )]
    NotOurs(PathBuf),
    /// There is no folder for the key that a directory in a workspace needs.
    #[error("{} cannot have a key: you have no home folder; name a directory outside the workspace with --state", .0.display())]
    NoHome(PathBuf),
    /// The folder for keys cannot be used.
    #[error("{} cannot hold the key of the state; name a directory outside the workspace with --state", .0.display())]
    NoKeys(PathBuf, #[source] io::Error),
    /// The directory is in use for something else.
    #[error("{} holds files but no reread state", .0.display())]
    NotState(PathBuf),
    /// A later release wrote this file, in this format; it is left as it is.
    #[error("{} has format {}, and this reread knows only {FORMAT}", .0.display(), .1)]
    Newer(PathBuf, u64),
    /// A file does not hold what it must. The text says what is wrong with it, and what to do.
    #[error("{} {}", .0.display(), .1)]
    Damaged(PathBuf, &'static str),
    /// The system refused.
    #[error("cannot use {}", .0.display())]
    Io(PathBuf, #[source] io::Error),
}

impl StateError {
    /// The stable word callers branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::NoName(_) => Code::NoName,
            Self::Refused(..) | Self::NotOurs(_) => Code::UntrustedState,
            Self::NotState(_) => Code::NotState,
            Self::Newer(..) => Code::NewerFormat,
            Self::Damaged(..) => Code::Damaged,
            Self::Io(_, source) => Code::of_io(source),
            Self::NoHome(_) | Self::NoKeys(..) => Code::Io,
        }
    }
}

/// An error of the system, with the path that it is about.
pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> StateError + use<> {
    let path = path.to_path_buf();
    move |source| StateError::Io(path, source)
}
