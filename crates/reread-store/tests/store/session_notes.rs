//! What was told about the work is kept as it was told, in bounds.

use proptest::prelude::*;
use reread_store::{AuthoredNotes, SessionNotes, StateError, UnixMillis};

use crate::world::World;

fn say(world: &World, teller: &str, time: u64, task: &str) {
    world
        .state()
        .update_session_notes(teller, UnixMillis(time), |told| told.task = Some(task.to_owned()))
        .unwrap();
}

fn tasks(world: &World) -> Vec<(String, u64, Option<String>)> {
    let tellers = world.state().session_notes().unwrap().into_iter();
    tellers.map(|AuthoredNotes { author, time, notes }| (author, time.0, notes.task)).collect()
}

#[test]
fn what_is_told_is_kept_by_teller_and_the_latest_comes_first() {
    let world = World::new();
    assert_eq!(tasks(&world), []);
    say(&world, "user", 1, "one");
    say(&world, "pid:7", 2, "two");
    let expected = |name: &str, time, task: &str| (name.to_owned(), time, Some(task.to_owned()));
    assert_eq!(tasks(&world), [expected("pid:7", 2, "two"), expected("user", 1, "one")]);
    say(&world, "user", 3, "three");
    assert_eq!(tasks(&world), [expected("user", 3, "three"), expected("pid:7", 2, "two")]);
    // Nothing new was said.
    say(&world, "pid:7", 4, "two");
    assert_eq!(tasks(&world), [expected("user", 3, "three"), expected("pid:7", 2, "two")]);
    say(&world, "user", 5, " ");
    assert_eq!(tasks(&world), [expected("pid:7", 2, "two")]);
    world.state().clear_session_notes().unwrap();
    world.state().clear_session_notes().unwrap();
    assert_eq!(tasks(&world), []);
}

#[test]
fn one_thing_is_told_without_the_other() {
    let world = World::new();
    let open = vec!["a".to_owned(), "b".to_owned(), "a".to_owned(), String::new()];
    world.state().update_session_notes("user", UnixMillis(1), |told| told.open = Some(open)).unwrap();
    say(&world, "user", 2, "one");
    let told = world.state().session_notes().unwrap().remove(0).notes;
    assert_eq!(
        told,
        SessionNotes { task: Some("one".to_owned()), open: Some(vec!["a".to_owned(), "b".to_owned()]) }
    );
    world.state().update_session_notes("user", UnixMillis(3), |told| told.open = Some(Vec::new())).unwrap();
    assert_eq!(world.state().session_notes().unwrap()[0].notes.open, Some(Vec::new()));
}

#[test]
fn texts_are_cleaned_and_bounded() {
    let world = World::new();
    say(&world, "user", 1, "fix\n\u{1b}[31m\u{202e}it with ghp_abcdefghijklmnopqrstuvwxyz0123456789");
    assert_eq!(
        tasks(&world)[0].2.as_deref(),
        Some("fix\\n\\x1b[31m\\u{202e}it with [redacted:github-token]")
    );
    say(&world, "user", 1, &"x".repeat(5_000));
    assert_eq!(tasks(&world)[0].2.as_ref().unwrap().len(), 1_024);
    let many = (0..100).map(|number| format!("{number}-{}", "n".repeat(2_000))).collect();
    world.state().update_session_notes("user", UnixMillis(1), |told| told.open = Some(many)).unwrap();
    let open = world.state().session_notes().unwrap().remove(0).notes.open.unwrap();
    assert_eq!((open.len(), open[63].len()), (64, 512));
    for number in 0..40 {
        say(&world, &format!("pid:{number}"), number, "x");
    }
    assert_eq!((tasks(&world).len(), tasks(&world)[31].0.as_str()), (32, "pid:8"));
}

#[test]
fn a_file_of_another_kind_is_refused_as_it_is() {
    let world = World::new();
    world.state();
    for (bytes, code) in [
        (&b"{\"v\":2,\"others\":[]}"[..], "newer_format"),
        (b"{\"v\":1,\"tellers\":[{}]}", "damaged"),
        (b"{\"v\":1,\"tellers\":", "damaged"),
        (b"", "damaged"),
        (b"\xff", "damaged"),
    ] {
        world.write("told", bytes);
        let code_of = |error: StateError| error.code().as_str();
        assert_eq!(world.state().session_notes().map_err(code_of), Err(code));
        assert_eq!(
            world.state().update_session_notes("user", UnixMillis(1), |_| ()).map_err(code_of),
            Err(code)
        );
        assert_eq!(world.read("told"), bytes);
        world.state().clear_session_notes().unwrap();
        assert_eq!(world.state().session_notes().unwrap(), []);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is told can be read back, and what comes back can be told again without a difference.
    #[test]
    fn telling_again_changes_nothing(task in ".{0,40}", open in prop::collection::vec(".{0,20}", 0..4)) {
        let world = World::new();
        world.state().update_session_notes("t", UnixMillis(1), |told| *told = SessionNotes { task: Some(task), open: Some(open) }).unwrap();
        let first = world.state().session_notes().unwrap();
        let again = first[0].notes.clone();
        world.state().update_session_notes("t", UnixMillis(2), |told| *told = again).unwrap();
        prop_assert_eq!(world.state().session_notes().unwrap(), first);
    }
}
