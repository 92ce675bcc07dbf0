//! A server looks after the registry by itself, unless it is told not to.

use reread_files::{Settings, State, Workspace, WorkspaceOptions};
use reread_testkit::{Era, HttpServerProcess, McpClient, TOKEN, World, wait_until};
use serde_json::json;

/// The names in the registry.
fn indexed(world: &World) -> Vec<String> {
    let options = WorkspaceOptions {
        roots: vec![world.root()],
        here: None,
        home: None,
        settings: Settings::default(),
        confinement: None,
    };
    let state = State::open(&world.root().join(".reread"), &reread_store::KeyPlace::UserFolder(world.keys()))
        .unwrap();
    let workspace = Workspace::open(options).unwrap().with_state(state);
    workspace.registry().indexed_files().unwrap().iter().map(|file| file.path.to_string()).collect()
}

fn wait_until_indexed(world: &World) {
    wait_until("the file is indexed", || indexed(world) == ["a.txt"]);
}

#[test]
fn the_registry_is_made_while_calls_are_served() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    assert!(!world.root().join(".reread").exists(), "nothing is made before the first call");
    assert!(client.text("list_files", json!({})).contains("\na.txt 14\n"));
    wait_until_indexed(&world);
    assert_eq!(client.end().code, Some(0));

    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    server.call(TOKEN, "list_files", json!({}));
    wait_until_indexed(&world);
    assert_eq!(server.end().code, Some(0));
}

#[test]
fn a_server_that_is_told_so_makes_none() {
    let world = World::project();
    world.configure("[index]\nbackground = false\n");
    let mut client = McpClient::of(Era::Handshake, &world, &["--log", "debug"]);
    client.call("list_files", json!({}));
    // This one would have indexed by the time at which a server that was started after it has.
    let other_world = World::project();
    let mut indexing = McpClient::of(Era::Handshake, &other_world, &[]);
    indexing.call("list_files", json!({}));
    wait_until_indexed(&other_world);
    assert_eq!(indexing.end().code, Some(0));
    let ended = client.end();
    assert!(!ended.stderr.contains("indexed"), "{}", ended.stderr);
    assert!(!world.root().join(".reread/reread.db").exists());
}
