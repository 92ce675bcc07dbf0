//! What a crash leaves behind is repaired by the next append, and nothing is dropped.

use std::process::{Command, Stdio};

use reread_codes::Code;
use reread_store::{KeyPlace, StateDir};

use crate::world::{World, record};

const JOURNAL: &str = "audit/journal.jsonl";
const HEAD: &str = "audit/head";

/// A journal of three records.
fn three() -> World {
    let world = World::new();
    let journal = world.journal();
    for path in ["a", "b", "c"] {
        journal.append(&record(path)).unwrap();
    }
    world
}

fn repaired(world: &World, records: u64) -> String {
    let verified = world.journal().verify().unwrap();
    assert_eq!((verified.records, verified.repairs), (records, 1));
    let last = world.journal().tail(1).unwrap().remove(0);
    let value: serde_json::Value = serde_json::from_str(&last).unwrap();
    value["repaired"].as_str().unwrap().to_owned()
}

#[test]
fn an_unfinished_line_is_moved_aside_whole() {
    let world = three();
    let (before, head) = (world.read(JOURNAL), world.read(HEAD));
    world.journal().append(&record("d")).unwrap();
    let line = world.read(JOURNAL).split_off(before.len());
    for length in (1..line.len()).step_by(23).chain([line.len() - 1]) {
        let torn = &line[..length];
        world.write(JOURNAL, &[&before[..], torn].concat());
        world.write(HEAD, &head);
        let broken = world.journal().verify().unwrap_err();
        assert_eq!((broken.line, broken.what.word()), (4, "torn"), "{length} bytes");
        assert_eq!(world.journal().append(&record("d")).unwrap().seq, 4);
        assert_eq!(repaired(&world, 4), "an unfinished line was moved to torn-4");
        assert_eq!(world.read("audit/torn-4"), torn);
        world.remove("audit/torn-4");
    }
}

#[test]
fn a_torn_line_never_takes_the_place_of_another() {
    let world = three();
    world.write("audit/torn-4", b"earlier");
    world.write(JOURNAL, &[&world.read(JOURNAL)[..], b"torn"].concat());
    world.journal().append(&record("d")).unwrap();
    assert_eq!(repaired(&world, 4), "an unfinished line was moved to torn-4-2");
    assert_eq!(
        (world.read("audit/torn-4"), world.read("audit/torn-4-2")),
        (b"earlier".into(), b"torn".into())
    );
}

#[test]
fn a_record_that_the_head_does_not_know_yet_is_kept() {
    let world = three();
    let head = world.read(HEAD);
    let fourth = world.journal().append(&record("d")).unwrap();
    world.write(HEAD, &head);
    assert_eq!(world.journal().verify().unwrap().head, fourth.hash);
    assert_eq!(world.journal().append(&record("e")).unwrap().seq, 5);
    let verified = world.journal().verify().unwrap();
    assert_eq!((verified.records, verified.repairs), (5, 0));

    world.write(HEAD, &head);
    let broken = world.journal().verify().unwrap_err();
    assert_eq!((broken.line, broken.what.word()), (4, "head_disagrees"));
}

#[test]
fn a_first_record_that_the_head_does_not_know_yet_is_kept() {
    let world = World::new();
    world.journal().append(&record("a")).unwrap();
    let genesis = format!("1 {0:020} {0:020} {1}\n", 0, "0".repeat(64));
    world.write(HEAD, genesis.as_bytes());
    assert_eq!(world.journal().verify().unwrap().records, 1);
    assert_eq!(world.journal().append(&record("b")).unwrap().seq, 2);
    assert_eq!(world.journal().verify().unwrap().repairs, 0);
}

#[test]
fn a_lost_head_is_found_again_from_the_last_line_and_said() {
    for lost in [None, Some(&b""[..]), Some(b"nonsense"), Some(&[b'1'; 200])] {
        let world = three();
        match lost {
            None => world.remove(HEAD),
            Some(bytes) => world.write(HEAD, bytes),
        }
        assert!(world.journal().verify().is_err());
        assert_eq!(world.journal().append(&record("d")).unwrap().seq, 4);
        assert_eq!(repaired(&world, 4), "the head was lost");
        assert_eq!(world.read(HEAD).len(), 109);
    }
}

#[test]
fn a_lost_head_and_a_torn_line_together_are_repaired() {
    let world = three();
    world.remove(HEAD);
    world.write(JOURNAL, &[&world.read(JOURNAL)[..], b"torn"].concat());
    assert_eq!(world.journal().append(&record("d")).unwrap().seq, 4);
    assert_eq!(repaired(&world, 4), "the head was lost; an unfinished line was moved to torn-4");
}

#[test]
fn a_long_line_that_is_no_record_is_moved_aside_too() {
    let world = three();
    let torn = vec![b'x'; 1 << 20];
    world.write(JOURNAL, &[world.read(JOURNAL), torn.clone()].concat());
    world.journal().append(&record("d")).unwrap();
    assert_eq!(world.journal().verify().unwrap().records, 4);
    assert_eq!(world.read("audit/torn-4"), torn);
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_gone_is_an_error_and_a_new_one_can_be_opened() {
    let world = three();
    let journal = world.journal();
    std::fs::remove_dir_all(world.state_path()).unwrap();
    assert_eq!(journal.append(&record("d")).unwrap_err().code(), Code::Io);
    assert_eq!(world.journal().append(&record("d")).unwrap().seq, 1);
}

/// A journal holds its files open; what is written to a file that lost its name would be lost as well.
#[cfg(unix)]
#[test]
fn a_file_that_is_moved_away_while_it_is_open_gets_no_more_records() {
    for moved in [JOURNAL, HEAD, "audit/lock"] {
        let world = World::new();
        let journal = world.journal();
        for name in ["a", "b"] {
            journal.append(&record(name)).unwrap();
        }
        std::fs::rename(world.path(moved), world.path("audit/away")).unwrap();
        let away = world.read("audit/away");
        let last = journal.append(&record("c")).unwrap();
        assert_eq!(world.read("audit/away"), away, "{moved}");
        let tail = world.journal().tail(1).unwrap();
        assert!(tail[0].contains(&last.hash.to_string()), "{moved}: {tail:?}");
        assert_eq!(last.seq, 3, "{moved}");
    }
}

/// Appends to the journal that the environment names until it is killed.
#[test]
#[ignore = "run in a process of its own by the test below"]
fn append_for_ever() {
    let state =
        StateDir::open(std::env::var_os("STATE_TO_FILL").unwrap().as_ref(), &KeyPlace::Beside).unwrap();
    let journal = state.journal().unwrap();
    loop {
        journal.append(&record("again")).unwrap();
    }
}

#[test]
fn killed_writers_leave_one_chain_and_no_lock() {
    let world = World::new();
    world.state();
    for round in 1..=5 {
        let mut writers: Vec<_> = (0..3)
            .map(|_| {
                Command::new(std::env::current_exe().unwrap())
                    .args(["--exact", "--ignored", "journal_crash::append_for_ever"])
                    .env("STATE_TO_FILL", world.state_path())
                    .stdout(Stdio::null())
                    .spawn()
                    .unwrap()
            })
            .collect();
        while world.journal().tail(1000).unwrap().len() < round * 60 {
            std::thread::yield_now();
        }
        writers.iter_mut().for_each(|writer| writer.kill().unwrap());
        assert!(writers.iter_mut().all(|writer| !writer.wait().unwrap().success()));
        let appended = world.journal().append(&record("after")).unwrap();
        assert_eq!(world.journal().verify().unwrap().records, appended.seq);
    }
}
