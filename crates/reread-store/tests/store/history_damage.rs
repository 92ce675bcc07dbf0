//! Damage to what is kept of the past is noticed, and what is read in spite of it is what was kept.

use std::collections::BTreeMap;

use reread_codes::Code;
use reread_store::{
    Database, DatabaseError, HistoryDefect, KeyPlace, NewProposal, Operation, ProposalState, StateDir,
    UnixMillis, Version,
};
use reread_text::Digest;
use rusqlite::Connection;

use crate::world::{ROOT, World, edit, operation, source, write};

const DATABASE: &str = "reread.db";
const NOW: UnixMillis = UnixMillis(1_700_000_000_000);

/// Everything there is: the bytes by their digest, the versions by file, and what is open.
#[derive(Debug, Clone, PartialEq)]
struct Past {
    bytes: BTreeMap<Digest, Option<Vec<u8>>>,
    versions: Vec<Vec<Version>>,
    open: Vec<Operation>,
}

const PATHS: [&[u8]; 2] = [b"src/main.rs", b"notes"];

fn digests() -> Vec<Digest> {
    let versions = (0..6).map(|version| Digest::of(&source(80, version)));
    versions.chain([b"one".as_slice(), b"two", b"three"].map(Digest::of)).collect()
}

fn past(database: &Database) -> Result<Past, DatabaseError> {
    let bytes = digests().into_iter().map(|digest| Ok((digest, database.kept_bytes(&digest)?)));
    Ok(Past {
        bytes: bytes.collect::<Result<_, DatabaseError>>()?,
        versions: PATHS
            .map(|path| database.versions(ROOT, path).list(None, 99))
            .into_iter()
            .collect::<Result<_, _>>()?,
        open: database.operations().open()?,
    })
}

/// Two files with some history, one operation open and one proposal, all of it in the database and none in the log.
fn filled() -> (World, Past) {
    let world = World::new();
    world.state().tag_key().unwrap();
    // Seals are the same in every run, and so is every byte.
    world.write("key", &[7; 32]);
    let database = world.database();
    let versions: Vec<Vec<u8>> = (0..6).map(|version| source(80, version)).collect();
    for (at, pair) in (1..).zip(versions.windows(2)) {
        write(&database, at, PATHS[0], Some(&pair[0]), Some(&pair[1]));
    }
    write(&database, 8, PATHS[1], None, Some(b"one"));
    database.operations().begin(&operation(9, &[edit(PATHS[1], Some(b"one"), Some(b"two"))])).unwrap();
    let proposal = NewProposal {
        root: ROOT,
        path: PATHS[0],
        base: Some(&versions[0]),
        ours: Some(&versions[5]),
        theirs: Some(b"three"),
        base_version: None,
        current_version: None,
        caller: "agent",
        request: "apply_patch",
        at: UnixMillis(10),
    };
    database.proposals().propose(&proposal).unwrap();
    let connection = Connection::open(world.path(DATABASE)).unwrap();
    connection.pragma_update_and_check(None, "wal_checkpoint", "TRUNCATE", |_| Ok(())).unwrap();
    drop(connection);
    assert_eq!(database.check(true).unwrap(), []);
    let past = past(&database).unwrap();
    assert_eq!(past.bytes.values().flatten().count(), 9);
    (world, past)
}

