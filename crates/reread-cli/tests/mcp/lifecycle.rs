//! From the start to the end of a server.

use std::fs::File;

use reread_testkit::{ERAS, Era, McpClient, World, tag_of, text_of};
use rustix::process::Signal;
use serde_json::{Value, json};

#[test]
fn a_handshake_agrees_on_the_older_era() {
    let world = World::project();
    let mut client = McpClient::start(&world, &[]);
    let said = client.handshake();
    assert_eq!(said["protocolVersion"], "2025-11-25");
    assert_eq!(said["serverInfo"]["name"], "reread");
    assert_eq!(said["capabilities"], json!({ "resources": {}, "tools": {} }));
    assert!(said["instructions"].as_str().unwrap().contains("`known`"));
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    assert_eq!(client.end().code, Some(0));
}

#[test]
fn the_newer_era_needs_no_handshake() {
    let world = World::project();
    let mut client = McpClient::start(&world, &[]);
    let found = client.ask_in(Era::Stateless, "server/discover", json!({}));
    let versions = found["result"]["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2025-11-25")) && versions.contains(&json!("2026-07-28")));
    assert!(found["result"]["instructions"].as_str().unwrap().contains("`known`"));
    let result = client.call_in(Era::Stateless, "read", json!({ "mode": "file", "target": "a.txt" }));
    assert_eq!(result["resultType"], "complete");
    assert_eq!(client.end().code, Some(0));
}

#[test]
fn both_eras_mix_in_one_process() {
    let world = World::project();
    for first in ERAS {
        let mut client = McpClient::of(first, &world, &["--guard", "off"]);
        let mut texts = Vec::new();
        for era in [Era::Stateless, first, Era::Stateless, first] {
            let result = client.call_in(era, "read", json!({ "mode": "file", "target": "a.txt" }));
            assert_eq!(result.get("resultType").is_some(), era == Era::Stateless, "{result}");
            texts.push(text_of(&result));
        }
        assert!(texts.iter().all(|text| *text == texts[0] && text.contains("\none\ntwo\nthree\n")));
        assert_eq!(client.end().code, Some(0));
    }
}

#[test]
fn an_input_that_ends_is_a_clean_end() {
    let world = World::project();
    let before_anything = McpClient::start(&world, &[]).end();
    assert_eq!((before_anything.code, before_anything.stderr.as_str()), (Some(0), ""));
    for era in ERAS {
        let ended = McpClient::of(era, &world, &[]).end();
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{era:?}");
    }
}

#[test]
fn calls_that_were_made_before_the_end_are_answered() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let ids: Vec<u64> = (0..20)
        .map(|_| {
            let arguments = json!({ "mode": "file", "target": "a.txt" });
            client.request("tools/call", json!({ "name": "read", "arguments": arguments }))
        })
        .collect();
    client.close_input();
    for id in ids {
        assert_eq!(client.answer(id)["result"]["isError"], false);
    }
    assert_eq!(client.end().code, Some(0));
}

/// Files in place of pipes are read and written in another way, and mean the same.
#[test]
fn input_and_output_need_not_be_pipes() {
    let world = World::project();
    let mut params = json!({ "name": "read", "arguments": { "mode": "file", "target": "a.txt" } });
    Era::Stateless.complete(&mut params);
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    world.write("input", format!("{call}\n"));
    let open =
        |name: &str| File::options().read(true).append(true).create(true).open(world.root().join(name));
    let (input, output) = (open("input").unwrap(), open("output").unwrap());
    let ended = world.command().arg("mcp").stdin(input).stdout(output).output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr), (Some(0), Vec::new()));
    let answer = std::fs::read_to_string(world.root().join("output")).unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert!(text_of(&answer["result"]).contains("\none\ntwo\nthree\n"), "{answer}");
}

#[test]
fn signals_are_a_clean_end() {
    let world = World::project();
    for signal in [Signal::TERM, Signal::INT] {
        let mut client = McpClient::start(&world, &["--log"]);
        client.wait_until_it_serves();
        assert_eq!(client.end_by(signal).code, Some(0), "before any message");
        let mut client = McpClient::of(Era::Handshake, &world, &[]);
        client.call("stat_file", json!({ "path": "a.txt" }));
        assert_eq!(client.end_by(signal).code, Some(0), "between calls");
    }
}

