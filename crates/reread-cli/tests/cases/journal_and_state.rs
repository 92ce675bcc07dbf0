//! Section C: what is recorded of refused calls, and who may touch the state directory.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::world::{World, files_below};

/// Case 51: arguments are recorded escaped, cut and without secrets; content is only a digest and a size.
#[test]
fn case_51_records_are_escaped_cut_and_redacted() {
    let world = World::new("case_51");
    let key = format!("AKIA{}", "QWERTYUIOPASDFGH");
    let long = "x".repeat(60_000);
    for name in [
        format!("../{key}/\u{1b}]52;c;x\u{7}\n{{\"outcome\":\"ok\"}}"),
        format!("../{long}"),
        format!("{long}/y"),
    ] {
        let ran = world.run(&["read", &name]);
        assert!(matches!(ran.code, Some(2..=4)), "{ran:?}");
    }
    assert_eq!(world.run(&["read", "--known", &long, "a.txt"]).code, Some(0));

    let journal = std::fs::read_to_string(world.path(".reread/audit/journal.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 4, "a line break in a name makes no second record");
    assert!(
        !journal.contains(&key) && !journal.contains('\u{1b}') && !journal.contains("one\\ntwo"),
        "{journal}"
    );
    let records = world.records();
    assert!(records.iter().all(|record| record["arguments"].as_str().unwrap().len() <= 4096));
    assert_eq!(records[0]["outcome"], "denied");
    assert_eq!(records[0]["redacted"], 1);
    assert_eq!(records[3]["outcome"], "ok");
    assert_eq!((&records[3]["sent_bytes"], &records[3]["path"]), (&14.into(), &"a.txt".into()));
    assert_eq!(world.run(&["audit", "verify"]).code, Some(0));
    world.check_unharmed();
}

/// Case 52: 0700 and 0600, whatever the umask.
#[test]
fn case_52_the_state_belongs_to_the_user_alone_whatever_the_umask() {
    let world = World::new("case_52");
    let script = "umask 000; \"$0\" read a.txt; umask 777; \"$0\" --state ../strict read a.txt";
    let mut command = Command::new("sh");
    command.current_dir(world.root()).env_clear().env("HOME", world.beside("home"));
    command.env("REREAD_CONFIG", world.beside("config.toml"));
    let output = command.args(["-c", script, env!("CARGO_BIN_EXE_reread")]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    for state in [world.path(".reread"), world.beside("strict")] {
        let files = files_below(&state);
        assert!(files.len() >= 5, "{files:?}");
        assert_eq!(mode(&state), 0o700, "{}", state.display());
        for file in files {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
            assert_eq!(mode(file.parent().unwrap()), 0o700, "{}", file.display());
        }
    }
    world.check_unharmed();
}

/// Case 52: a state directory that others may write, or that is a link, is not used; reading goes on without it.
#[test]
fn case_52_a_state_directory_that_may_be_somebody_elses_is_not_used() {
    let mut world = World::new("case_52b");
    for (name, mode) in [("group", 0o770), ("world", 0o707), ("shared", 0o1777)] {
        let state = world.beside(name);
        std::fs::create_dir(&state).unwrap();
        std::fs::set_permissions(&state, std::fs::Permissions::from_mode(mode)).unwrap();
        check_state_not_used(&world, &state);
        assert_eq!(std::fs::read_dir(&state).unwrap().count(), 0, "nothing is put into it");
    }
    std::fs::create_dir(world.out("target")).unwrap();
    std::os::unix::fs::symlink(world.out("target"), world.beside("link")).unwrap();
    world.settle_outside();
    check_state_not_used(&world, &world.beside("link"));
    assert_eq!(std::fs::read_dir(world.out("target")).unwrap().count(), 0);
    std::fs::write(world.beside("file"), "").unwrap();
    check_state_not_used(&world, &world.beside("file"));
    world.check_unharmed();
}

/// Case 52: another owner. Only root can give a folder away, so others check that root's own folder is refused.
#[test]
fn case_52_a_state_directory_of_another_owner_is_not_used() {
    let world = World::new("case_52c");
    let state = world.beside("foreign");
    std::fs::create_dir(&state).unwrap();
    let state = match std::os::unix::fs::chown(&state, Some(4711), None) {
        Ok(()) => state,
        Err(_) => "/usr".into(),
    };
    check_state_not_used(&world, &state);
    world.check_unharmed();
}

fn check_state_not_used(world: &World, state: &Path) {
    let ran = world.run(&["--state", &state.display().to_string(), "read", "a.txt"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.starts_with("note: ") && ran.stderr.contains("reading goes on"), "{ran:?}");
    assert!(ran.text().contains("no tag: no_state"), "{ran:?}");
}

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o7777
}

/// What every command mends by opening it is told by the command that looks for what is broken.
#[test]
fn doctor_says_what_it_found_broken() {
    let world = World::new("doctor_state");
    assert_eq!(world.run(&["read", "a.txt"]).code, Some(0));
    std::fs::remove_file(world.path(".reread/key")).unwrap();
    assert!(world.run(&["doctor"]).text().contains("had no key and has a new one"));
    std::fs::set_permissions(world.path(".reread"), std::fs::Permissions::from_mode(0o755)).unwrap();
    assert!(world.run(&["doctor"]).text().contains("could be read by others, and cannot any more"));
    assert!(world.run(&["doctor"]).text().contains("is yours alone and has its key"));
}
