//! Snapshots that are looked at and not touched.

use std::time::{Duration, SystemTime};

use reread_store::{CacheStats, SnapshotFolder};
use reread_text::Digest;

use crate::world::{World, names};

#[test]
fn what_is_there_is_handed_out_as_it_is() {
    let world = World::new();
    let folder = world.outside("cache");
    let objects = folder.join("objects");
    std::fs::create_dir_all(&objects).unwrap();
    let (digest, damaged) = (Digest::of(b"text"), Digest::of(b"something"));
    std::fs::write(objects.join(format!("sha256-{digest}.txt")), "text").unwrap();
    std::fs::write(objects.join(format!("sha256-{damaged}.txt")), "something else").unwrap();
    std::fs::write(objects.join("README"), "not ours").unwrap();
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let object = objects.join(format!("sha256-{digest}.txt"));
    std::fs::OpenOptions::new().write(true).open(&object).unwrap().set_modified(long_ago).unwrap();

    let snapshots = SnapshotFolder::open(&folder).unwrap();
    assert_eq!(snapshots.bytes(&digest), Some(b"text".to_vec()));
    assert_eq!(snapshots.bytes(&damaged), Some(b"something else".to_vec()));
    assert_eq!(snapshots.bytes(&Digest::of(b"absent")), None);
    assert_eq!(snapshots.stats(), CacheStats { objects: 2, bytes: 4 + 14 });
    assert_eq!(object.metadata().unwrap().modified().unwrap(), long_ago, "looking is no use");
    assert_eq!(names(&folder), ["objects"], "nothing is made and nothing is moved aside");
}

#[test]
fn a_link_is_not_followed_and_a_pipe_does_not_block() {
    let world = World::new();
    let folder = world.outside("cache");
    let objects = folder.join("objects");
    std::fs::create_dir_all(&objects).unwrap();
    std::fs::write(folder.join("secret"), "text").unwrap();
    let (linked, piped) = (Digest::of(b"text"), Digest::of(b"pipe"));
    std::os::unix::fs::symlink(folder.join("secret"), objects.join(format!("sha256-{linked}.txt"))).unwrap();
    let pipe = objects.join(format!("sha256-{piped}.txt"));
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let snapshots = SnapshotFolder::open(&folder).unwrap();
    assert_eq!(snapshots.bytes(&linked), None);
    assert_eq!(snapshots.bytes(&piped), None);
}

#[test]
fn there_may_be_none() {
    let world = World::new();
    assert!(SnapshotFolder::open(&world.outside("missing")).is_err());
    std::fs::create_dir_all(world.outside("empty")).unwrap();
    assert!(SnapshotFolder::open(&world.outside("empty")).is_err());
}
