//! Versions are pruned when the user says so, never what is needed still, and what is left reads as before.

use reread_store::{Database, NewVersion, OperationResult, PrunedHistory, UnixMillis, VersionOrigin};
use reread_text::Digest;

use crate::world::{ROOT, World, edit, operation, source, write};

const NEVER: UnixMillis = UnixMillis(0);
const ALL: UnixMillis = UnixMillis(u64::MAX);

fn numbers(database: &Database, path: &[u8]) -> Vec<u64> {
    database.versions(ROOT, path).list(None, 100).unwrap().iter().map(|version| version.id.number()).collect()
}

/// A file with versions 0 to `count`, made at the times 0 to `count`.
fn filled(count: u64) -> (World, Vec<Vec<u8>>) {
    let world = World::new();
    let database = world.database();
    let versions: Vec<Vec<u8>> = (0..=count).map(|version| source(200, version)).collect();
    write(&database, 0, b"f", None, Some(&versions[0]));
    for (at, pair) in (1..).zip(versions.windows(2)) {
        write(&database, at, b"f", Some(&pair[0]), Some(&pair[1]));
    }
    (world, versions)
}

/// Whether exactly the versions at these places can be read back, and everything is in order.
fn check_left(database: &Database, versions: &[Vec<u8>], left: &[usize]) {
    for (at, version) in versions.iter().enumerate() {
        let kept = database.kept_bytes(&Digest::of(version)).unwrap();
        assert_eq!(kept.as_ref(), left.contains(&at).then_some(version), "{at}");
    }
    assert_eq!(database.check(true).unwrap(), []);
}

#[test]
fn what_is_old_goes_and_the_rest_reads_as_before() {
    let (world, versions) = filled(24);
    let database = world.database();
    assert_eq!(database.prune_history(NEVER, u64::MAX, |_| false, u64::MAX).unwrap().versions, 0);
    let pruned = database.prune_history(UnixMillis(13), u64::MAX, |_| false, u64::MAX).unwrap();
    assert_eq!(pruned.versions, 13);
    assert_eq!(numbers(&database, b"f"), (14..=25).rev().collect::<Vec<u64>>());
    check_left(&database, &versions, &(13..25).collect::<Vec<_>>());
    let oldest = database.versions(ROOT, b"f").get("v14".parse().unwrap()).unwrap().unwrap();
    assert_eq!(oldest.parent.unwrap().to_string(), "v13", "where it came from is not forgotten");

    database.prune_history(ALL, u64::MAX, |_| false, u64::MAX).unwrap();
    check_left(&database, &versions, &[24]);
    write(&database, 99, b"f", Some(&versions[24]), Some(b"new"));
    assert_eq!(numbers(&database, b"f"), [26, 25], "numbers go on");
}

/// What was seen to be whole while the file stays open is not looked at again, unless something was let go meanwhile.
#[test]
fn bytes_that_went_while_the_file_stays_open_come_again() {
    let world = World::new();
    let database = world.database();
    let _stay = database.stay();
    let versions: Vec<Vec<u8>> = (0..4).map(|version| source(200, version)).collect();
    let to = |at: u64, from: usize, to: usize| {
        write(&database, at, b"f", Some(&versions[from]), Some(&versions[to]));
    };
    to(1, 0, 1);
    to(2, 1, 2);
    let tried = database.preview_prune_history(ALL, u64::MAX, |_| false).unwrap();
    assert_eq!(tried.versions, 2, "which is only tried");
    to(3, 2, 1);
    to(4, 1, 0);
    check_left(&database, &versions, &[0, 1, 2]);
    database.prune_history(ALL, u64::MAX, |_| false, u64::MAX).unwrap();
    check_left(&database, &versions, &[0]);
    to(5, 0, 1);
    to(6, 1, 2);
    to(7, 2, 3);
    check_left(&database, &versions, &[0, 1, 2, 3]);
}

#[test]
fn what_is_pinned_stays_with_what_it_is_packed_against() {
    let (world, versions) = filled(9);
    let database = world.database();
    let pinned = [3, 7].map(|at: usize| Digest::of(&versions[at]));
    let pruned = database.prune_history(ALL, 0, |digest| pinned.contains(digest), u64::MAX).unwrap();
    assert_eq!((pruned.versions, pruned.versions_left, pruned.versions_pinned), (7, 3, 2));
    check_left(&database, &versions, &[3, 7, 9]);
    assert_eq!(numbers(&database, b"f"), [10, 8, 4]);
}

#[test]
fn too_much_is_brought_down_from_the_oldest() {
    let (world, versions) = filled(30);
    let database = world.database();
    let all = database.prune_history(NEVER, u64::MAX, |_| false, u64::MAX).unwrap().left;
    let pruned = database.prune_history(NEVER, all - 1, |_| false, u64::MAX).unwrap();
    assert_eq!((pruned.versions, pruned.bytes + pruned.left), (1, all), "no more than it takes");
    check_left(&database, &versions, &(1..31).collect::<Vec<_>>());
    let half = database.prune_history(NEVER, all / 2, |_| false, u64::MAX).unwrap();
    assert!(half.left <= all / 2 && half.left > all / 4, "{half:?} of {all}");
    let left = database.prune_history(NEVER, 0, |_| false, u64::MAX).unwrap().left;
    check_left(&database, &versions, &[30]);
    assert!(left > 0, "the newest stays, however little room there is");
    assert_eq!(
        database.prune_history(ALL, 0, |_| false, u64::MAX).unwrap(),
        PrunedHistory { left, versions_left: 1, ..PrunedHistory::default() }
    );
}

