//! A socket serves its owner, is not replaced while its server lives, and leaves nothing behind.

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;

use reread_store::PrivateSocket;

fn refused(path: &Path, expected: &str) {
    let error = PrivateSocket::bind(path).unwrap_err().to_string();
    assert_eq!(error.replace(&path.display().to_string(), "FILE"), expected);
}

#[test]
fn it_is_for_its_owner_and_goes_with_its_server() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let socket = PrivateSocket::bind(&path).unwrap();
    let metadata = fs::symlink_metadata(&path).unwrap();
    assert!(metadata.file_type().is_socket());
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    UnixStream::connect(&path).unwrap();
    drop(socket);
    assert!(!path.exists());
}

#[test]
fn a_live_server_stays_and_a_dead_one_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let alive = UnixListener::bind(&path).unwrap();
    refused(&path, "FILE is in use: a server listens there");
    drop(alive);
    assert!(path.exists(), "a dead server leaves its socket behind");
    let socket = PrivateSocket::bind(&path).unwrap();
    refused(&path, "FILE is in use: a server listens there");
    UnixStream::connect(socket.path()).unwrap();
}

#[test]
fn what_is_no_socket_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "mine").unwrap();
    refused(&path, "FILE is there already and is no socket");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    let link = folder.path().join("link");
    symlink(folder.path().join("elsewhere"), &link).unwrap();
    refused(&link, "FILE is there already and is no socket");
    refused(folder.path(), "FILE is there already and is no socket");
    refused(&folder.path().join("no/socket"), "cannot listen at FILE");
    refused(&folder.path().join("x".repeat(200)), "cannot listen at FILE");
}

#[test]
fn a_socket_that_took_its_place_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let first = PrivateSocket::bind(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let _second = PrivateSocket::bind(&path).unwrap();
    drop(first);
    assert!(path.exists());
}

/// Two servers that find one dead socket: one gets it, the other is told.
#[test]
fn of_many_that_want_it_one_gets_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    for _ in 0..20 {
        drop(UnixListener::bind(&path).unwrap());
        let bound: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| PrivateSocket::bind(&path))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(bound.iter().filter(|socket| socket.is_ok()).count(), 1);
        UnixStream::connect(&path).unwrap();
    }
}
