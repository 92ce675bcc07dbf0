//! A database that stays open between calls is in no other process's way.

use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use reread_store::{Database, Decision, FileState, Standing, UnixMillis};

use crate::world::{ROOT, World, matter};

const NOW: UnixMillis = UnixMillis(1_700_000_000_000);
const MINUTE: Duration = Duration::from_secs(60);

/// Longer than any process has to wait; one that waits for ever fails.
const LOOKS: usize = 10_000;

fn kept_open(world: &World) -> Database {
    let database = world.database();
    database.keep_open();
    ask(&database, "first");
    wait_until_open(world, &database);
    database
}

/// A process that is kept from running for long finds it closed, and open again after the next call.
fn wait_until_open(world: &World, database: &Database) {
    wait_until(|| questions(database) > 0 && !is_free(world, "lock"));
}

fn ask(database: &Database, path: &str) {
    database.ask(&matter(path), "", NOW, MINUTE).unwrap();
}

fn questions(database: &Database) -> usize {
    database.approvals(NOW).unwrap().len()
}

fn is_free(world: &World, lock: &str) -> bool {
    File::open(world.path(lock)).is_ok_and(|file| file.try_lock().is_ok())
}

fn wait_until(is_so: impl Fn() -> bool) {
    let looks = (0..LOOKS).find(|_| {
        thread::sleep(Duration::from_millis(2));
        is_so()
    });
    assert!(looks.is_some(), "it never came to that");
}

#[test]
fn others_need_only_ask_for_it() {
    let world = World::new();
    let server = kept_open(&world);
    let person = world.database();
    assert_eq!(questions(&person), 1);
    let id = person.approvals(NOW).unwrap()[0].id;
    person.decide(id, Decision::Grant, NOW, MINUTE).unwrap().unwrap();
    assert_eq!(server.standing(&matter("first"), NOW).unwrap().unwrap().standing, Standing::Granted);
    // The directory has other locks than that of the database, but they are one file.
    assert_eq!(world.state().raise_epoch().unwrap(), 1);
    ask(&server, "second");
    assert_eq!(questions(&person), 2);
}

#[test]
fn it_is_closed_after_a_moment_without_a_call_and_when_it_is_let_go() {
    let world = World::new();
    let server = kept_open(&world);
    wait_until(|| is_free(&world, "lock"));
    ask(&server, "second");
    wait_until_open(&world, &server);
    drop(server);
    assert!(is_free(&world, "lock"));
    assert_eq!(questions(&world.database()), 2);
}

#[test]
fn several_who_keep_it_open_take_turns_and_lose_nothing() {
    const EACH: usize = 40;
    let world = World::new();
    let databases: Vec<Database> = (0..3).map(|_| world.database()).collect();
    databases.iter().for_each(Database::keep_open);
    thread::scope(|scope| {
        for (who, database) in databases.iter().enumerate() {
            for hand in 0..2 {
                scope.spawn(move || (0..EACH).for_each(|n| ask(database, &format!("{who} {hand} {n}"))));
            }
        }
    });
    for database in &databases {
        assert_eq!(questions(database), 3 * 2 * EACH);
    }
}

#[test]
fn a_process_that_stays_is_not_interrupted() {
    let world = World::new();
    let server = kept_open(&world);
    let stay = server.stay();
    ask(&server, "second");
    let (done, is_done) = channel();
    thread::scope(|scope| {
        scope.spawn(|| done.send(questions(&world.state().database().unwrap())).unwrap());
        wait_until(|| world.path("lock.wanted").exists() && !is_free(&world, "lock.wanted"));
        ask(&server, "third");
        assert!(is_done.try_recv().is_err() && !is_free(&world, "lock"), "a process that asks has to wait");
        drop(stay);
        assert_eq!(is_done.recv().unwrap(), 3);
    });
}

/// No process is kept away for ever by those that come and stay one after the other.
#[test]
fn a_process_that_asks_gets_a_turn_among_many_that_stay() {
    const TURNS: usize = 5;
    let world = World::new();
    let server = kept_open(&world);
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
fn a_long_log_is_given_back() {
    let world = World::new();
    let server = kept_open(&world);
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
    drop(kept_open(&world));
    let [before, log] = ["reread.db", "reread.db-wal"].map(|name| world.read(name));
    let server = world.database();
    server.keep_open();
    (0..30).for_each(|n| ask(&server, &n.to_string()));
    assert_eq!(questions(&server), 31);
    world.write("reread.db", &before);
    world.write("reread.db-wal", &log);
    assert_eq!(questions(&server), 1);
    ask(&server, "third");
    drop(server);
    let again = world.database();
    assert_eq!(questions(&again), 2);
    assert_eq!(again.check(true).unwrap(), []);
}

#[test]
fn what_is_put_in_its_place_meanwhile_is_what_counts() {
    let world = World::new();
    drop(kept_open(&world));
    let [before, log] = ["reread.db", "reread.db-wal"].map(|name| world.read(name));
    let server = world.database();
    server.keep_open();
    ask(&server, "second");
    assert_eq!(questions(&server), 2);
    world.put_database(&[("reread.db", &before), ("reread.db-wal", &log)]);
    assert_eq!(questions(&server), 1);
    ask(&server, "third");
    drop(server);
    assert_eq!(questions(&world.database()), 2);
}

#[test]
fn a_log_that_is_taken_away_is_not_written_to() {
    let world = World::new();
    let server = kept_open(&world);
    world.remove("reread.db-wal");
    ask(&server, "second");
    drop(server);
    let again = world.database();
    assert!(again.standing(&matter("second"), NOW).unwrap().is_some(), "what was said to be kept is kept");
}
