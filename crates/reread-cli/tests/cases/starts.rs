//! Where reread is started, by which name it knows the workspace, and what it leaves there.

use std::ffi::OsStr;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use reread_testkit::{McpClient, World};
use serde_json::{Value, json};

const TEXT: &str = "one\ntwo\nthree\n";

/// A project with links beside it: to the project, to a folder of it, and to the folder that holds it.
fn linked_world() -> World {
    let world = World::with_secret("starts");
    std::fs::create_dir(world.path(".git")).unwrap();
    std::fs::create_dir(world.path("src")).unwrap();
    world.write("src/b.txt", TEXT);
    world.write("private.txt", "secret\n");
    world.write("reread.toml", "version = 1\n[read]\ndeny = [\"private.txt\"]\n");
    symlink(world.root(), world.beside("link")).unwrap();
    symlink("link/src", world.beside("deep")).unwrap();
    symlink(world.base(), world.beside("around")).unwrap();
    world
}

/// The binary in a folder, as a shell starts it that came there by this name.
fn started_in(world: &World, folder: &Path) -> Command {
    let mut command = world.command();
    command.current_dir(folder).env("PWD", folder);
    command
}

fn read(world: &World, mut command: Command, name: impl AsRef<OsStr>) -> Value {
    command.args(["--json", "read"]).arg(name);
    let ran = world.run_command(command);
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
}

fn names_of_a(world: &World) -> Vec<String> {
    let link = |name: &str| world.beside(name).display().to_string();
    let file = link("link/a.txt");
    vec![
        link("around/workspace/a.txt"),
        link("around/link/a.txt"),
        link("link/src/../a.txt"),
        format!("{file}:1-3"),
        format!("@{file}"),
        format!("file://{file}"),
        file,
    ]
}

#[test]
fn case_16_a_name_through_a_link_to_the_root_is_a_name_inside() {
    let world = linked_world();
    let link = world.beside("link");
    let with_root = |root: &Path| {
        let mut command = world.command();
        command.current_dir(world.outside("")).arg("--root").arg(root);
        command
    };
    for name in names_of_a(&world) {
        for command in [
            started_in(&world, &link),
            started_in(&world, &world.beside("deep")),
            started_in(&world, &world.root()),
            with_root(&link),
            with_root(&world.beside("around/link/")),
            with_root(&world.root()),
        ] {
            let reply = read(&world, command, &name);
            assert_eq!(
                (&reply["text"], &reply["location"]["file"]),
                (&json!(TEXT), &json!("a.txt")),
                "{name}: {reply}"
            );
        }
    }
    let reply = read(&world, started_in(&world, &world.beside("deep")), world.beside("deep/b.txt"));
    assert_eq!((&reply["text"], &reply["location"]["file"]), (&json!(TEXT), &json!("src/b.txt")), "{reply}");
    world.check_unharmed();
}

#[test]
fn case_39_a_name_through_a_link_is_judged_like_any_other() {
    let world = linked_world();
    let refused = |name: &Path, code: &str| {
        let reply = read(&world, started_in(&world, &world.beside("link")), name);
        assert_eq!(reply["error"]["code"], code, "{name:?}: {reply}");
    };
    refused(&world.beside("link/private.txt"), "denied");
    refused(&world.beside("around/workspace/private.txt"), "denied");
    refused(&world.beside("around/outside/secret"), "outside");
    refused(&world.beside("link/../outside/secret"), "outside");
    refused(&world.beside("link/no-such-file"), "missing");
    refused(&world.beside("no-such-link/a.txt"), "outside");
    // A link inside that leads to the link outside is still one with an absolute target.
    symlink(world.beside("link/a.txt"), world.path("round")).unwrap();
    refused(&world.beside("link/round"), "outside");
    world.check_unharmed();
}

#[test]
fn case_16_over_mcp() {
    let world = linked_world();
    // A host that starts a program in a folder need not say by which name it knows it.
    let mut command = world.command();
    command.current_dir(world.beside("link")).args(["mcp", "--structured"]);
    let mut client = McpClient::spawn(command);
    client.handshake();
    for name in names_of_a(&world) {
        let answer = client.call("read", json!({ "mode": "file", "target": name }));
        let reply = &answer["structuredContent"];
        assert_eq!(
            (&reply["text"], &reply["location"]["file"]),
            (&json!(TEXT), &json!("a.txt")),
            "{name}: {answer}"
        );
    }
    let name = world.beside("link/a.txt").display().to_string();
    let patch = format!("{name}\n<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE\n");
    let answer = client.call("apply_patch", json!({ "patch": patch }));
    assert_eq!(answer["structuredContent"]["outcome"], "applied", "{answer}");
    assert_eq!(world.read("a.txt"), "one\n2\nthree\n");
    world.write("a.txt", TEXT);
    client.end();
    world.check_unharmed();
}

fn refusal(world: &World, folder: &Path, home: &Path, words: &[&str]) -> String {
    let mut command = started_in(world, folder);
    command.env("HOME", home).args(words);
    let ran = world.run_command(command);
    assert_eq!((ran.code, ran.text().as_str()), (Some(2), ""), "{folder:?} {words:?}: {ran:?}");
    ran.stderr
}

