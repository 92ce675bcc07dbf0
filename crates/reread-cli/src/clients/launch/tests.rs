use serde_json::{Value, json};

use super::{Launch, found_in, is_plain_name};
use crate::clients::client::Client;
use crate::clients::slot::{Entry, Slot};

fn launch() -> Launch {
    Launch { command: "/bin/reread".to_owned(), args: vec!["mcp".to_owned()] }
}

/// What is written for a client is found again in its configuration.
#[test]
fn an_entry_is_found_again() {
    for &client in Client::all().iter().filter(|client| **client != Client::Pi) {
        let entry = launch().entry(client, "mine");
        let slot = Slot::of(client, &json!({}), entry);
        let text = client.format().put(None, &slot).unwrap();
        let found = found_in(client, &client.format().read(&text).unwrap());
        assert_eq!(found.len(), 1, "{client:?}: {text}");
        assert_eq!((found[0].name.as_str(), &found[0].launch), ("mine", &launch()), "{client:?}");
        assert!(!found[0].is_off);
    }
}

fn check(entry: &Value, wanted: Option<(&str, bool)>) {
    let found = found_in(Client::Cursor, &json!({ "mcpServers": { "x": entry } }));
    let found = found.first().map(|found| (found.launch.command.as_str(), found.is_off));
    assert_eq!(found, wanted);
}

#[test]
fn only_what_starts_the_server_counts() {
    check(&json!({ "command": "reread", "args": ["mcp"] }), Some(("reread", false)));
    check(
        &json!({ "command": "/a/reread.exe", "args": ["--root", ".", "mcp"] }),
        Some(("/a/reread.exe", false)),
    );
    check(&json!({ "command": "reread", "args": ["mcp"], "disabled": true }), Some(("reread", true)));
    check(&json!({ "command": "reread", "args": ["read"] }), None);
    check(&json!({ "command": "other", "args": ["mcp"] }), None);
    check(&json!({ "url": "http://127.0.0.1:1/mcp" }), None);
    check(&json!("reread mcp"), None);
}

#[test]
fn an_entry_has_the_shape_that_its_client_reads() {
    let keys = |client| match launch().entry(client, "mine") {
        Entry::Named { value, .. } => value.keys().cloned().collect::<Vec<_>>().join(" "),
        Entry::Listed(_) => unreachable!("only pi has a list"),
    };
    assert_eq!(keys(Client::ClaudeCode), "command args");
    assert_eq!(keys(Client::Vscode), "type command args");
    assert_eq!(keys(Client::Zed), "source command args");
    assert_eq!(keys(Client::Opencode), "type command enabled");
    assert_eq!(keys(Client::Goose), "enabled type name description cmd args timeout");
}

#[test]
fn names_are_plain() {
    for name in ["reread", "a", "My_files-2", &"a".repeat(63)] {
        assert!(is_plain_name(name), "{name}");
    }
    for name in ["", "-a", "a b", "a.b", "ä", "$(x)", "a;b", &"a".repeat(64)] {
        assert!(!is_plain_name(name), "{name}");
    }
}
