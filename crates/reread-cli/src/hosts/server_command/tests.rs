use serde_json::{Value, json};

use super::{ServerCommand, is_plain_name, server_entries};
use crate::hosts::config_entry::{ConfigEntry, EntryContent};
use crate::hosts::host_program::HostProgram;

fn command() -> ServerCommand {
    ServerCommand { program: "/bin/reread".to_owned(), args: vec!["mcp".to_owned()] }
}

/// The entry that is written for a host is found again in its configuration.
#[test]
fn an_entry_is_found_again() {
    for &host in HostProgram::all().iter().filter(|host| **host != HostProgram::Pi) {
        let content = command().entry(host, "mine");
        let entry = ConfigEntry::of(host, &json!({}), content);
        let text = host.format().put(None, &entry).unwrap();
        let found = server_entries(host, &host.format().read(&text).unwrap());
        assert_eq!(found.len(), 1, "{host:?}: {text}");
        assert_eq!((found[0].name.as_str(), &found[0].command), ("mine", &command()), "{host:?}");
        assert!(!found[0].is_off);
    }
}

fn check(entry: &Value, wanted: Option<(&str, bool)>) {
    let found = server_entries(HostProgram::Cursor, &json!({ "mcpServers": { "x": entry } }));
    let found = found.first().map(|found| (found.command.program.as_str(), found.is_off));
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
fn an_entry_has_the_keys_of_its_host() {
    let keys = |host| match command().entry(host, "mine") {
        EntryContent::Named { value, .. } => value.keys().cloned().collect::<Vec<_>>().join(" "),
        EntryContent::Listed(_) => unreachable!("only pi has a list"),
    };
    assert_eq!(keys(HostProgram::ClaudeCode), "command args");
    assert_eq!(keys(HostProgram::Vscode), "type command args");
    assert_eq!(keys(HostProgram::Zed), "source command args");
    assert_eq!(keys(HostProgram::Opencode), "type command enabled");
    assert_eq!(keys(HostProgram::Goose), "enabled type name description cmd args timeout");
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
