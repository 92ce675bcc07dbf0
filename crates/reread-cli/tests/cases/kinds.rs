//! Section B: things that are not regular files.

use std::os::unix::net::UnixListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use reread_testkit::World;

/// Case 30: a FIFO without a writer is refused at once, by every command and by fifty readers together.
#[test]
fn case_30_a_fifo_is_refused_and_blocks_no_reader() {
    let world = World::with_secret("case_30");
    make_fifo(&world, "p");
    for words in
        [&["read", "p"][..], &["head", "p"], &["tail", "p"], &["excerpt", "p"], &["search", "x", "p"]]
    {
        assert_not_a_file(&world, words, "fifo");
    }
    assert_not_a_file(&world, &["read", "--raw", "p"], "fifo");
    assert_eq!(world.json(&["stat", "p"])["kind"], "fifo");

    let before = world.records().len();
    let children: Vec<Child> = (0..50)
        .map(|_| {
            world.command().args(["read", "p"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        })
        .collect();
    let codes: Vec<Option<i32>> = children.into_iter().map(ended).collect();
    assert_eq!(codes, [Some(4); 50]);
    assert_eq!(world.records().len(), before + 50);
    assert_eq!(world.run(&["audit", "verify"]).code, Some(0));
    world.check_unharmed();
}

/// Sockets, folders and devices are no text either.
#[test]
fn case_30_sockets_folders_and_devices_are_refused() {
    let world = World::with_secret("case_30b");
    let _socket = UnixListener::bind(world.path("s")).unwrap();
    world.write("d/x", "");
    assert_not_a_file(&world, &["read", "s"], "socket");
    assert_not_a_file(&world, &["search", "x", "s"], "socket");
    assert_not_a_file(&world, &["read", "d"], "directory");
    assert_not_a_file(&world, &["head", "d/"], "directory");
    assert_not_a_file(&world, &["tail", "."], "directory");
    assert_eq!(world.json(&["stat", "s"])["kind"], "socket");
    assert_eq!(world.json(&["stat", "d"])["kind"], "directory");
    world.configure("other_filesystems = \"allow\"\n");
    let at_top = ["--root", "/", "--state", ".reread"];
    assert_not_a_file(&world, &[&at_top[..], &["read", "/dev/null"]].concat(), "device");
    assert_not_a_file(&world, &[&at_top[..], &["head", "/dev/zero"]].concat(), "device");
    world.check_unharmed();
}

/// A configuration that is a FIFO blocks no command, and is not "no configuration".
#[test]
fn case_30_a_fifo_as_the_repositorys_rules_stops_everything() {
    let world = World::with_secret("case_30c");
    make_fifo(&world, "reread.toml");
    let child =
        world.command().args(["read", "a.txt"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    assert_eq!(ended(child), Some(6));
    std::fs::remove_file(world.path("reread.toml")).unwrap();
    world.check_unharmed();
}

fn make_fifo(world: &World, name: &str) {
    assert!(Command::new("mkfifo").arg(world.path(name)).status().unwrap().success());
}

fn assert_not_a_file(world: &World, words: &[&str], kind: &str) {
    let before = world.records().len();
    let child = world.command().args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (code, told) = ended_with_words(child);
    assert_eq!(code, Some(4), "{words:?}: {told}");
    assert!(told.contains(&format!("is a {kind}, not a regular file")), "{words:?}: {told}");
    let records = world.records();
    assert_eq!(records.len(), before + 1, "{words:?}");
    assert_eq!(records[before]["outcome"], "error");
    assert_eq!(records[before]["code"], "not_a_file");
}

/// The exit code; a child that hangs is ended, and the test with it.
fn ended(mut child: Child) -> Option<i32> {
    for _ in 0..12_000 {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("the reader hangs");
}

/// As [`ended`], with what was said on standard error; nothing may be said on standard output.
fn ended_with_words(mut child: Child) -> (Option<i32>, String) {
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let code = ended(child);
    let text = std::io::read_to_string(&mut stderr).unwrap();
    assert_eq!(std::io::read_to_string(&mut stdout).unwrap(), "");
    (code, text)
}
