//! Which snapshots were shown for a file, newest first.

use std::thread;

use proptest::prelude::*;
use reread_store::SeenIndex;
use reread_text::Digest;

use crate::world::World;

const LOG: &str = "cache/shown";

fn digest(n: u8) -> Digest {
    Digest::of(&[n])
}

fn digests(seen: &SeenIndex, file_key: &Digest) -> Vec<Digest> {
    seen.versions(file_key).iter().map(|seen| seen.digest).collect()
}

#[test]
fn files_do_not_share_their_lists() {
    let world = World::new();
    let seen = world.seen();
    let (one, other) = (digest(100), digest(101));
    assert_eq!(digests(&seen, &one), []);
    let shown = [1, 2, 2, 1].map(|n| seen.record(&one, &digest(n), u64::from(n)).unwrap());
    assert_eq!(shown.map(|showing| showing.is_change), [false, true, false, true]);
    let shown = shown.map(|showing| showing.seen);
    assert_eq!(digests(&seen, &one), [digest(1), digest(2), digest(1)]);
    assert_eq!(seen.versions(&one), [shown[3], shown[2], shown[0]]);
    assert_eq!(shown[1], shown[2], "the same version again is the same generation");
    assert!(shown[0].generation < shown[1].generation && shown[2].generation < shown[3].generation);
    assert_eq!(world.seen().versions(&one), seen.versions(&one));
    assert_eq!(digests(&seen, &other), []);
    assert_eq!(world.names("cache/tmp"), [""; 0]);
}

#[test]
fn a_lost_list_does_not_count_again_from_where_it_counted_once() {
    let world = World::new();
    let first = world.seen().record(&digest(100), &digest(1), 1).unwrap().seen;
    std::fs::remove_file(world.path(LOG)).unwrap();
    assert_ne!(world.seen().record(&digest(100), &digest(1), 1).unwrap().seen, first);
}

#[test]
fn a_damaged_list_is_empty_or_shorter_and_heals() {
    let world = World::new();
    let seen = world.seen();
    let file_key = digest(100);
    for n in 0..3 {
        seen.record(&file_key, &digest(n), 1).unwrap();
    }
    let recorded = seen.versions(&file_key);
    let whole = world.read(LOG);
    for length in 0..whole.len() {
        world.write(LOG, &whole[..length]);
        let found = seen.versions(&file_key);
        assert!(recorded.ends_with(&found), "{length} bytes give {found:?}");
    }
    world.write(LOG, b"reread seen 1\n");
    assert_eq!(digests(&seen, &file_key), []);
    seen.record(&file_key, &digest(3), 1).unwrap();
    assert_eq!(digests(&seen, &file_key), [digest(3)]);
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
                    seen.record(&file_key, &digest(writer), 1).unwrap();
                    assert!(!seen.versions(&file_key).is_empty(), "round {n}");
                }
            });
        }
    });
}

#[test]
fn a_long_log_loses_its_older_half_and_others_notice() {
    let world = World::new();
    let (seen, other) = (world.seen(), world.seen());
    let file_key = |n: u32| Digest::of(&n.to_le_bytes());
    let shown = |n: u32| other.versions(&file_key(n)).len();
    let mut most = 0;
    let mut last = 0;
    loop {
        seen.record(&file_key(last), &digest(1), 1).unwrap();
        assert_eq!(shown(last), 1, "showing {last}");
        let size = std::fs::metadata(world.path(LOG)).unwrap().len();
        if size < most {
            break;
        }
        (most, last) = (size, last + 1);
        assert!(last < 20_000, "it grows without end");
    }
    assert_eq!((shown(0), shown(last / 2 - 9), shown(last / 2 + 9)), (0, 0, 1));
    assert_eq!(seen.versions(&file_key(last)), other.versions(&file_key(last)));
    assert_eq!(world.names("cache/tmp"), [""; 0]);
}

#[test]
fn a_writer_that_died_in_a_line_harms_no_other_line() {
    let world = World::new();
    let seen = world.seen();
    seen.record(&digest(100), &digest(1), 1).unwrap();
    let torn = [&world.read(LOG)[..], digest(100).to_string().as_bytes()].concat();
    world.write(LOG, &torn);
    seen.record(&digest(100), &digest(2), 1).unwrap();
    assert_eq!(digests(&seen, &digest(100)), [digest(2), digest(1)]);
    assert_eq!(digests(&world.seen(), &digest(100)), [digest(2), digest(1)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn a_list_is_the_latest_showings(order in prop::collection::vec(0..6_u8, 0..120)) {
        let world = World::new();
        let seen = world.seen();
        let mut model: Vec<Digest> = Vec::new();
        for n in order {
            seen.record(&digest(100), &digest(n), 1).unwrap();
            if model.first() != Some(&digest(n)) {
                model.insert(0, digest(n));
            }
        }
        model.truncate(32);
        prop_assert_eq!(digests(&seen, &digest(100)), model);
    }
}