#[test]
fn what_would_go_is_told_and_stays() {
    let (world, versions) = filled(24);
    let database = world.database();
    let told = database.preview_prune_history(UnixMillis(13), 0, |_| false).unwrap();
    assert_eq!((told.versions, told.versions_left), (24, 1));
    check_left(&database, &versions, &(0..25).collect::<Vec<_>>());
    assert_eq!(database.prune_history(UnixMillis(13), 0, |_| false, u64::MAX).unwrap(), told);
}

#[test]
fn steps_come_to_the_same_as_all_at_once() {
    let (world, versions) = filled(24);
    let database = world.database();
    let (since, bytes) = (UnixMillis(5), 2_000);
    let told = database.preview_prune_history(since, bytes, |_| false).unwrap();
    let mut gone = Vec::new();
    loop {
        match database.prune_history(since, bytes, |_| false, 4).unwrap().versions {
            0 => break,
            step => gone.push(step),
        }
    }
    assert!(
        gone.iter().all(|step| *step <= 4) && gone.iter().sum::<u64>() == told.versions,
        "{gone:?} {told:?}"
    );
    assert!(told.versions > 5, "both reasons had their share: {told:?}");
    check_left(&database, &versions, &(told.versions as usize..25).collect::<Vec<_>>());
}

#[test]
fn what_is_open_keeps_its_past() {
    let (world, versions) = filled(3);
    let database = world.database();
    let open =
        database.operations().begin(&operation(9, &[edit(b"f", Some(&versions[3]), Some(b"new"))])).unwrap();
    assert_eq!(database.prune_history(ALL, 0, |_| false, u64::MAX).unwrap().versions, 3);
    assert_eq!(numbers(&database, b"f"), [5, 4]);
    check_left(&database, &versions, &[3]);
    assert!(database.operations().open().unwrap()[0].is_whole);
    database.operations().settle(open.id, OperationResult::Undone).unwrap();
    assert_eq!(
        database.prune_history(ALL, 0, |_| false, u64::MAX).unwrap().versions,
        1,
        "what was undone is as old as any"
    );
    assert_eq!(database.kept_bytes(&Digest::of(b"new")).unwrap(), None);
    check_left(&database, &versions, &[3]);
}

#[test]
fn an_operation_says_when_part_of_it_is_gone() {
    let world = World::new();
    let database = world.database();
    write(&database, 1, b"a", Some(b"1"), Some(b"2"));
    assert!(database.operations().last().unwrap().unwrap().is_whole);
    database.prune_history(ALL, 0, |_| false, u64::MAX).unwrap();
    let operation = database.operations().last().unwrap().unwrap();
    assert!(!operation.is_whole && operation.files[0].before.is_none());
    write(&database, 2, b"a", Some(b"2"), Some(b"3"));
    database.prune_history(ALL, 0, |_| false, u64::MAX).unwrap();
    assert_eq!(database.operations().get(operation.id).unwrap(), None);
    assert_eq!(database.check(true).unwrap(), []);
}

#[test]
fn bytes_that_another_file_has_too_stay_for_it() {
    let world = World::new();
    let database = world.database();
    write(&database, 1, b"a", None, Some(b"same"));
    write(&database, 2, b"b", None, Some(b"same"));
    write(&database, 3, b"a", Some(b"same"), Some(b"other"));
    let secret =
        NewVersion { is_sensitive: true, change: VersionOrigin::Create, ..edit(b"s", None, Some(b"other")) };
    let begun = database.operations().begin(&operation(4, &[secret])).unwrap();
    database.operations().settle(begun.id, OperationResult::Done).unwrap();
    assert_eq!(database.prune_history(ALL, 0, |_| false, u64::MAX).unwrap().versions, 1);
    assert_eq!(database.kept_bytes(&Digest::of(b"same")).unwrap().unwrap(), b"same");
    assert_eq!(database.check(true).unwrap(), []);
}

#[test]
fn the_file_becomes_shorter() {
    let world = World::new();
    let database = world.database();
    let mut state = 1_u64;
    let mut noise = || -> Vec<u8> {
        let next = |state: &mut u64| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (*state >> 56) as u8
        };
        (0..200_000).map(|_| next(&mut state)).collect()
    };
    let mut before = None;
    for at in 0..10 {
        let now = noise();
        write(&database, at, b"f", before.as_deref(), Some(&now));
        before = Some(now);
    }
    let length = || {
        ["reread.db", "reread.db-wal"]
            .map(|name| std::fs::metadata(world.path(name)).map_or(0, |file| file.len()))
    };
    let long = length()[0];
    let pruned = database.prune_history(ALL, 0, |_| false, u64::MAX).unwrap();
    assert!(pruned.bytes > 1_700_000, "{pruned:?}");
    let [database_length, log] = length();
    assert!(database_length < long / 4 && log < 1 << 20, "{database_length} of {long}, and {log}");
}
