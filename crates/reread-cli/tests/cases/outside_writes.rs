//! A write outside the roots is refused; in a folder that the user lists it is a question to the user.

use reread_testkit::{Era, McpClient, World, contract_of, text_of};
use serde_json::json;

/// A workspace whose user lists the folder `shared` beside it. Its text is in `new`.
fn listed() -> World {
    let world = World::with_secret("outside_writes");
    std::fs::create_dir(world.beside("shared")).unwrap();
    world.configure(&format!("[write]\nask_outside = [\"{}\"]\n", shared(&world, "").trim_end_matches('/')));
    world.write("new", "one\n");
    world
}

/// The absolute name of a file in the listed folder.
fn shared(world: &World, name: &str) -> String {
    format!("{}/{name}", world.beside("shared").canonicalize().unwrap().display())
}

fn text(world: &World, name: &str) -> Option<String> {
    std::fs::read_to_string(world.beside("shared").join(name)).ok()
}

#[test]
fn without_a_user_at_a_terminal_nothing_is_written_outside() {
    let world = listed();
    std::fs::write(world.beside("shared/notes.txt"), "kept words\n").unwrap();
    world.write("edit", "<<<<<<< SEARCH\nother words\n=======\nx\n>>>>>>> REPLACE\n");
    for name in
        [shared(&world, "notes.txt"), shared(&world, "fresh/new.txt"), "../shared/notes.txt".to_owned()]
    {
        for arguments in [&["write", &name, "--content", "new"][..], &["patch", "edit", "--file", &name]] {
            let ran = world.run(arguments);
            let said = "needs approval by the rule `write.ask_outside`, since it is outside the workspace";
            assert!(ran.code == Some(3) && ran.all().contains(said), "{arguments:?}: {}", ran.all());
            assert!(ran.all().contains(&shared(&world, "")), "the resolved name is shown: {}", ran.all());
            assert!(!ran.all().contains("kept words"), "nothing of the file is shown: {}", ran.all());
        }
    }
    assert_eq!(text(&world, "notes.txt").as_deref(), Some("kept words\n"));
    assert!(!world.beside("shared/fresh").exists());
    // It is about writing alone.
    for command in ["read", "stat", "history"] {
        let ran = world.run(&[command, &shared(&world, "notes.txt")]);
        assert!(
            ran.code != Some(0) && ran.all().contains("outside the workspace"),
            "{command}: {}",
            ran.all()
        );
    }
    let elsewhere = world.outside("other.txt");
    let ran = world.run(&["write", elsewhere.to_str().unwrap(), "--content", "new"]);
    assert!(ran.code == Some(3) && ran.all().contains("leads outside the workspace"), "{}", ran.all());
}

#[test]
fn an_approved_write_outside_can_be_taken_back() {
    let world = listed();
    let name = shared(&world, "deep/notes.txt");
    let asked = world.terminal_dialog(&["write", &name, "--content", "new"], "y\n");
    assert!(asked.contains(&format!("write {name}? [y/N]")) && asked.contains("+one"), "{asked}");
    assert_eq!(text(&world, "deep/notes.txt").as_deref(), Some("one\n"), "{asked}");
    // What is done afterwards needs approval, too.
    let refused = world.run(&["undo"]);
    assert!(refused.code == Some(3) && refused.all().contains("write.ask_outside"), "{}", refused.all());
    let denied = world.terminal_dialog(&["undo"], "n\n");
    assert!(denied.contains("you denied it") && text(&world, "deep/notes.txt").is_some(), "{denied}");
    let undone = world.terminal_dialog(&["undo"], "y\n");
    assert_eq!(text(&world, "deep/notes.txt"), None, "{undone}");
    let back = world.terminal_dialog(&["rollback", &name, "v1"], "y\n");
    assert_eq!(text(&world, "deep/notes.txt").as_deref(), Some("one\n"), "{back}");
    assert_eq!(world.run(&["check", "--data"]).code, Some(0));
    let listed = world.printed(&["files"]);
    assert!(!listed.contains("notes.txt"), "it is no file of the workspace: {listed}");
}

