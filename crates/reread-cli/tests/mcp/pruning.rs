//! A server lets go of the past when it starts, if that is configured.

use reread_testkit::{Era, HttpServerProcess, McpClient, TOKEN, World, wait_until};
use serde_json::{Value, json};

/// Three versions of a file.
fn world() -> World {
    let world = World::project();
    for _ in 0..2 {
        world.printed(&["write", "a.txt", "--mode", "append", "--content", "a.txt"]);
    }
    assert_eq!(versions(&world), ["v3", "v2", "v1"]);
    world
}

fn versions(world: &World) -> Vec<Value> {
    let history: Value = serde_json::from_str(&world.printed(&["history", "a.txt", "--json"])).unwrap();
    history["versions"].as_array().unwrap().iter().map(|version| version["version_id"].clone()).collect()
}

fn wait_until_pruned(world: &World) {
    wait_until("two versions are removed", || versions(world) == ["v3"]);
}

#[test]
fn the_past_goes_while_calls_are_served() {
    let world = world();
    world.configure("[history]\nmax_bytes = 0\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    wait_until_pruned(&world);
    assert!(client.text("list_files", json!({})).contains("\na.txt 56\n"));
    assert_eq!(client.end().code, Some(0));
}

#[test]
fn it_goes_over_http_as_well() {
    let world = world();
    world.configure("[history]\nmax_age_days = 0\n");
    let server = HttpServerProcess::start(&world, &[]);
    wait_until_pruned(&world);
    server.call(TOKEN, "list_files", json!({}));
    assert_eq!(server.end().code, Some(0));
}

#[test]
fn nothing_goes_unless_it_is_configured() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &["--log", "debug"]);
    client.call("list_files", json!({}));
    let ended = client.end();
    assert!(!ended.stderr.contains("let go"), "{}", ended.stderr);
    assert_eq!(versions(&world), ["v3", "v2", "v1"]);
}
