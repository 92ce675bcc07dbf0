//! Who did something: user, host with its version, session and principal, wherever that is recorded.

use reread_testkit::{Era, HttpServerProcess, McpClient, TOKEN, World};
use serde_json::{Value, json};

/// A server that a user started, with a client that says what it is.
fn client(world: &World, name: &str, version: &str) -> McpClient {
    let mut command = world.command();
    command.arg("mcp").env("USER", "ana");
    let mut client = McpClient::spawn(command);
    client.handshake_as(json!({ "name": name, "version": version }), json!({}));
    client
}

fn call(client: &mut McpClient, tool: &str, arguments: Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments, "_meta": { "threadId": "t-1" } });
    client.ask("tools/call", params)["result"].clone()
}

#[test]
fn records_history_and_proposals_name_user_host_version_and_session() {
    let world = World::project();
    let mut client = client(&world, "claude-code", "2.1.300");
    call(&mut client, "read", json!({ "mode": "file", "target": "a.txt" }));
    call(&mut client, "read", json!({ "mode": "file", "target": "missing.txt" }));
    call(&mut client, "write_file", json!({ "path": "new.txt", "content": "1\n" }));
    let history = call(&mut client, "file_history", json!({ "path": "new.txt" }));
    // A model is told who did it, in fewer words than the name of a process.
    let text = history["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("v1 create by ana, claude-code 2.1.300 at "), "{text}");
    assert_eq!(client.end().code, Some(0));
    for record in world.records() {
        let who = &record["who"];
        assert_eq!(
            (&who["user"], &who["host"], &who["version"]),
            (&json!("ana"), &json!("claude-code"), &json!("2.1.300"))
        );
        assert_eq!(who["session"], "thread:t-1", "{record}");
        let principal = who["principal"].as_str().unwrap();
        assert!(record["caller"].as_str().unwrap().starts_with(principal), "{record}");
        assert!(principal.starts_with("pid:"), "{record}");
    }
    let history = world.json(&["history", "new.txt", "--json"]);
    let author = history["versions"][0]["author"].as_str().unwrap();
    assert!(
        author.starts_with("ana, claude-code 2.1.300 (pid:") && author.ends_with("/thread:t-1)"),
        "{author}"
    );
    let shown = world.printed(&["audit", "show"]);
    assert!(shown.contains("  ana, claude-code 2.1.300  mcp pid:"), "{shown}");
}

#[test]
fn an_approval_request_names_who_asks() {
    let world = World::project();
    world.configure("[read]\nask = [\"a.txt\"]\n");
    let mut client = client(&world, "codex", "0.160.0");
    let refused = call(&mut client, "read", json!({ "mode": "file", "target": "a.txt" }));
    assert_eq!(refused["isError"], true, "{refused}");
    let waiting = world.json(&["approvals", "--json"]);
    let caller = waiting["approvals"][0]["caller"].as_str().unwrap();
    assert!(caller.starts_with("ana, codex 0.160.0 (pid:") && caller.ends_with("/thread:t-1)"), "{caller}");
    // It counts for the principal, whatever it is called.
    world.printed(&["approvals", "grant", "a1"]);
    let served = call(&mut client, "read", json!({ "mode": "file", "target": "a.txt" }));
    assert_eq!(served["isError"], false, "{served}");
    assert_eq!(client.end().code, Some(0));
}

/// A client may claim anything. It stays one name, which is cut short, and it decides nothing.
#[test]
fn a_claim_cannot_pass_for_another_identity() {
    let world = World::project();
    let mut client = client(&world, "x (pid:1)\n, root \u{202e}", &"9".repeat(500));
    call(&mut client, "write_file", json!({ "path": "new.txt", "content": "1\n" }));
    assert_eq!(client.end().code, Some(0));
    let who = &world.records()[0]["who"];
    assert_eq!(who["host"], "x _pid_1___ root _", "{who}");
    assert_eq!(who["version"].as_str().map(str::len), Some(64), "{who}");
    let author = world.json(&["history", "new.txt", "--json"])["versions"][0]["author"].clone();
    assert!(author.as_str().unwrap().starts_with("ana, x _pid_1___ root _ 9"), "{author}");
}

/// Over HTTP the token says who it is; the user of the server need not be the caller.
#[test]
fn over_http_the_principal_is_the_one_of_the_token() {
    let world = World::project();
    let server =
        HttpServerProcess::start_as(&world, &[("USER", "ana"), ("REREAD_TOKEN", TOKEN)], &["--http", "0"]);
    let mut client = McpClient::over_http(Era::Handshake, &server, TOKEN);
    client.call("read", json!({ "mode": "file", "target": "a.txt" }));
    let who = world.records()[0]["who"].clone();
    assert!(who.get("user").is_none() && who["host"].is_string(), "{who}");
    assert!(who["session"].as_str().unwrap().starts_with("protocol:"), "{who}");
    assert_eq!(server.end().code, Some(0));
}

#[test]
fn the_command_line_names_the_user() {
    let world = World::project();
    let mut command = world.command();
    command.args(["read", "a.txt"]).env("USER", "ana");
    world.run_command(command);
    assert_eq!(world.records()[0]["who"], json!({ "user": "ana", "host": "cli" }));
    world.printed(&["read", "a.txt"]);
    assert_eq!(world.records()[1]["who"], json!({ "host": "cli" }));
}
