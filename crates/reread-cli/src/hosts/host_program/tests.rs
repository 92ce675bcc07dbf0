use std::path::PathBuf;

use reread_path::{RUNS_CODE_NAMES, RootedPath, RuleLists, Rules, Verdict};
use serde_json::{Value, json};

use super::{ConfigFolders, ConfigScope, HostProgram};

fn check(client: HostProgram, scope: ConfigScope, wanted: &str) {
    let folders = ConfigFolders {
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
    check(HostProgram::ClaudeCode, ConfigScope::Project, "/p/.mcp.json");
    check(HostProgram::ClaudeCode, ConfigScope::User, "/h/.claude.json");
    check(HostProgram::ClaudeDesktop, ConfigScope::Project, "");
    check(HostProgram::ClaudeDesktop, ConfigScope::User, "/c/Claude/claude_desktop_config.json");
    check(HostProgram::Codex, ConfigScope::Project, "/p/.codex/config.toml");
    check(HostProgram::Codex, ConfigScope::User, "/codex/config.toml");
    check(HostProgram::Cursor, ConfigScope::User, "/h/.cursor/mcp.json");
    check(HostProgram::Vscode, ConfigScope::Project, "/p/.vscode/mcp.json");
    check(HostProgram::Vscode, ConfigScope::User, "/c/Code/User/mcp.json");
    check(HostProgram::Zed, ConfigScope::User, "/c/zed/settings.json");
    check(HostProgram::Gemini, ConfigScope::User, "/h/.gemini/settings.json");
    check(HostProgram::Opencode, ConfigScope::Project, "/p/opencode.json /p/opencode.jsonc");
    check(HostProgram::Goose, ConfigScope::User, "/c/goose/config.yaml");
    check(HostProgram::Pi, ConfigScope::User, "/h/.pi/agent/settings.json");
}

#[test]
fn a_scope_that_a_client_has_has_a_file() {
    let folders = ConfigFolders {
        project: "/p".into(),
        home: Some("/h".into()),
        config: Some("/c".into()),
        variable: &|_| None,
    };
    for &client in HostProgram::all() {
        for scope in [ConfigScope::Project, ConfigScope::User] {
            assert_eq!(client.has(scope), !client.places(scope, &folders).is_empty(), "{client:?} {scope:?}");
        }
        assert!(client.has(client.usual_scope()));
    }
}

#[test]
fn the_two_kinds_of_opencode_files_are_told_apart() {
    let section = |configuration: Value| HostProgram::Opencode.section(&configuration).join(".");
    assert_eq!(section(json!({})), "mcp");
    assert_eq!(section(json!({ "mcp": { "x": { "type": "local" } } })), "mcp");
    assert_eq!(section(json!({ "mcp": { "servers": { "type": "local", "command": [] } } })), "mcp");
    assert_eq!(section(json!({ "mcp": { "servers": { "enabled": false } } })), "mcp");
    assert_eq!(section(json!({ "mcp": { "servers": {} } })), "mcp.servers");
    assert_eq!(section(json!({ "mcp": { "servers": { "type": { "type": "local" } } } })), "mcp.servers");
}

/// A process that can write such a file decides which program the host starts next.
#[test]
fn every_file_that_init_writes_needs_approval_to_be_written() {
    let names: Vec<String> = RUNS_CODE_NAMES.iter().map(ToString::to_string).collect();
    let rules = Rules::compile(&RuleLists { ask: &names, ..RuleLists::default() }).unwrap();
    let folders = ConfigFolders {
        project: "/".into(),
        home: Some("/".into()),
        config: Some("/.config".into()),
        variable: &|_| None,
    };
    for host in HostProgram::all() {
        for scope in [ConfigScope::Project, ConfigScope::User] {
            for place in host.places(scope, &folders) {
                let path = place.base.join(&place.path);
                let name = RootedPath::from_os_path(path.strip_prefix("/").unwrap()).unwrap();
                assert!(matches!(rules.judge(&[&name]), Verdict::Ask(_)), "{host:?}: {name}");
            }
        }
    }
}
