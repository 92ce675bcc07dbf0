//! A state directory that came with a clone, a copy or an archive is not ours: nothing in it is acted on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use reread_path::TempName;
use reread_store::{FileState, KeyPlace, NewOperation, NewVersion, StateDir, UnixMillis, VersionOrigin};
use reread_testkit::{Era, McpClient, RunOutput, World};
use serde_json::json;

use super::forged_history::{ForgedFile, forge_operation};

/// What the file of the workspace holds, and what the attacker says that the operation made of it.
const TEXT: &str = "one\ntwo\nthree\n";

/// A file of the user that no operation of ours is about.
const PRECIOUS: &str = "precious\n";

/// A second name of the form that ours have.
const OWN_FORM: &str = ".reread-0123456789abcdef.tmp";

/// A workspace with a state directory of this build, as it came from another machine: no key of the user fits it.
fn cloned() -> World {
    let world = World::project();
    assert_eq!(world.run(&["write", "made.txt", "--content", "a.txt"]).code, Some(0));
    forget_key(&world);
    std::fs::write(world.outside("bashrc"), PRECIOUS).unwrap();
    world
}

/// Takes the directory over at a terminal; what was printed.
fn adopt(world: &World) -> String {
    let printed = world.terminal_dialog(&["state", "adopt"], "y\n");
    assert!(printed.contains("adopted: "), "{printed}");
    printed
}

/// Removes what the user's configuration knows about the state directory.
fn forget_key(world: &World) {
    let _ = std::fs::remove_dir_all(world.keys());
}

/// Every file around the workspace with its bytes, but for the state, the keys, and the one file that an undo of ours may
/// remove.
fn everything(world: &World) -> BTreeMap<PathBuf, Vec<u8>> {
    let ours = [world.path(".reread"), world.config(), world.path("made.txt")];
    let is_ours = |file: &PathBuf| ours.iter().any(|ours| file.starts_with(ours));
    tree(world.base()).into_iter().filter(|(file, _)| !is_ours(file)).collect()
}

/// Every file and link below a folder, with its bytes or its target; folders have none.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            let bytes = match () {
                () if kind.is_dir() => {
                    folders.push(path.clone());
                    Vec::new()
                }
                () if kind.is_file() => std::fs::read(&path).unwrap(),
                () => std::fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes(),
            };
            found.insert(path, bytes);
        }
    }
    found
}

/// Commands that recovered what they found open, and the handshake of servers.
fn provoke(world: &World) {
    for command in
        [&["history", "a.txt"][..], &["check"], &["check", "--repair"], &["undo"], &["read", "a.txt"]]
    {
        world.run(command);
    }
    for options in [&["--read-only"][..], &[]] {
        let mut client = McpClient::of(Era::Handshake, world, options);
        client.settle();
        client.end();
    }
}

/// The file is as the operation made it, and its second name leads to a file that the operation never saw: recovery would
/// exchange the two.
fn exchanging(temp: &str) -> [ForgedFile<'_>; 1] {
    [ForgedFile { path: "a.txt", before: Some("zero\n"), after: Some(TEXT), temp }]
}

#[test]
fn a_second_name_outside_is_never_touched() {
    let absolute = |world: &World| world.outside("bashrc").to_str().unwrap().to_owned();
    for (temp, is_ours) in
        [("../outside/bashrc", false), ("../outside/bashrc", true), ("ABSOLUTE", false), ("ABSOLUTE", true)]
    {
        let world = cloned();
        if is_ours {
            adopt(&world);
        }
        let temp = if temp == "ABSOLUTE" { absolute(&world) } else { temp.to_owned() };
        forge_operation(&world, &exchanging(&temp));
        let before = everything(&world);
        provoke(&world);
        assert_eq!(everything(&world), before, "{temp}");
    }
}

