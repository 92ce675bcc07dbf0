//! Where to listen.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

/// A place to listen at: `8391`, `127.0.0.1:8391`, `[::1]:0`, `localhost:8391` or `unix:/run/reread.sock`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// An address of this machine and a port; 0 takes any that is free.
    Tcp(SocketAddr),
    /// A socket in the file system.
    Unix(PathBuf),
}

/// A text that names no place to listen at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is neither PORT, ADDRESS:PORT with a numeric address, nor unix:PATH")]
pub struct NoAddress;

impl FromStr for Address {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Self, NoAddress> {
        if let Some(path) = text.strip_prefix("unix:") {
            return if path.is_empty() { Err(NoAddress) } else { Ok(Self::Unix(path.into())) };
        }
        let local = |port: &str| {
            let is_plain = port.bytes().all(|byte| byte.is_ascii_digit());
            let port = port.parse().ok().filter(|_| is_plain).ok_or(NoAddress)?;
            Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
        };
        if let Some(port) = text.strip_prefix("localhost:") {
            return local(port).map(Self::Tcp);
        }
        local(text).or_else(|_| text.parse().map_err(|_| NoAddress)).map(Self::Tcp)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

/// Whether only this machine can reach the address.
pub(crate) fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests;
