//! What a server recorded, made again by the command line.

use reread_testkit::{ERAS, Era, McpClient, World, contract_of, tag_of};
use serde_json::{Value, json};

/// What `replay` says; the tags and budgets of the server have no part in it.
fn replayed(world: &World) -> Value {
    serde_json::from_str(&world.printed(&["replay", "--json"])).unwrap()
}

fn file(target: &str) -> Value {
    json!({ "mode": "file", "target": target })
}

fn world() -> World {
    let world = World::project();
    world.write("b.txt", (1..=900).map(|n| format!("line {n}\n")).collect::<String>());
    world.write("c.rs", "pub fn first() {}\n\npub fn second() {\n    first();\n}\n");
    world
}

/// Reads and searches of every kind, the same file again and again.
fn ask(client: &mut McpClient, era: Era, world: &World) {
    let tag = tag_of(&client.call_in(era, "read", file("b.txt")));
    client.call_in(era, "read", json!({ "mode": "file", "target": "b.txt", "known": [tag] }));
    client.call_in(era, "read", json!({ "mode": "file", "target": "b.txt", "offset": 301 }));
    client.call_in(era, "read_file", json!({ "path": "b.txt" }));
    client.call_in(era, "search", json!({ "query": "line 77" }));
    client.call_in(era, "search", json!({ "query": "first", "before_lines": 1, "after_lines": 1 }));
    client.call_in(era, "read", json!({ "mode": "outline", "target": "c.rs" }));
    client.call_in(era, "read", json!({ "mode": "symbol", "target": "second" }));
    let several =
        json!({ "mode": "file", "target": "a.txt", "targets": ["c.rs", "b.txt:7-9"], "known": [tag] });
    client.call_in(era, "read", several);
    let seen = tag_of(&client.call_in(era, "read", file("a.txt")));
    let written =
        client.call_in(era, "write_file", json!({ "path": "a.txt", "content": "1\n2\n", "if_match": seen }));
    assert_eq!(contract_of(&written)["outcome"], "applied", "{written}");
    world.write("b.txt", "gone\n");
    client.call_in(era, "read", json!({ "mode": "file", "target": "b.txt", "known": [tag] }));
}

#[test]
fn what_a_server_recorded_is_the_same_again() {
    for era in ERAS {
        let world = world();
        let mut client = McpClient::of(era, &world, &[]);
        ask(&mut client, era, &world);
        assert_eq!(client.end().code, Some(0));
        let said = replayed(&world);
        assert_eq!(said["different"], 0, "{said}");
        assert_eq!((&said["ok"], &said["records"], &said["no_reply"]), (&true.into(), &14.into(), &1.into()));
        let reasons = said["not_replayable"].as_object().unwrap();
        assert!(reasons.keys().all(|why| why == "too_long"), "{said}");
        assert!(said["same"].as_u64().unwrap() >= 11, "{said}");
        let write = world.records().into_iter().find(|record| record["tool"] == "write_file").unwrap();
        assert!(write["before"].is_string() && write["after"].is_string(), "{write}");
        assert_ne!(write["before"], write["after"]);
    }
}

/// Bounds are recorded as they were, so that neither a budget nor a configuration decides about a replay.
#[test]
fn bounds_of_the_moment_are_those_of_the_replay() {
    for backend in ["local", "cloud", "review"] {
        let world = world();
        world.configure("[limits]\nreply_lines = 250\n[guard.budget]\nmax_total_read_lines = 700\n");
        let mut client = McpClient::of(Era::Handshake, &world, &["--backend", backend]);
        for offset in [1, 101, 201, 301] {
            client.call("read", json!({ "mode": "file", "target": "b.txt", "offset": offset }));
        }
        client.call("search", json!({ "query": "line 7", "max_matches": 90 }));
        assert_eq!(client.end().code, Some(0));
        world.configure("");
        let said = replayed(&world);
        assert_eq!((&said["different"], &said["ok"]), (&0.into(), &true.into()), "{backend}: {said}");
        assert!(said["same"].as_u64().unwrap() >= 2, "{backend}: {said}");
    }
}

/// The head of the journal is noted in the database by writes and at the end of a server.
#[test]
fn a_journal_that_is_cut_back_with_its_head_is_noticed() {
    let world = World::project();
    let audit = world.root().join(".reread/audit");
    world.printed(&["read", "a.txt"]);
    let [journal, head] = ["journal.jsonl", "head"].map(|name| std::fs::read(audit.join(name)).unwrap());
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    client.call("write_file", json!({ "path": "new.txt", "content": "1\n" }));
    client.call("read", file("a.txt"));
    assert_eq!(client.end().code, Some(0));
    assert_eq!(world.printed(&["audit", "verify"]), "3 records, the chain holds\n");
    std::fs::write(audit.join("journal.jsonl"), journal).unwrap();
    std::fs::write(audit.join("head"), head).unwrap();
    let said: Value = serde_json::from_str(&world.printed(&["audit", "verify", "--json"])).unwrap();
    assert_eq!((&said["line"], &said["code"]), (&2.into(), &"cut_off".into()), "{said}");
}