/// A payload of the repository gets its name back, as if an operation had been interrupted while it removed a hook.
#[test]
fn no_git_hook_is_planted() {
    for (payload, temp) in
        [("payload.sh", "../../payload.sh"), (".git/hooks/.reread-0123456789abcdef.tmp", OWN_FORM)]
    {
        for is_ours in [false, true] {
            let world = cloned();
            if is_ours {
                adopt(&world);
            }
            world.write(payload, "#!/bin/sh\n");
            world.write(".git/hooks/README", "");
            world.write("src/.reread-0123456789abcdef.tmp", "new\n");
            world.write("src/b.txt", "old\n");
            let hook =
                ForgedFile { path: ".git/hooks/pre-commit", before: Some("#!/bin/sh\n"), after: None, temp };
            let staged =
                ForgedFile { path: "src/b.txt", before: Some("old\n"), after: Some("new\n"), temp: OWN_FORM };
            forge_operation(&world, &[hook, staged]);
            let before = everything(&world);
            provoke(&world);
            assert_eq!(everything(&world), before, "{temp}");
        }
    }
}

/// The lines of standard error that tell about the directory.
fn told(output: &RunOutput) -> usize {
    output.stderr.lines().filter(|line| line.contains("reread state adopt")).count()
}

#[test]
fn a_foreign_directory_is_left_as_it_is_and_told_in_one_line() {
    let world = cloned();
    let before = tree(&world.root());
    let commands = [
        &["read", "a.txt"][..],
        &["history", "made.txt"],
        &["check"],
        &["check", "--repair"],
        &["undo"],
        &["write", "new.txt", "--content", "a.txt"],
        &["cache"],
        &["audit", "verify"],
        &["approvals"],
        &["proposals"],
        &["index"],
    ];
    for command in commands {
        let output = world.run(command);
        assert_eq!(told(&output), 1, "{command:?}: {output:?}");
        assert_eq!(output.code == Some(0), command[0] == "read", "{command:?}: {output:?}");
        assert_eq!(tree(&world.root()), before, "{command:?}");
    }
    for command in [&["doctor"][..], &["state", "show"]] {
        let printed = world.printed(command);
        assert!(printed.contains(".reread was not made by you at this place"), "{printed}");
        assert_eq!(tree(&world.root()), before, "{command:?}");
    }
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    assert!(client.text("read", json!({ "mode": "file", "target": "a.txt" })).contains("two"));
    let written = client.call("write_file", json!({ "path": "new.txt", "content": "x" }));
    assert_eq!(written["isError"], true, "{written}");
    assert!(client.end().stderr.contains("reread state adopt"));
    assert_eq!(tree(&world.root()), before);
}

#[test]
fn a_person_sees_what_is_in_it_before_taking_it_over() {
    let world = cloned();
    forge_operation(&world, &exchanging("../outside/\u{1b}[2Jbashrc"));
    let before = everything(&world);
    let found = world.json(&["state", "show"]);
    assert_eq!((&found["ours"], &found["made_by"]), (&json!(false), &json!("unknown")), "{found}");
    assert_eq!(found["history"]["open"][0]["files"][0]["path"], "a.txt", "{found}");
    for (answer, is_adopted) in [("n\n", false), ("\n", false), ("y\n", true)] {
        let printed = world.terminal_dialog(&["state", "adopt"], answer);
        for part in [
            "o4711 by cli:me",
            "made ready as ../outside/",
            "[2Jbashrc",
            "damaged or forged: 1 row",
            "journal: ",
        ] {
            assert!(printed.contains(part), "{part}: {printed}");
        }
        assert!(!printed.contains("\u{1b}[2J"), "{printed:?}");
        assert_eq!(printed.contains("adopted: "), is_adopted, "{printed}");
        assert_eq!(world.run(&["check"]).code == Some(0), is_adopted);
        assert_eq!(everything(&world), before);
    }
    assert_eq!(world.json(&["state", "show"])["ours"], true);
}

#[test]
fn a_program_cannot_take_it_over() {
    let world = cloned();
    let before = tree(&world.root());
    for command in [&["state", "adopt"][..], &["--json", "state", "adopt"]] {
        let output = world.run(command);
        assert_eq!(output.code, Some(2), "{output:?}");
        assert!(output.all().contains("there is no terminal"), "{output:?}");
    }
    assert_eq!(tree(&world.root()), before);
    assert!(!world.keys().exists());
}

