//! Why a server does not begin to listen.

use std::io;
use std::net::SocketAddr;

/// Why a server does not begin to listen.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// Other machines could connect, and the options do not allow it.
    #[error("other machines can reach {address}")]
    Remote {
        /// As it was asked for.
        address: SocketAddr,
    },
    /// Other machines could connect, and nothing would be asked of them.
    #[error("other machines can reach {address}, and no token is asked for")]
    RemoteWithoutToken {
        /// As it was asked for.
        address: SocketAddr,
    },
    /// The Unix socket could not be created.
    #[cfg(unix)]
    #[error(transparent)]
    Socket(#[from] reread_store::SocketError),
    /// The system has no sockets in files.
    #[cfg(not(unix))]
    #[error("there are no Unix sockets here")]
    NoSockets,
    /// The system refused, for example because another process listens there.
    #[error("cannot listen at {address}")]
    Io {
        /// As it was asked for.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
}