/// Puts these bytes in place of the database and looks at everything. Whether the damage was noticed.
///
/// Whatever is said to be the bytes of a digest, or a version, is. What differs without an error, the check finds.
fn check_damaged(world: &World, before: &Past, bytes: &[u8]) -> bool {
    world.put_database(&[(DATABASE, bytes)]);
    let Ok(database) = world.state().database() else { return true };
    // A check that cannot be made has found something as well.
    let noticed = !database.check(true).is_ok_and(|findings| findings.is_empty());
    let mut errors = 0;
    for (digest, was) in &before.bytes {
        match database.kept_bytes(digest) {
            Ok(Some(bytes)) => assert_eq!(Some(bytes), *was),
            Ok(None) => assert!(noticed, "{digest} is gone"),
            Err(_) => errors += 1,
        }
    }
    for (path, was) in PATHS.iter().zip(&before.versions) {
        match database.versions(ROOT, path).list(None, 99) {
            Ok(versions) if versions == *was => {}
            Ok(versions) => {
                assert!(noticed, "{versions:?}\nwas {was:?}");
                for version in versions {
                    // Whether it is open is said by its operation alone.
                    let was = was.iter().find(|was| was.id == version.id);
                    assert_eq!(
                        was.map(|was| Version { is_open: version.is_open, ..was.clone() }),
                        Some(version)
                    );
                }
            }
            Err(_) => errors += 1,
        }
    }
    match database.operations().open() {
        Ok(open) => assert!(noticed || open == before.open, "{open:?}\nwas {:?}", before.open),
        Err(_) => errors += 1,
    }
    noticed || errors > 0
}

#[test]
fn a_database_cut_short_is_noticed() {
    let (world, past) = filled();
    let whole = world.read(DATABASE);
    assert!(!check_damaged(&world, &past, &whole));
    for length in (512..whole.len()).step_by(512) {
        assert!(check_damaged(&world, &past, &whole[..length]), "{length} of {} bytes", whole.len());
    }
}

#[test]
fn a_log_cut_short_forgets_what_came_last_and_nothing_else() {
    let world = World::new();
    let database = world.database();
    for (at, pair) in (1..).zip([b"one", b"two", b"six", b"ten"].windows(2)) {
        write(&database, at, PATHS[1], Some(pair[0]), Some(pair[1]));
    }
    let all = database.versions(ROOT, PATHS[1]).list(None, 99).unwrap();
    let (whole, log) = (world.read(DATABASE), world.read("reread.db-wal"));
    let mut seen = Vec::new();
    for length in (0..=log.len()).step_by(512).chain([log.len()]) {
        world.put_database(&[(DATABASE, &whole), ("reread.db-wal", &log[..length])]);
        let database = world.database();
        assert_eq!(database.check(true).unwrap(), [], "{length} of {} bytes", log.len());
        let versions = database.versions(ROOT, PATHS[1]).list(None, 99).unwrap();
        for (version, was) in versions.iter().rev().zip(all.iter().rev()) {
            assert_eq!(Version { is_open: false, ..version.clone() }, *was);
        }
        seen.push(versions.len());
    }
    assert!(seen.is_sorted() && (seen[0], seen.last()) == (0, Some(&4)), "{seen:?}");
}

fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 30
}

/// Every run flips the same bits, most of them where there is something.
fn flipped(whole: &[u8], seed: &mut u64) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    let used: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] != 0).collect();
    let random = next(seed);
    let at = if random & 7 == 0 {
        random as usize / 8 % whole.len()
    } else {
        used[random as usize / 8 % used.len()]
    };
    bytes[at] ^= 1 << (next(seed) & 7);
    bytes
}

#[test]
fn a_flipped_bit_is_noticed_or_harmless() {
    let (world, past) = filled();
    let whole = world.read(DATABASE);
    let mut seed = 7;
    let noticed = (0..1000).filter(|_| check_damaged(&world, &past, &flipped(&whole, &mut seed))).count();
    assert!(noticed > 500, "{noticed} of 1000 flipped bits were noticed");
}

#[test]
fn damage_names_the_bytes_that_are_lost() {
    let (world, _) = filled();
    let digest = Digest::of(&source(80, 4));
    let (database, whole) = (world.database(), world.read(DATABASE));
    for (change, what) in [
        ("packed = x'00'", "they do not unpack"),
        ("size = size + 1", "they do not unpack"),
        ("size = -1", "they have no length"),
        ("base = digest", "what they are packed against has no end"),
        ("base = zeroblob(32)", "what they are packed against is missing"),
        ("base = NULL", "they do not unpack"),
        (
            "(packed, size) = (SELECT o.packed, o.size FROM blobs o WHERE o.base IS NULL), base = NULL",
            "they are others by now",
        ),
    ] {
        world.put_database(&[(DATABASE, &whole)]);
        Connection::open(world.path(DATABASE))
            .unwrap()
            .execute(&format!("UPDATE blobs SET {change} WHERE digest = ?1"), [digest.as_bytes()])
            .unwrap();
        let error = database.kept_bytes(&digest).unwrap_err();
        assert_eq!(error.code(), Code::Unreadable, "{change}");
        assert!(error.to_string().ends_with(&format!("holds {digest}, but {what}")), "{change}: {error}");
        assert!(database.kept_bytes(&Digest::of(b"one")).unwrap().is_some(), "the rest can be read");
    }
}