/// A container loses its home folder, and a lost key must not lose the history.
#[test]
fn a_lost_key_does_not_lose_the_history() {
    let world = World::project();
    world.printed(&["write", "made.txt", "--content", "a.txt"]);
    world.printed(&["write", "made.txt", "--mode", "append", "--content", "a.txt"]);
    std::fs::write(world.path(".reread/token"), "0123456789abcdef0123456789abcdef\n").unwrap();
    forget_key(&world);
    assert_eq!(world.run(&["history", "made.txt"]).code, Some(4));
    assert!(adopt(&world).contains("adopted: 2 versions, 2 operations, 0 proposals"));
    assert!(!world.path(".reread/token").exists(), "who made the directory knows the token");
    assert!(world.printed(&["history", "made.txt"]).starts_with("made.txt, 2 versions"));
    assert_eq!(world.printed(&["check", "--data"]), "the history is whole\n");
    world.printed(&["undo"]);
    assert_eq!(world.read("made.txt"), TEXT);
}

#[test]
fn a_moved_folder_is_known_as_the_users_own_and_keeps_its_history() {
    let world = World::project();
    world.printed(&["write", "made.txt", "--content", "a.txt"]);
    let moved = world.beside("moved");
    std::fs::rename(world.root(), &moved).unwrap();
    let at = |arguments: &[&str]| {
        let mut command = world.command();
        command.current_dir(&moved).args(arguments);
        command
    };
    assert_eq!(told(&world.run_command(at(&["read", "a.txt"]))), 1);
    let printed = world.command_dialog(at(&["state", "adopt"]), "y\n");
    assert!(printed.contains("made by: a key of yours, when it was "), "{printed}");
    assert!(printed.contains("which count as files of this workspace"), "{printed}");
    let history = world.run_command(at(&["history", "made.txt"]));
    assert!(history.text().starts_with("made.txt, 1 version"), "{history:?}");
    assert_eq!(world.run_command(at(&["undo"])).code, Some(0));
    assert!(!moved.join("made.txt").exists());
    std::fs::rename(&moved, world.root()).unwrap();
}

/// The disk proves what was done, and nothing else is a reason to change a file.
#[test]
fn adopting_settles_what_is_open_by_the_disk() {
    let staged = format!("src/{OWN_FORM}");
    for (on_disk, beside, is_done, stays) in [
        ("new\n", None, true, false),
        ("old\n", Some("new\n"), false, true),
        ("new\n", Some("new\n"), true, false),
        ("mine\n", Some("hers\n"), false, true),
    ] {
        let world = cloned();
        world.write("src/b.txt", on_disk);
        beside.into_iter().for_each(|text| world.write(&staged, text));
        let file =
            ForgedFile { path: "src/b.txt", before: Some("old\n"), after: Some("new\n"), temp: OWN_FORM };
        forge_operation(&world, &[file]);
        let printed = adopt(&world);
        let end = if is_done { "done, as the disk proves" } else { "undone; its files stay as they are" };
        assert!(printed.contains(&format!("o4711 was open and counts as {end}")), "{printed}");
        // A copy that is neither under the name of the file nor in the history is the last one.
        assert_eq!(world.path(&staged).exists(), stays, "{on_disk:?} {beside:?}");
        assert_eq!(world.read("src/b.txt"), on_disk);
        provoke(&world);
        assert_eq!(world.read("src/b.txt"), on_disk);
    }
}

/// A clone may say that everything in the directory is to be committed, and wait for what the user pushes.
#[test]
fn a_clone_does_not_decide_what_is_committed() {
    for came_along in ["!*\n", ""] {
        let world = World::project();
        world.write(".reread/.gitignore", came_along);
        std::fs::set_permissions(world.path(".reread"), std::os::unix::fs::PermissionsExt::from_mode(0o700))
            .unwrap();
        let written = world.run(&["write", "made.txt", "--content", "a.txt"]);
        assert_eq!(written.code, Some(0), "{written:?}");
        assert_eq!(world.read(".reread/.gitignore"), "*\n");
        // From here on it is the user's.
        world.write(".reread/.gitignore", "!version\n");
        world.printed(&["read", "a.txt"]);
        assert_eq!(world.read(".reread/.gitignore"), "!version\n");
    }
}

