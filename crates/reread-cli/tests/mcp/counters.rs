//! The counters of each conversation, kept for people to look at.

use reread_store::{SessionMetrics, StateDir};
use reread_testkit::{Era, HttpServerProcess, McpClient, TOKEN, World};
use serde_json::{Value, json};

fn world() -> World {
    let world = World::project();
    world.configure("[guard]\nsession_metrics = true\n");
    world
}

fn read_in(session: &Value) -> Value {
    json!({ "mode": "file", "target": "a.txt", "session": session })
}

/// The rows of `session_metrics`.
fn rows(world: &World) -> Vec<SessionMetrics> {
    let state =
        StateDir::open(&world.root().join(".reread"), &reread_store::KeyPlace::UserFolder(world.keys()))
            .unwrap();
    state.database().unwrap().session_metrics().unwrap()
}

#[test]
fn every_conversation_has_a_row_of_its_own() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for session in [Value::Null, json!("scout"), json!("scout")] {
        client.call("read", read_in(&session));
    }
    client.call("search", json!({ "query": "two", "session": "scout" }));
    assert_eq!(client.end().code, Some(0));
    let mut rows = rows(&world);
    rows.sort_by_key(|row| row.reads_count);
    let numbers: Vec<_> =
        rows.iter().map(|row| (row.reads_count, row.reads_lines_total, row.search_count)).collect();
    assert_eq!(numbers, [(1, 3, 0), (2, 6, 1)]);
    assert_eq!(rows[0].conversation, rows[0].principal);
    assert_eq!(rows[1].conversation, format!("{}/session:scout", rows[0].principal));
}

/// The user sees the counters by the names that the protocol gives them.
#[test]
fn the_command_line_shows_them_by_name() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    client.call("read", read_in(&json!("scout")));
    client.call("search", json!({ "query": "two", "session": "scout" }));
    assert_eq!(client.end().code, Some(0));
    let run = world.run(&["stats", "session"]);
    let shown = run.text();
    assert_eq!(run.code, Some(0), "{shown}");
    for (name, number) in
        [("reads_count", "1"), ("reads_lines_total", "3"), ("search_count", "1"), ("avg_read_span", "3.0")]
    {
        let line = shown.lines().find(|line| line.trim_start().starts_with(name));
        assert_eq!(line.and_then(|line| line.split_whitespace().nth(1)), Some(number), "{shown}");
    }
    assert!(shown.starts_with("pid:") && shown.contains("/session:scout\n"), "{shown}");
}

/// Calls that cannot be told apart are no conversation: the counters of one of them would stand for all.
#[test]
fn what_is_no_conversation_has_no_row() {
    let world = world();
    let server = HttpServerProcess::start(&world, &[]);
    for session in [json!("scout"), Value::Null, Value::Null] {
        server.call(TOKEN, "read", read_in(&session));
    }
    assert_eq!(server.end().code, Some(0));
    let rows = rows(&world);
    let numbers: Vec<_> = rows.iter().map(|row| (row.conversation.as_str(), row.reads_count)).collect();
    assert_eq!(numbers, [(format!("{}/session:scout", rows[0].principal).as_str(), 1)]);
}