/// What is about to be replaced is at hand, so that what was lost of it need not stay lost.
#[test]
fn a_write_mends_what_it_has_the_bytes_of() {
    let (world, _) = filled();
    let (old, digest) = (source(80, 5), Digest::of(&source(80, 5)));
    Connection::open(world.path(DATABASE))
        .unwrap()
        .execute("UPDATE blobs SET packed = x'00' WHERE digest = ?1", [digest.as_bytes()])
        .unwrap();
    let database = world.database();
    assert_eq!(database.check(true).unwrap().len(), 1);
    write(&database, 11, PATHS[0], Some(&old), Some(b"new"));
    assert_eq!(database.kept_bytes(&digest).unwrap().unwrap(), old);
    assert_eq!(database.check(true).unwrap(), []);
}

/// What a change to the tables makes the check say, and what is left of it after a repair.
fn check_found(change: &str, expected: &[&str]) {
    let (world, _) = filled();
    Connection::open(world.path(DATABASE)).unwrap().execute_batch(change).unwrap();
    let database = world.database();
    let said = |findings: &[HistoryDefect]| findings.iter().map(ToString::to_string).collect::<Vec<_>>();
    let found = database.check(true).unwrap();
    let findings = said(&found);
    assert_eq!(findings.len(), expected.len(), "{change}: {findings:#?}");
    for (finding, expected) in findings.iter().zip(expected) {
        assert!(finding.contains(expected), "{change}: {finding}");
    }
    let damaged = world.read(DATABASE);
    let repaired = database.repair(NOW).unwrap();
    let is_stray = |finding: &HistoryDefect| matches!(finding, HistoryDefect::Stray(_));
    let is_removed = |finding: &HistoryDefect| is_stray(finding) || repaired.removed.contains(finding);
    assert!(found.iter().all(is_removed), "{change}: {:?}", repaired.removed);
    assert!(repaired.left.iter().all(is_stray), "{change}: {:?}", repaired.left);
    assert_eq!(std::fs::read(repaired.copy.unwrap()).unwrap(), damaged, "{change}");
    assert_eq!(database.check(true).unwrap(), repaired.left, "{change}");
    for finding in &repaired.left {
        let HistoryDefect::Stray(digest) = finding else { panic!("{finding}") };
        assert!(database.kept_bytes(digest).unwrap().is_some(), "what can be read stays");
    }
    database.operations().open().unwrap();
    database.proposals().in_state(ProposalState::Open).unwrap();
    for path in PATHS {
        let newest = database.versions(ROOT, path).list(None, 99).unwrap();
        let state = newest.first().and_then(|version| version.content);
        let bytes = state.filter(|content| content.is_kept).map(|content| content.digest);
        assert!(bytes.is_none_or(|digest| database.kept_bytes(&digest).unwrap().is_some()), "{change}");
    }
    assert_eq!(database.repair(NOW).unwrap().copy, None, "there is nothing left to do");
    database.prune_history(UnixMillis(0), u64::MAX, |_| false, u64::MAX).unwrap();
    assert_eq!(database.check(true).unwrap(), [], "{change}");
}