/// Counters of a database have no seal. One at its end would leave no number for what is written next.
#[test]
fn counters_that_came_along_do_not_end_all_writing() {
    let last = i64::MAX;
    for (counter, is_adopted) in [
        (format!("UPDATE histories SET last = {last}, pruned = {last} - 1"), true),
        (format!("UPDATE sqlite_sequence SET seq = {last}"), true),
        ("UPDATE histories SET last = -7".to_owned(), true),
        ("UPDATE histories SET last = 0".to_owned(), true),
        // Put back by another program, in a directory of ours.
        ("UPDATE histories SET last = 0".to_owned(), false),
    ] {
        let world = cloned();
        if !is_adopted {
            adopt(&world);
        }
        let database = rusqlite::Connection::open(world.path(".reread/reread.db")).unwrap();
        assert!(database.execute(&counter, []).unwrap() > 0);
        drop(database);
        if is_adopted {
            adopt(&world);
        }
        let written = world.run(&["write", "made.txt", "--mode", "append", "--content", "a.txt"]);
        assert_eq!(written.code, Some(0), "{counter}: {written:?}");
        let history = world.printed(&["history", "made.txt"]);
        assert!(history.starts_with("made.txt, 2 versions"), "{counter}: {history}");
        assert_eq!(world.run(&["read", "made.txt", "--at", "v1"]).code, Some(0), "{counter}");
    }
}

/// A database of an earlier format, or with rows of another key, was put into a directory of ours.
#[test]
fn rows_without_our_seal_are_damage() {
    let world = World::project();
    world.printed(&["write", "made.txt", "--content", "a.txt"]);
    forge_operation(&world, &exchanging("../outside/bashrc"));
    let checked = world.run(&["check"]);
    assert_eq!(checked.code, Some(1), "{checked:?}");
    assert!(checked.text().contains("operation o4711"), "{checked:?}");
    let database = rusqlite::Connection::open(world.path(".reread/reread.db")).unwrap();
    database.pragma_update(None, "user_version", 4).unwrap();
    drop(database);
    let checked = world.run(&["check"]);
    assert!(checked.stderr.contains("was written before this directory had its key"), "{checked:?}");
}

/// An operation of ours that a crash left open, on a file that is as it was.
fn leave_open(world: &World, name: &str) {
    let state = StateDir::open(&world.path(".reread"), &KeyPlace::UserFolder(world.keys())).unwrap();
    let root = world.root().into_os_string().into_encoded_bytes();
    let temp = TempName::from_bytes(OWN_FORM.as_bytes()).unwrap();
    let file = NewVersion {
        root: &root,
        path: name.as_bytes(),
        before: Some(FileState::new(TEXT.as_bytes(), 0o644)),
        after: Some(FileState::new(b"new\n", 0o644)),
        change: VersionOrigin::Write,
        temp: Some(temp),
        is_sensitive: false,
    };
    let operation = NewOperation { author: "me", at: UnixMillis(1), undoes: None, files: vec![file] };
    state.database().unwrap().operations().begin(&operation).unwrap();
    world.write(OWN_FORM, "new\n");
}

#[test]
fn recovery_does_not_touch_what_the_rules_deny() {
    let world = World::project();
    world.printed(&["read", "a.txt"]);
    leave_open(&world, "a.txt");
    world.configure("[write]\ndeny = [\"a.txt\"]\n");
    let before = everything(&world);
    let checked = world.run(&["check"]);
    assert_eq!(checked.code, Some(1), "{checked:?}");
    assert!(checked.text().contains("was interrupted and cannot be ended"), "{checked:?}");
    assert_eq!(everything(&world), before);
    world.configure("");
    assert_eq!(world.run(&["check"]).code, Some(0));
    assert!(!world.path(OWN_FORM).exists());
}

