//! Several databases of one directory take turns; one that stays open between calls is closed in time.

use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use reread_store::{ApprovalState, Database, Decision, FileState, UnixMillis};

use crate::world::{ROOT, World, matter};

const NOW: UnixMillis = UnixMillis(1_700_000_000_000);
const MINUTE: Duration = Duration::from_secs(60);

/// How often a test looks for an event before it fails.
#[cfg(target_os = "linux")]
const LOOKS: usize = 10_000;

/// A database with one question.
fn asked_once(world: &World) -> Database {
    let database = world.database();
    ask(&database, "first");
    database
}

fn ask(database: &Database, path: &str) {
    database.ask(&matter(path), "", NOW, MINUTE).unwrap();
}

fn questions(database: &Database) -> usize {
    database.approvals(NOW).unwrap().len()
}

fn is_free(world: &World) -> bool {
    File::open(world.path("lock")).is_ok_and(|file| file.try_lock().is_ok())
}

/// Waits until a thread or process is blocked on the lock, as the kernel lists it.
#[cfg(target_os = "linux")]
fn wait_for_waiter(world: &World) {
    use std::os::unix::fs::MetadataExt as _;
    let inode = format!(":{} ", world.path("lock").metadata().unwrap().ino());
    let is_waiter = |line: &str| line.contains("-> FLOCK") && line.contains(&inode);
    let is_waited_for = || std::fs::read_to_string("/proc/locks").unwrap().lines().any(is_waiter);
    let seen = (0..LOOKS).find(|_| {
        thread::sleep(Duration::from_millis(2));
        is_waited_for()
    });
    assert!(seen.is_some(), "the lock was never waited for");
}

/// Other systems list no waiters: there the test holds whether or not the other database has come so far.
#[cfg(not(target_os = "linux"))]
fn wait_for_waiter(_: &World) {}

#[test]
fn two_databases_see_what_the_other_one_did() {
    let world = World::new();
    let server = asked_once(&world);
    let person = world.database();
    assert_eq!(questions(&person), 1);
    let id = person.approvals(NOW).unwrap()[0].id;
    person.decide(id, Decision::Grant, NOW, MINUTE).unwrap().unwrap();
    assert_eq!(server.approval(&matter("first"), NOW).unwrap().unwrap().state, ApprovalState::Granted);
    // The directory has other locks than that of the database, but they are one file.
    world.state().tag_key().unwrap();
    ask(&server, "second");
    assert_eq!(questions(&person), 2);
}

#[test]
fn the_lock_is_free_between_calls_unless_a_caller_stays() {
    let world = World::new();
    let server = asked_once(&world);
    assert!(is_free(&world));
    let (outer, inner) = (server.stay(), server.stay());
    assert!(is_free(&world), "it is opened by the next call");
    ask(&server, "second");
    assert!(!is_free(&world));
    drop(outer);
    assert!(!is_free(&world), "another caller stays");
    drop(inner);
    assert!(is_free(&world));
    assert_eq!(questions(&world.database()), 2);
}

#[test]
fn several_databases_take_turns_and_lose_nothing() {
    const EACH: usize = 40;
    let world = World::new();
    let databases: Vec<Database> = (0..3).map(|_| world.database()).collect();
    thread::scope(|scope| {
        for (who, database) in databases.iter().enumerate() {
            for hand in 0..2 {
                scope.spawn(move || {
                    for n in 0..EACH {
                        let _stay = database.stay();
                        ask(database, &format!("{who} {hand} {n}"));
                    }
                });
            }
        }
    });
    for database in &databases {
        assert_eq!(questions(database), 3 * 2 * EACH);
    }
}

#[test]
fn a_caller_that_stays_is_not_interrupted() {
    let world = World::new();
    let server = asked_once(&world);
    let stay = server.stay();
    ask(&server, "second");
    let (done, is_done) = channel();
    thread::scope(|scope| {
        scope.spawn(|| done.send(questions(&world.state().database().unwrap())).unwrap());
        wait_for_waiter(&world);
        ask(&server, "third");
        assert!(is_done.try_recv().is_err() && !is_free(&world), "another database has to wait");
        drop(stay);
        assert_eq!(is_done.recv().unwrap(), 3);
    });
}

/// Threads that stay one after the other do not lock another process out for ever.
#[test]
fn another_database_gets_a_turn_among_many_callers_that_stay() {
    const TURNS: usize = 5;
    let world = World::new();
    let server = asked_once(&world);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let _stay = server.stay();
                    questions(&server);
                    thread::sleep(Duration::from_millis(2));
                    questions(&server);
                }
            });
        }
        for turn in 0..TURNS {
            ask(&world.database(), &turn.to_string());
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert_eq!(questions(&server), 1 + TURNS);
}

#[test]
fn a_long_log_is_moved_into_the_database() {
    let world = World::new();
    let server = asked_once(&world);
    let _stay = server.stay();
    // Such bytes do not pack.
    let mut state: u64 = 7;
    let mut noise = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    let bytes: Vec<u8> = (0..12 << 20).map(|_| noise()).collect();
    let state = FileState::new(&bytes, 0o644);
    server.note_change(ROOT, b"large", None, Some(state), false, NOW).unwrap();
    let length = std::fs::metadata(world.path("reread.db-wal")).map_or(0, |log| log.len());
    assert!(length < 1 << 20, "{length}");
    assert_eq!(server.check(true).unwrap(), []);
}

#[test]
fn what_is_written_over_it_meanwhile_is_what_counts() {
    let world = World::new();
    drop(asked_once(&world));
    let [before, log] = ["reread.db", "reread.db-wal"].map(|name| world.read(name));
    let server = world.database();
    let stay = server.stay();
    (0..30).for_each(|n| ask(&server, &n.to_string()));
    assert_eq!(questions(&server), 31);
    world.write("reread.db", &before);
    world.write("reread.db-wal", &log);
    assert_eq!(questions(&server), 1);
    ask(&server, "third");
    drop(stay);
    let again = world.database();
    assert_eq!(questions(&again), 2);
    assert_eq!(again.check(true).unwrap(), []);
}

#[test]
fn what_is_put_in_its_place_meanwhile_is_what_counts() {
    let world = World::new();
    drop(asked_once(&world));
    let [before, log] = ["reread.db", "reread.db-wal"].map(|name| world.read(name));
    let server = world.database();
    let stay = server.stay();
    ask(&server, "second");
    assert_eq!(questions(&server), 2);
    world.put_database(&[("reread.db", &before), ("reread.db-wal", &log)]);
    assert_eq!(questions(&server), 1);
    ask(&server, "third");
    drop(stay);
    assert_eq!(questions(&world.database()), 2);
}

#[test]
fn a_log_that_is_taken_away_is_not_written_to() {
    let world = World::new();
    let server = world.database();
    let stay = server.stay();
    ask(&server, "first");
    world.remove("reread.db-wal");
    ask(&server, "second");
    drop(stay);
    let again = world.database();
    assert!(again.approval(&matter("second"), NOW).unwrap().is_some(), "what was said to be kept is kept");
}
