//! Many calls at once.

use std::io::Write as _;

use reread_testkit::{ERAS, Era, McpClient, World, text_of};
use serde_json::{Value, json};

const CALLS: usize = 200;

/// Calls of both eras, answered in any order: each gets its own answer and leaves its own record.
#[test]
fn two_hundred_calls_at_once_get_their_own_answers() {
    let world = World::project();
    let text = |file: usize| format!("file {file}\n");
    for file in 0..10 {
        world.write(&format!("{file}.txt"), text(file));
    }
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "off"]);
    let asked: Vec<(usize, u64)> = (0..CALLS)
        .map(|call| {
            let arguments = json!({ "mode": "file", "target": format!("{}.txt", call % 10), "session": format!("s{call}") });
            let mut params = json!({ "name": "read", "arguments": arguments });
            ERAS[call % 2].complete(&mut params);
            (call, client.request("tools/call", params))
        })
        .collect();
    for (call, id) in asked.into_iter().rev() {
        let answer = client.answer(id);
        let got = text_of(&answer["result"]);
        let file = call % 10;
        assert!(
            super::without_digits(&got).starts_with("#@1-1/1\n") && got.contains(&text(file)),
            "{call}: {got}"
        );
    }
    assert_eq!(client.end().code, Some(0));
    let mut callers: Vec<String> =
        world.records().iter().map(|record| record["caller"].to_string()).collect();
    callers.sort();
    callers.dedup();
    assert_eq!((world.records().len(), callers.len()), (CALLS, CALLS));
    let verified: Value = serde_json::from_str(&world.printed(&["audit", "verify", "--json"])).unwrap();
    assert_eq!(verified["ok"], true, "{verified}");
}

/// Readers of one file while it changes: no reader gets a version that is not there.
#[test]
fn a_file_that_changes_under_many_readers_is_never_mixed() {
    let world = World::project();
    let version = |number: usize| format!("version {number}\n").repeat(50);
    world.write("b.txt", version(0));
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "off"]);
    for number in 1..=5 {
        let arguments = json!({ "mode": "file", "target": "b.txt" });
        let params = json!({ "name": "read", "arguments": arguments });
        let asked: Vec<u64> = (0..20).map(|_| client.request("tools/call", params.clone())).collect();
        world.write("new.txt", version(number));
        std::fs::rename(world.root().join("new.txt"), world.root().join("b.txt")).unwrap();
        for id in asked {
            let got = text_of(&client.answer(id)["result"]);
            let is_whole = |number: &usize| got.contains(&version(*number));
            assert!([number - 1, number].iter().any(is_whole), "{got}");
        }
    }
    assert_eq!(client.end().code, Some(0));
}

/// A call that is cancelled is not answered, those behind it are, and each leaves its record.
#[test]
fn a_cancelled_call_stops_nothing_else() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "off"]);
    let read = json!({ "name": "read", "arguments": { "mode": "file", "target": "a.txt" } });
    for _ in 0..20 {
        let id = client.request("tools/call", read.clone());
        let cancelled = json!({ "requestId": id, "reason": "no longer needed" });
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }));
    }
    assert_eq!(client.ask("tools/call", read)["result"]["isError"], false);
    assert_eq!(client.end().code, Some(0));
    assert_eq!(world.records().len(), 21);
}

/// A search inside one long line, which would take minutes and has the time for it, ends when it is cancelled.
#[test]
fn a_cancelled_search_ends_inside_a_line() {
    let world = World::project();
    world.configure("[limits]\nsearch_millis = 3600000\n");
    world.write("long.txt", "a".repeat(2_000_000));
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "off"]);
    let query = "(a{1,500}){1,20}b";
    for (tool, arguments) in [
        ("search_in_file", json!({ "path": "long.txt", "query": query, "is_regex": true })),
        ("search", json!({ "query": query, "is_regex": true })),
    ] {
        let id = client.request("tools/call", json!({ "name": tool, "arguments": arguments }));
        let read = json!({ "name": "read", "arguments": { "mode": "file", "target": "a.txt" } });
        assert_eq!(client.ask("tools/call", read)["result"]["isError"], false);
        let cancelled = json!({ "requestId": id, "reason": "no longer needed" });
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }));
    }
    // The server ends when its calls have.
    assert_eq!(client.end().code, Some(0));
    let records = world.records();
    let codes: Vec<&str> = records.iter().filter_map(|record| record["code"].as_str()).collect();
    assert_eq!(codes, ["cancelled", "cancelled"], "{records:?}");
}

/// A client that asks more than it listens is answered in the end, and what it has not read yet is bounded.
#[test]
fn calls_beyond_what_is_taken_in_wait_in_the_pipe() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "off"]);
    let read = json!({ "name": "stat_file", "arguments": { "path": "a.txt" } });
    let ids: Vec<u64> = (0..600).map(|_| client.request("tools/call", read.clone())).collect();
    for id in ids {
        assert_eq!(client.answer(id)["result"]["isError"], false);
    }
    assert_eq!(client.end().code, Some(0));
}

/// A client that writes a thousand calls before it reads an answer: each answer comes whole, while calls that take the
/// library's way are answered in between.
#[test]
fn a_client_that_does_not_listen_for_a_while_loses_nothing() {
    let world = World::project();
    world.write("long.txt", "some line of text\n".repeat(250));
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "off"]);
    let calls: Vec<u64> = (1000..2000).collect();
    let line = |id: u64| {
        let (tool, arguments) = match id % 7 {
            0 => ("list_files", json!({})),
            _ => ("read", json!({ "mode": "file", "target": "long.txt" })),
        };
        let params = json!({ "name": tool, "arguments": arguments });
        json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
    };
    let mut input = client.take_input();
    let answers: Vec<Value> = std::thread::scope(|scope| {
        scope.spawn(|| {
            for id in &calls {
                writeln!(input, "{}", line(*id)).unwrap();
            }
        });
        calls.iter().map(|id| client.answer(*id)).collect()
    });
    for (id, answer) in calls.iter().zip(&answers) {
        let text = text_of(&answer["result"]);
        let expected = if id % 7 == 0 { "long.txt 4500\n" } else { "[end " };
        assert!(text.contains(expected), "{id}: {text}");
    }
    drop(input);
    assert_eq!(client.end().code, Some(0));
    assert_eq!(world.records().len(), calls.len());
}