#[test]
fn a_server_that_only_reads_changes_nothing_in_the_workspace() {
    let ask = |world: &World| {
        let mut client = McpClient::of(Era::Handshake, world, &["--read-only"]);
        let text = client.text("read", json!({ "mode": "file", "target": "a.txt" }));
        client.text("search", json!({ "query": "two" }));
        client.text("list_files", json!({}));
        client.end();
        text
    };
    let fresh = World::project();
    let before = tree(&fresh.root());
    assert!(ask(&fresh).starts_with("#"), "it gives tags all the same");
    assert_eq!(tree(&fresh.root()), before);

    let foreign = cloned();
    let before = tree(&foreign.root());
    assert!(ask(&foreign).contains("two"));
    assert_eq!(tree(&foreign.root()), before);

    // Records go into a directory that is the user's own already, and recovery waits for a server that writes.
    let own = World::project();
    own.printed(&["read", "a.txt"]);
    leave_open(&own, "a.txt");
    let before = everything(&own);
    assert!(ask(&own).starts_with("#"));
    assert_eq!(everything(&own), before);
    McpClient::of(Era::Handshake, &own, &[]).end();
    assert!(!own.path(OWN_FORM).exists());
}

#[test]
fn without_a_place_for_the_key_there_is_no_state() {
    let world = World::project();
    world.configure("");
    std::fs::write(world.keys(), "no folder").unwrap();
    for configuration in [world.config(), PathBuf::from("/proc/nowhere")] {
        let mut command = world.command();
        command.env("XDG_CONFIG_HOME", configuration).args(["read", "a.txt"]);
        let output = world.run_command(command);
        assert_eq!(output.code, Some(0), "{output:?}");
        assert!(
            output.stderr.contains("cannot hold the key") && output.stderr.contains("--state"),
            "{output:?}"
        );
        assert_eq!(output.stderr.lines().count(), 1, "{output:?}");
        assert!(!world.path(".reread").exists());
    }
}

#[test]
fn a_directory_that_is_named_inside_a_root_needs_its_key_too() {
    let world = World::project();
    let inside = world.path("sub/state");
    std::fs::create_dir(world.path("sub")).unwrap();
    let (inside, outside) = (inside.to_str().unwrap(), world.outside("state"));
    let outside = outside.to_str().unwrap();
    for state in [inside, outside] {
        assert_eq!(told(&world.run(&["--state", state, "read", "a.txt"])), 0);
    }
    forget_key(&world);
    assert_eq!(told(&world.run(&["--state", inside, "read", "a.txt"])), 1);
    let denied = world.run(&["--state", inside, "read", "sub/state/owner"]);
    assert_eq!(denied.code, Some(3), "{denied:?}");
    assert_eq!(told(&world.run(&["--state", outside, "read", "a.txt"])), 0, "the user named it");
}

#[test]
fn no_name_leads_to_the_keys() {
    let world = World::project();
    world.printed(&["read", "a.txt"]);
    let key = std::fs::read_dir(world.keys())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().unwrap().len() == 64);
    let key = key.unwrap();
    let root = world.base().to_str().unwrap();
    let denied = world.run(&["--root", root, "read", key.to_str().unwrap()]);
    assert_eq!(denied.code, Some(3), "{denied:?}");
    let mode = std::os::unix::fs::PermissionsExt::mode(&key.metadata().unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
}

/// Many processes start in a new workspace at once, and all of them use the one state that is made.
#[test]
fn processes_that_start_at_once_make_one_state() {
    for _ in 0..5 {
        let world = World::project();
        let readers: Vec<_> = (0..12)
            .map(|_| {
                let mut command = world.command();
                command.args(["read", "a.txt"]).stdout(std::process::Stdio::piped());
                command.stderr(std::process::Stdio::piped()).spawn().unwrap()
            })
            .collect();
        for reader in readers {
            let output = reader.wait_with_output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        }
        assert_eq!(world.records().len(), 12);
    }
}
