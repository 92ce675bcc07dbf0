//! Which snapshots were shown for a file, newest first.

use std::thread;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use reread_text::Digest;

use crate::world::World;

fn digest(n: u8) -> Digest {
    Digest::of(&[n])
}

#[test]
fn files_do_not_share_their_lists() {
    let world = World::new();
    let seen = world.seen();
    let (one, other) = (digest(100), digest(101));
    assert_eq!(seen.digests(&one), []);
    seen.record(&one, &digest(1)).unwrap();
    seen.record(&one, &digest(2)).unwrap();
    seen.record(&one, &digest(2)).unwrap();
    seen.record(&one, &digest(1)).unwrap();
    assert_eq!(seen.digests(&one), [digest(1), digest(2)]);
    assert_eq!(world.seen().digests(&one), [digest(1), digest(2)]);
    assert_eq!(seen.digests(&other), []);
    assert_eq!(world.names("cache/tmp"), [""; 0]);
}

#[test]
fn a_damaged_list_is_empty_or_shorter_and_heals() {
    let world = World::new();
    let seen = world.seen();
    let file_key = digest(100);
    let name = format!("cache/seen/{file_key}");
    let recorded = [digest(2), digest(1), digest(0)];
    recorded.iter().rev().for_each(|digest| seen.record(&file_key, digest).unwrap());
    let whole = world.read(&name);
    for length in 0..whole.len() {
        world.write(&name, &whole[..length]);
        let found = seen.digests(&file_key);
        assert!(recorded.starts_with(&found), "{length} bytes give {found:?}");
    }
    world.write(&name, b"reread seen 2\n");
    assert_eq!(seen.digests(&file_key), []);
    seen.record(&file_key, &digest(3)).unwrap();
    assert_eq!(seen.digests(&file_key), [digest(3)]);
}

#[test]
fn many_writers_never_leave_a_broken_list() {
    let world = World::new();
    world.seen();
    let file_key = digest(100);
    thread::scope(|scope| {
        for writer in 0..4 {
            let seen = world.seen();
            scope.spawn(move || {
                for n in 0..50 {
                    seen.record(&file_key, &digest(writer)).unwrap();
                    assert!(!seen.digests(&file_key).is_empty(), "round {n}");
                }
            });
        }
    });
}

#[test]
fn files_not_seen_for_long_are_forgotten() {
    let world = World::new();
    let seen = world.seen();
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for n in 0..3 {
        seen.record(&digest(n), &digest(100)).unwrap();
        let path = world.path(&format!("cache/seen/{}", digest(n)));
        let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        file.set_modified(now - Duration::from_secs(u64::from(n))).unwrap();
    }
    world.write("cache/seen/notes", b"mine");
    // Recording the same digest again is a use.
    seen.record(&digest(2), &digest(100)).unwrap();
    assert_eq!(seen.prune(Duration::from_secs(1), now), 1);
    assert_eq!(seen.digests(&digest(0)), [digest(100)]);
    assert_eq!(seen.digests(&digest(1)), []);
    assert_eq!(seen.digests(&digest(2)), [digest(100)]);
    assert_eq!(world.read("cache/seen/notes"), b"mine");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn a_list_is_the_latest_distinct_digests(order in prop::collection::vec(0..48_u8, 0..120)) {
        let world = World::new();
        let seen = world.seen();
        let mut model: Vec<Digest> = Vec::new();
        for n in order {
            seen.record(&digest(100), &digest(n)).unwrap();
            model.retain(|old| *old != digest(n));
            model.insert(0, digest(n));
        }
        model.truncate(32);
        prop_assert_eq!(seen.digests(&digest(100)), model);
    }
}