#[test]
fn a_line_that_is_no_message_disturbs_nothing() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for line in ["", "not json", "[]", "{\"jsonrpc\":\"2.0\"", "\u{feff}", "null"] {
        client.send_nonsense(line);
    }
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    assert_eq!(client.end().code, Some(0));
}

/// Without `--log` standard error stays empty; with it, calls are named and no text of a file is.
#[test]
fn a_log_is_kept_only_if_asked_for() {
    let world = World::project();
    for (options, is_logged) in [(&["--log"][..], true), (&[], false)] {
        let mut client = McpClient::of(Era::Handshake, &world, options);
        client.call("read", json!({ "mode": "file", "target": "a.txt" }));
        client.call("read", json!({ "mode": "file", "target": "no\nsuch" }));
        let pid = client.pid();
        let told = client.end().stderr;
        let line = format!("reread mcp: info: call tool=read file=a.txt code=ok caller=pid:{pid}-");
        assert_eq!(told.contains(&line), is_logged, "{told}");
        assert_eq!(told.is_empty(), !is_logged, "{told}");
        assert!(
            !told.contains("three") && told.lines().all(|line| line.starts_with("reread mcp: ")),
            "{told}"
        );
    }
}

/// A configuration that is wrong is no reason to serve without it.
#[test]
fn a_server_that_cannot_start_says_why_on_standard_error() {
    let world = World::project();
    world.write("reread.toml", "nonsense = 1\n");
    let ended = McpClient::start(&world, &[]).end();
    assert_eq!(ended.code, Some(6));
    assert!(ended.stderr.contains("nonsense"), "{}", ended.stderr);
}

/// A plain call is answered where it is read, and any other by the library: the replies do not differ.
#[test]
fn the_short_way_and_the_long_way_give_the_same_bytes() {
    ERAS.into_iter().for_each(check_both_ways);
}

fn check_both_ways(era: Era) {
    let world = World::project();
    world.write("a.txt", "one\ntwo\nthree\n");
    let mut clients = [McpClient::of(era, &world, &[]), McpClient::of(era, &world, &[])];
    let first = json!({ "mode": "file", "target": "a.txt" });
    let tags = clients.each_mut().map(|client| tag_of(&client.call_in(era, "read", first.clone())));
    assert_eq!(tags[0], tags[1]);
    let calls = [
        ("read", json!({ "mode": "file", "target": "a.txt" })),
        ("read", json!({ "mode": "file", "target": "a.txt", "known": [tags[0]] })),
        ("read", json!({ "mode": "snippet", "target": "a.txt", "start_line": 2, "end_line": 9 })),
        ("read", json!({ "mode": "file", "target": "a.txt", "session": "s" })),
        ("read", json!({ "mode": "file", "target": "a.txt", "limit": 0 })),
        ("read_file_tail", json!({ "path": "a.txt", "max_lines": 1 })),
        ("read_file", json!({ "path": "missing.txt" })),
        ("read", json!({ "mode": "file" })),
        ("no_such_tool", json!({})),
    ];
    clients.iter_mut().for_each(McpClient::settle);
    let before = world.records().len();
    for (number, (tool, arguments)) in calls.iter().enumerate() {
        let ways = [
            json!({ "name": tool, "arguments": arguments }),
            json!({ "name": tool, "arguments": arguments, "of_no_interest": 1 }),
        ];
        let mut answers = clients.iter_mut().zip(ways).map(|(client, mut params)| {
            era.complete(&mut params);
            let call = json!({ "jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params });
            client.ask_line(&call.to_string()).to_string()
        });
        let (short, long) = (answers.next().unwrap(), answers.next().unwrap());
        assert_eq!(short, long);
        assert!(short.contains(&format!("\"id\":{number}")), "{short}");
    }
    clients.into_iter().for_each(|client| drop(client.end()));
    assert_eq!(world.records().len(), before + 2 * calls.len(), "each leaves one record");
}
