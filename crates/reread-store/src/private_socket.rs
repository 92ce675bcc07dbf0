//! A Unix socket that only its owner can connect to.
//!
//! Its file has mode 0600 before a client can connect. A socket that a dead server left behind is replaced; one that
//! a server listens on is not, and neither does anything that is no socket. The file goes when the server ends.

use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};

use crate::own_directory::split;
use crate::private::FileIdentity;

/// How many connections may wait to be taken.
const WAITING: i32 = 128;

/// Connections that wait to be accepted, and the file that stands for them.
#[derive(Debug)]
pub struct PrivateSocket {
    listener: UnixListener,
    path: PathBuf,
    identity: FileIdentity,
}

/// Why there is no socket.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum SocketError {
    #[error("{} does not end in the name of a socket", .0.display())]
    NoName(PathBuf),
    #[error("{} is in use: a server listens there", .0.display())]
    InUse(PathBuf),
    /// It is something else, and stays.
    #[error("{} is there already and is no socket", .0.display())]
    Taken(PathBuf),
    #[error("cannot listen at {}", .0.display())]
    Io(PathBuf, #[source] io::Error),
}

impl PrivateSocket {
    /// Makes the socket and waits for connections.
    pub fn bind(path: &Path) -> Result<Self, SocketError> {
        let at = |source: io::Error| SocketError::Io(path.to_path_buf(), source);
        let no_name = |_| SocketError::NoName(path.to_path_buf());
        let (parent, _) = split(path).map_err(no_name)?;
        // Two servers that find the same dead socket take turns, so that neither removes the other's.
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let parent = rustix::fs::open(parent, flags, Mode::empty()).map_err(|error| at(error.into()))?;
        rustix::fs::flock(&parent, FlockOperation::LockExclusive).map_err(|error| at(error.into()))?;
        make_room(path)?;
        let listener = listen(path).map_err(at)?;
        let identity = identity(path).map_err(at)?;
        Ok(Self { listener, path: path.to_path_buf(), identity })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The numeric id of its owner: the user who runs this process.
    pub fn owner(&self) -> u32 {
        rustix::process::geteuid().as_raw()
    }

    /// A second handle, for the thread that accepts the connections.
    pub fn listener(&self) -> io::Result<UnixListener> {
        self.listener.try_clone()
    }
}

impl Drop for PrivateSocket {
    #[expect(
        clippy::disallowed_methods,
        reason = "a socket is made and removed by its path; there is no handle"
    )]
    fn drop(&mut self) {
        if identity(&self.path).is_ok_and(|identity| identity == self.identity) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Removes what a dead server left behind, and nothing else.
#[expect(clippy::disallowed_methods, reason = "a socket is made and removed by its path; there is no handle")]
fn make_room(path: &Path) -> Result<(), SocketError> {
    let at = |source: io::Error| SocketError::Io(path.to_path_buf(), source);
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(at(error)),
        Ok(metadata) if !metadata.file_type().is_socket() => {
            return Err(SocketError::Taken(path.to_path_buf()));
        }
        Ok(_) => {}
    }
    match UnixStream::connect(path) {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            std::fs::remove_file(path).map_err(at)
        }
        Ok(_) => Err(SocketError::InUse(path.to_path_buf())),
        Err(error) => Err(at(error)),
    }
}

fn listen(path: &Path) -> io::Result<UnixListener> {
    let mode = Mode::RUSR | Mode::WUSR;
    let socket = rustix::net::socket_with(
        AddressFamily::UNIX,
        SocketType::STREAM,
        SocketFlags::CLOEXEC | SocketFlags::NONBLOCK,
        None,
    )?;
    // Linux gives the file the mode of the socket. Elsewhere it is set before a client can connect.
    if cfg!(target_os = "linux") {
        rustix::fs::fchmod(&socket, mode)?;
    }
    rustix::net::bind(&socket, &SocketAddrUnix::new(path)?)?;
    rustix::fs::chmod(path, mode)?;
    rustix::net::listen(&socket, WAITING)?;
    Ok(UnixListener::from(socket))
}

#[expect(clippy::disallowed_methods, reason = "a socket is made and removed by its path; there is no handle")]
fn identity(path: &Path) -> io::Result<FileIdentity> {
    let metadata = std::fs::symlink_metadata(path)?;
    Ok(FileIdentity { dev: metadata.dev(), ino: metadata.ino() })
}
