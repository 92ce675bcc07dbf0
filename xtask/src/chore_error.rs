//! Why a chore did not end well.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

/// Why a chore did not end well. Written out by hand: xtask compiles before anything else and stays light.
#[derive(Debug)]
pub(crate) enum ChoreError {
    /// The call itself is wrong; the usage text helps.
    Usage(String),
    /// The chore ran and what it looked at is not in order.
    Failed(String),
    /// A command ended with something other than success.
    Command { command: String, status: ExitStatus },
    /// A command could not be started, or its output could not be followed.
    Start { command: String, source: io::Error },
    /// A file or folder of the repository could not be read or made.
    Io { path: PathBuf, source: io::Error },
    /// A command or a file does not say what it should.
    Malformed { what: String, detail: String },
}

impl fmt::Display for ChoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(clause) | Self::Failed(clause) => f.write_str(clause),
            Self::Command { command, status } => write!(f, "`{command}` ended with {status}"),
            Self::Start { command, source } => write!(f, "cannot run `{command}`: {source}"),
            Self::Io { path, source } => write!(f, "cannot use {}: {source}", path.display()),
            Self::Malformed { what, detail } => write!(f, "{what} cannot be understood: {detail}"),
        }
    }
}
