//! Files in the editor of the user.

use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use reread_testkit::World;

/// An editor by that name that does this to the file, which is the last word it gets. It also writes down all words.
fn editor(world: &World, name: &str, deed: &str) -> PathBuf {
    let path = world.beside(name);
    let script = format!(
        "#!/bin/sh\nprintf '%s\\n' \"$*\" > {}\nfor file; do :; done\n{deed}\n",
        words(world).display()
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Where an editor writes down what it was told.
fn words(world: &World) -> PathBuf {
    world.beside("words")
}

fn told(world: &World) -> String {
    std::fs::read_to_string(words(world)).unwrap()
}

fn open(world: &World, variables: &[(&str, &str)], name: &str, typed: &str) -> String {
    let mut command = world.command();
    command.args(["open", name, "--color", "never"]).envs(variables.iter().copied());
    world.command_dialog(command, typed)
}

#[test]
fn what_the_editor_changes_is_said_and_in_the_history() {
    let world = World::with_secret("open_changes");
    let vim = editor(&world, "vim", "printf 'one\\n2\\nthree\\nfour\\n' > \"$file\"");
    let named = format!("'{}' -n", vim.display());
    let shown = open(&world, &[("VISUAL", &named), ("EDITOR", "/nowhere")], "a.txt:2", "");
    assert_eq!(shown, "changed a.txt v2, +2 -1\n");
    assert_eq!(told(&world), format!("-n +2 {}\n", world.path("a.txt").display()));
    let history = world.json(&["history", "a.txt"]);
    let versions = history["versions"].as_array().unwrap();
    let facts = |key: &str| versions.iter().map(|version| version[key].clone()).collect::<Vec<_>>();
    assert_eq!(facts("author"), ["external", "external"], "{history}");
    let old = world.run(&["diff", "a.txt", "v1", "v2"]).text();
    assert!(old.contains("-two\n+2\n"), "{old}");
    let record = world.records().into_iter().find(|record| record["tool"] == "open").unwrap();
    assert_eq!(record["path"], "a.txt", "{record}");
    assert_eq!(record["digest"], versions[0]["hash"], "{record}");
}

#[test]
fn a_look_leaves_no_version() {
    let world = World::with_secret("open_look");
    let ed = editor(&world, "ed", "");
    assert_eq!(open(&world, &[("EDITOR", ed.to_str().unwrap())], "a.txt:2", ""), "");
    assert_eq!(
        told(&world),
        format!("{}\n", world.path("a.txt").display()),
        "an unknown editor gets no line"
    );
    assert_eq!(world.run(&["history", "a.txt"]).code, Some(1));
}

#[test]
fn what_others_made_before_is_kept_as_well() {
    let world = World::with_secret("open_between");
    world.write("b.txt", "text\n");
    assert_eq!(world.run(&["write", "a.txt", "--mode", "append", "--content", "b.txt"]).code, Some(0));
    world.write("a.txt", "theirs\n");
    let vim = editor(&world, "vim", "printf 'mine\\n' > \"$file\"");
    assert_eq!(open(&world, &[("EDITOR", vim.to_str().unwrap())], "a.txt", ""), "changed a.txt v4, +1 -1\n");
    let theirs = world.run(&["diff", "a.txt", "v3", "v4"]).text();
    assert!(theirs.contains("-theirs\n+mine\n"), "{theirs}");
}

#[test]
fn a_file_that_is_removed_can_be_brought_back() {
    let world = World::with_secret("open_removed");
    let vim = editor(&world, "vim", "rm \"$file\"");
    assert_eq!(open(&world, &[("EDITOR", vim.to_str().unwrap())], "a.txt", ""), "removed a.txt v2, +0 -3\n");
    assert_eq!(world.run(&["rollback", "a.txt", "v1"]).code, Some(0));
    assert_eq!(std::fs::read_to_string(world.path("a.txt")).unwrap(), "one\ntwo\nthree\n");
}

#[test]
fn an_editor_that_fails_is_told_of_with_what_it_did() {
    let world = World::with_secret("open_fails");
    let vim = editor(&world, "vim", "echo x >> \"$file\"; exit 3");
    let shown = open(&world, &[("EDITOR", vim.to_str().unwrap())], "a.txt", "");
    assert_eq!(shown, "changed a.txt v2, +1 -0\nerror: vim: exit status: 3\n");
    let shown = open(&world, &[("EDITOR", "/nowhere/vim -R")], "a.txt", "");
    assert!(shown.starts_with("error: vim cannot be started: "), "{shown}");
}

#[test]
fn what_may_not_be_read_is_not_opened() {
    let world = World::with_secret("open_refused");
    world.configure("[read]\ndeny = [\"vault\"]\n");
    world.write("vault/x.txt", "x\n");
    world.write(".env", "TOKEN=1\n");
    let vim = editor(&world, "vim", "");
    let variables = [("EDITOR", vim.to_str().unwrap())];
    for name in ["vault/x.txt", "../outside/secret", "missing.txt", ".reread/key"] {
        let shown = open(&world, &variables, name, "y\n");
        assert!(shown.contains("error: "), "{name}: {shown}");
    }
    assert!(open(&world, &variables, ".env", "n\n").contains("error: .env needs approval"));
    assert!(!words(&world).exists(), "no editor was started");
    assert!(!open(&world, &variables, ".env", "y\n").contains("error: "));
    assert_eq!(told(&world), format!("{}\n", world.path(".env").display()));
}
