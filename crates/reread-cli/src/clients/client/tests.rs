use std::path::PathBuf;

use serde_json::{Value, json};

use super::{Client, Folders, Scope};

fn check(client: Client, scope: Scope, wanted: &str) {
    let folders = Folders {
        project: "/p".into(),
        home: Some("/h".into()),
        config: Some("/c".into()),
        variable: &|name| (name == "CODEX_HOME").then(|| PathBuf::from("/codex")),
    };
    let places = client.places(scope, &folders);
    let places: Vec<String> =
        places.iter().map(|place| place.base.join(&place.path).display().to_string()).collect();
    assert_eq!(places.join(" "), wanted, "{client:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn every_client_has_its_files() {
    check(Client::ClaudeCode, Scope::Project, "/p/.mcp.json");
    check(Client::ClaudeCode, Scope::User, "/h/.claude.json");
    check(Client::ClaudeDesktop, Scope::Project, "");
    check(Client::ClaudeDesktop, Scope::User, "/c/Claude/claude_desktop_config.json");
    check(Client::Codex, Scope::Project, "/p/.codex/config.toml");
    check(Client::Codex, Scope::User, "/codex/config.toml");
    check(Client::Cursor, Scope::User, "/h/.cursor/mcp.json");
    check(Client::Vscode, Scope::Project, "/p/.vscode/mcp.json");
    check(Client::Vscode, Scope::User, "/c/Code/User/mcp.json");
    check(Client::Zed, Scope::User, "/c/zed/settings.json");
    check(Client::Gemini, Scope::User, "/h/.gemini/settings.json");
    check(Client::Opencode, Scope::Project, "/p/opencode.json /p/opencode.jsonc");
    check(Client::Goose, Scope::User, "/c/goose/config.yaml");
    check(Client::Pi, Scope::User, "/h/.pi/agent/settings.json");
}

#[test]
fn a_scope_that_a_client_has_has_a_file() {
    let folders = Folders {
        project: "/p".into(),
        home: Some("/h".into()),
        config: Some("/c".into()),
        variable: &|_| None,
    };
    for &client in Client::all() {
        for scope in [Scope::Project, Scope::User] {
            assert_eq!(client.has(scope), !client.places(scope, &folders).is_empty(), "{client:?} {scope:?}");
        }
        assert!(client.has(client.usual_scope()));
    }
}

#[test]
fn the_two_kinds_of_opencode_files_are_told_apart() {
    let section = |configuration: Value| Client::Opencode.section(&configuration).join(".");
    assert_eq!(section(json!({})), "mcp");
    assert_eq!(section(json!({ "mcp": { "x": { "type": "local" } } })), "mcp");
    assert_eq!(section(json!({ "mcp": { "servers": { "type": "local", "command": [] } } })), "mcp");
    assert_eq!(section(json!({ "mcp": { "servers": { "enabled": false } } })), "mcp");
    assert_eq!(section(json!({ "mcp": { "servers": {} } })), "mcp.servers");
    assert_eq!(section(json!({ "mcp": { "servers": { "type": { "type": "local" } } } })), "mcp.servers");
}