#[test]
fn the_check_names_what_is_wrong_and_repair_removes_no_more() {
    check_found(
        "UPDATE versions SET author = 'me' WHERE number = 2 AND history = 1",
        &["version 2 of src/main.rs was altered"],
    );
    check_found(
        "UPDATE versions SET mode = 511 WHERE number = 2 AND history = 1",
        &["version 2 of src/main.rs was altered"],
    );
    check_found(
        "DELETE FROM versions WHERE number = 3 AND history = 1",
        &["src/main.rs has not as many versions as were made"],
    );
    check_found("UPDATE histories SET last = 1 WHERE id = 1", &["src/main.rs has not as many"]);
    check_found("UPDATE operations SET author = 'me' WHERE id = 2", &["operation o2 was altered"]);
    check_found("UPDATE operations SET state = 3 WHERE state = 0", &["operation o7 was altered"]);
    check_found("DELETE FROM operations WHERE id = 2", &["operation o2 was altered"]);
    check_found("UPDATE proposals SET request = ''", &["proposal p1 was altered"]);
    check_found(
        "DELETE FROM blobs WHERE rowid = (SELECT max(rowid) FROM blobs)",
        &["proposal p1 was altered"],
    );
    check_found(
        "DELETE FROM blobs WHERE size = 3 AND digest IN (SELECT digest FROM versions WHERE history = 2 AND number = 1)",
        &["of v1 of notes are gone"],
    );
    check_found(
        "INSERT INTO blobs VALUES (zeroblob(32), 0, NULL, x'')",
        &["cannot be read back: they are others by now", "are of no version"],
    );
}

#[test]
fn what_cannot_be_repaired_is_left_and_said() {
    let (world, past) = filled();
    let whole = world.read(DATABASE);
    let mut seed = 99;
    for _ in 0..100 {
        world.put_database(&[(DATABASE, &flipped(&whole, &mut seed))]);
        let Ok(state) = StateDir::open(&world.state_path(), &KeyPlace::Beside) else {
            panic!("the directory is as it was")
        };
        let Ok(database) = state.database() else { continue };
        let Ok(repaired) = database.repair(UnixMillis(seed >> 8)) else { continue };
        if !repaired.left.iter().all(|finding| matches!(finding, HistoryDefect::Stray(_))) {
            continue;
        }
        let now = self::past(&database).unwrap();
        for (digest, bytes) in &now.bytes {
            assert!(bytes.is_none() || *bytes == past.bytes[digest]);
        }
        assert_eq!(database.check(true).unwrap(), repaired.left);
    }
}

/// One flipped bit in the name of a column, and no row of its table can be read.
#[test]
fn tables_that_are_not_ours_are_not_repaired() {
    let (world, before) = filled();
    let rename = |from: &str, to: &str| {
        let rename = format!("ALTER TABLE operations RENAME COLUMN {from} TO {to}");
        Connection::open(world.path(DATABASE)).unwrap().execute_batch(&rename).unwrap();
    };
    let database = world.database();
    rename("author", "cuthor");
    assert_eq!(database.check(true).unwrap(), [HistoryDefect::Tables]);
    let repaired = database.repair(NOW).unwrap();
    assert_eq!((repaired.copy, repaired.removed, repaired.left), (None, vec![], vec![HistoryDefect::Tables]));
    rename("cuthor", "author");
    assert_eq!(database.check(true).unwrap(), []);
    assert_eq!(past(&database).unwrap(), before);
}

#[test]
fn history_and_proposals_outlive_a_key_beside_them() {
    let (world, before) = filled();
    world.remove("key");
    let database = world.database();
    assert_eq!(past(&database).unwrap(), before);
    assert_eq!(database.proposals().in_state(ProposalState::Open).unwrap().len(), 1);
    assert_eq!(database.check(true).unwrap(), []);
}

/// Rows with right checksums and the seals of another key: what a program without ours can write.
#[test]
fn rows_with_the_seal_of_another_key_are_damage() {
    let (world, _) = filled();
    world.write("key", &[8; 32]);
    let database = world.database();
    assert_eq!(past(&database).unwrap_err().code(), Code::Damaged);
    assert_eq!(database.operations().open().unwrap_err().code(), Code::Damaged);
    assert_eq!(database.proposals().in_state(ProposalState::Open).unwrap_err().code(), Code::Damaged);
    assert!(!database.check(true).unwrap().is_empty());
}