#[test]
fn no_link_is_followed_and_what_is_denied_inside_is_denied_outside() {
    let world = listed();
    std::fs::create_dir(world.beside("shared/real")).unwrap();
    for (target, name) in [("../outside", "door"), ("real", "alias"), ("../outside/made.txt", "file.txt")] {
        std::os::unix::fs::symlink(target, world.beside("shared").join(name)).unwrap();
    }
    for name in ["door/made.txt", "alias/made.txt", "file.txt"] {
        let name = shared(&world, name);
        let asked = world.terminal_dialog(&["write", &name, "--content", "new"], "y\n");
        assert!(asked.contains("error:"), "{name}: {asked}");
        assert!(!world.outside("made.txt").exists() && text(&world, "real/made.txt").is_none(), "{asked}");
    }
    let denied = world.run(&["write", &shared(&world, ".git/hooks/pre-commit"), "--content", "new"]);
    assert!(denied.all().contains("is denied by the rule `.git`"), "{}", denied.all());
    let sensitive = world.run(&["write", &shared(&world, ".env"), "--content", "new"]);
    assert!(
        sensitive.all().contains("by the rule `.env*`, since it is outside the workspace"),
        "{}",
        sensitive.all()
    );
    let runs = world.run(&["write", &shared(&world, "Makefile"), "--content", "new"]);
    assert!(runs.all().contains("since it is run without being asked for"), "{}", runs.all());
}

#[test]
fn state_and_configuration_stay_out_of_reach() {
    let world = listed();
    world.configure(&format!(
        "[write]\nask_outside = [\"{}\"]\n",
        world.base().canonicalize().unwrap().display()
    ));
    let configuration = world.config_file().canonicalize().unwrap();
    for (name, words) in
        [(configuration.to_str().unwrap(), "the configuration in use"), (".reread/key", "own state")]
    {
        let ran = world.run(&["write", name, "--content", "new"]);
        assert!(ran.code == Some(3) && ran.all().contains(words), "{name}: {}", ran.all());
    }
    // Names inside the workspace are of the workspace, though the folder around it is listed.
    assert_eq!(world.run(&["write", "inside.txt", "--content", "new"]).code, Some(0));
}

#[test]
fn only_the_user_lists_folders_and_by_their_whole_path() {
    let world = World::with_secret("outside_config");
    world.write("new", "one\n");
    world.write("reread.toml", "version = 1\n[write]\nask_outside = [\"/tmp\"]\n");
    let ran = world.run(&["write", "x", "--content", "new"]);
    assert!(ran.code == Some(6) && ran.all().contains("unknown field `ask_outside`"), "{}", ran.all());
    world.write("reread.toml", "version = 1\n");
    world.configure("[write]\nask_outside = [\"shared\"]\n");
    let ran = world.run(&["write", "x", "--content", "new"]);
    assert!(ran.code == Some(6) && ran.all().contains("it is not an absolute path"), "{}", ran.all());
}

#[test]
fn a_server_queues_the_question() {
    let world = listed();
    let name = shared(&world, "notes.txt");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let call = json!({ "path": name, "content": "one\n" });
    let refused = client.call("write_file", call.clone());
    assert_eq!(contract_of(&refused)["error"]["code"], "approval_required", "{refused}");
    assert_eq!((&contract_of(&refused)["diff"], text(&world, "notes.txt")), (&json!(""), None));
    let waiting = world.run(&["approvals"]).all();
    assert!(waiting.contains(&name) && waiting.contains("+one"), "{waiting}");
    let id = waiting.split_whitespace().next().unwrap().to_owned();
    assert_eq!(world.run(&["approvals", "grant", &id]).code, Some(0));
    let written = client.call("write_file", call);
    assert!(text_of(&written).starts_with(&format!("applied {name} v1")), "{written}");
    assert_eq!(text(&world, "notes.txt").as_deref(), Some("one\n"));
    // Other bytes are another question.
    let other = client.call("write_file", json!({ "path": name, "content": "two\n" }));
    assert_eq!(contract_of(&other)["error"]["code"], "approval_required", "{other}");
}