#[test]
fn the_whole_system_and_a_home_are_not_served_unasked() {
    let world = World::new();
    let (home, link) = (world.home(), world.beside("home-link"));
    symlink(&home, &link).unwrap();
    std::fs::write(home.join("notes.txt"), TEXT).unwrap();
    for words in [&["read", "notes.txt"][..], &["search", "two"], &["files"], &["mcp"]] {
        for (folder, known_as, what) in [
            (&home, &home, "is your home folder"),
            (&home, &link, "is your home folder"),
            (&link, &home, "is your home folder"),
            (&world.base().to_owned(), &home, "is a folder that holds your home folder"),
            (&"/".into(), &home, "is the whole file system"),
        ] {
            let said = refusal(&world, folder, known_as, words);
            assert!(said.contains(what) && said.contains("--root FOLDER"), "{said}");
        }
    }
    assert!(!home.join(".reread").exists() && !world.beside(".reread").exists());
    // It can be asked for.
    let mut command = started_in(&world, &home);
    command.args(["--root", "."]);
    assert_eq!(read(&world, command, "notes.txt")["text"], TEXT);
    let mut command = started_in(&world, Path::new("/"));
    command.args(["--root", "/", "--state"]).arg(world.beside("state"));
    assert_eq!(read(&world, command, home.join("notes.txt"))["text"], TEXT);
    // A project is served, be it the home folder, or in it.
    std::fs::create_dir(home.join("project")).unwrap();
    std::fs::write(home.join("project/x"), TEXT).unwrap();
    assert_eq!(read(&world, started_in(&world, &home.join("project")), "x")["text"], TEXT);
    std::fs::create_dir(home.join(".git")).unwrap();
    assert_eq!(read(&world, started_in(&world, &home), "notes.txt")["text"], TEXT);
}

#[test]
fn doctor_says_that_a_home_is_not_served() {
    let world = World::new();
    let mut command = started_in(&world, &world.home());
    command.arg("doctor");
    let ran = world.run_command(command);
    assert!(ran.all().contains("is your home folder") && ran.all().contains("--root FOLDER"), "{ran:?}");
    let mut command = started_in(&world, &world.home());
    command.args(["init", "claude-desktop", "--dry-run"]);
    let ran = world.run_command(command);
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn a_server_leaves_a_workspace_as_it_is_until_a_call_needs_state() {
    let world = World::project();
    let mut client = McpClient::start(&world, &[]);
    client.handshake();
    client.ask("tools/list", json!({}));
    client.ask("resources/list", json!({}));
    client.ask("resources/read", json!({ "uri": "reread://guide" }));
    client.ask("ping", json!({}));
    let ended = client.end();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{ended:?}");
    assert!(!world.path(".reread").exists());

    let mut client = McpClient::start(&world, &[]);
    client.handshake();
    assert!(!world.path(".reread").exists());
    client.call("read", json!({ "mode": "file", "target": "a.txt" }));
    assert!(world.path(".reread/owner").exists());
    client.end();
    assert_eq!(world.records().len(), 1);
}

#[test]
fn a_state_that_cannot_be_made_is_reported_by_the_first_call() {
    let world = World::project();
    let state = world.beside("no-such-folder/state").display().to_string();
    let mut client = McpClient::start(&world, &["--state", &state]);
    client.handshake();
    for _ in 0..2 {
        let text = client.text("read", json!({ "mode": "file", "target": "a.txt" }));
        assert!(text.contains("two"), "{text}");
    }
    let ended = client.end();
    assert_eq!(ended.stderr.matches("reading goes on without").count(), 1, "{ended:?}");
    assert_eq!(ended.code, Some(0));
}

/// Folders on the way to the state directory may be made by another program after the start.
#[test]
fn no_name_reaches_into_a_state_directory_whose_folder_was_missing_at_the_start() {
    let world = World::with_secret("missing_folder");
    world.write("a.txt", TEXT);
    let state = world.path("sub/deeper/st");
    let mut client = McpClient::start(&world, &["--state", state.to_str().unwrap()]);
    client.handshake();
    std::fs::create_dir_all(world.path("sub/deeper")).unwrap();
    client.call("read", json!({ "mode": "file", "target": "a.txt" }));
    assert!(state.join("version").exists());
    for target in ["sub/deeper/st/version", "sub/deeper/st/audit/journal.jsonl"] {
        let reply = client.call("read", json!({ "mode": "file", "target": target }));
        assert_eq!(reply["isError"], true, "{reply}");
    }
    let planted = json!({ "path": "sub/deeper/st/planted", "content": "x\n" });
    assert_eq!(client.call("write_file", planted)["isError"], true);
    assert!(!state.join("planted").exists());
}

/// With a root by a link, started beside it: names from the current folder lead through the link, and names from the root stay.
#[test]
fn a_name_from_a_folder_beside_the_root_leads_into_it() {
    let world = linked_world();
    for root in ["link", "workspace", "around/link"] {
        let read = |name: &str| {
            let mut command = started_in(&world, world.base());
            command.args(["--root", root]);
            read(&world, command, name)
        };
        for name in
            ["link/a.txt", "workspace/a.txt", "around/workspace/a.txt", "./link/src/../a.txt", "a.txt"]
        {
            assert_eq!(read(name)["success"], true, "{root} {name}");
        }
        assert_eq!(read("link/private.txt")["error"]["code"], "denied", "{root}");
        assert_eq!(read("link/none.txt")["error"]["code"], "missing", "{root}");
    }
    world.check_unharmed();
}
