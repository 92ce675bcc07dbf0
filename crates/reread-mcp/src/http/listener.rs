//! Connections, over TCP or a Unix socket.

use std::io;
use std::net::SocketAddr;

use reread_store::PrivateSocket;
use tokio::io::{AsyncRead, AsyncWrite};

use super::address::Address;
use super::gate::PATH;
use crate::Principal;

/// Why a server does not begin to listen.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BindError {
    #[error("other machines can reach {address}")]
    Remote { address: SocketAddr },
    #[error("other machines can reach {address}, and no token is asked for")]
    RemoteWithoutToken { address: SocketAddr },
    #[error(transparent)]
    Socket(#[from] reread_store::SocketError),
    #[error("cannot listen at {address}")]
    Io { address: SocketAddr, source: io::Error },
}

/// A socket that listens already, so that no other process can take its address.
#[derive(Debug)]
pub(crate) enum Listener {
    Tcp { listener: std::net::TcpListener, address: SocketAddr },
    Unix(PrivateSocket),
}

impl Listener {
    /// Listens at an address.
    pub(crate) fn bind(address: &Address) -> Result<Self, BindError> {
        match address {
            Address::Tcp(address) => {
                let at = |source| BindError::Io { address: *address, source };
                let listener = std::net::TcpListener::bind(address).map_err(at)?;
                listener.set_nonblocking(true).map_err(at)?;
                let address = listener.local_addr().map_err(at)?;
                Ok(Self::Tcp { listener, address })
            }
            Address::Unix(path) => Ok(Self::Unix(PrivateSocket::bind(path)?)),
        }
    }

    /// The address that was really taken, as a client needs it.
    pub(crate) fn place(&self) -> String {
        match self {
            Self::Tcp { address, .. } => format!("http://{address}{PATH}"),
            Self::Unix(socket) => format!("unix:{}", socket.path().display()),
        }
    }

    /// The principal that the connection itself proves: any user of this machine, or the owner of the socket.
    pub(crate) fn principal(&self) -> Principal {
        match self {
            Self::Tcp { .. } => Principal::new("loopback"),
            Self::Unix(socket) => Principal::new(format!("uid:{}", socket.owner())),
        }
    }

    /// Accepts connections. The socket stays open as long as `self` lives.
    pub(crate) fn accepting(&self) -> io::Result<Accepting> {
        Ok(match self {
            Self::Tcp { listener, .. } => {
                Accepting::Tcp(tokio::net::TcpListener::from_std(listener.try_clone()?)?)
            }
            Self::Unix(socket) => Accepting::Unix {
                listener: tokio::net::UnixListener::from_std(socket.listener()?)?,
                owner: socket.owner(),
            },
        })
    }
}

/// A listening socket on the runtime.
pub(crate) enum Accepting {
    Tcp(tokio::net::TcpListener),
    Unix { listener: tokio::net::UnixListener, owner: u32 },
}

/// Bytes to and from a client.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

impl Accepting {
    /// The next connection, and our own address as it sees it; a socket has none.
    pub(crate) async fn accept(&self) -> io::Result<(Box<dyn Stream>, Option<SocketAddr>)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                // Answers are written whole; waiting for more to send would only delay them.
                stream.set_nodelay(true)?;
                let local = stream.local_addr()?;
                Ok((Box::new(stream), Some(local)))
            }
            Self::Unix { listener, owner } => {
                let (stream, _) = listener.accept().await?;
                // The mode of the file keeps other users out already, except root.
                if stream.peer_cred()?.uid() != *owner {
                    return Err(io::ErrorKind::PermissionDenied.into());
                }
                Ok((Box::new(stream), None))
            }
        }
    }
}
