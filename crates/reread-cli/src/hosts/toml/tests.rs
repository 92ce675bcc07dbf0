use serde_json::json;

use crate::hosts::config_entry::{ConfigEntry, EntryContent};
use crate::hosts::config_format::ConfigFormat;

fn entry() -> ConfigEntry {
    let value = json!({ "command": "/reread", "args": ["mcp"] }).as_object().unwrap().clone();
    ConfigEntry {
        section: vec!["mcp_servers"],
        content: EntryContent::Named { name: "reread".to_owned(), value },
    }
}

fn put(text: &str) -> String {
    ConfigFormat::Toml.put(Some(text), &entry()).unwrap()
}

fn remove(text: &str) -> Option<String> {
    ConfigFormat::Toml.remove(text, &entry()).unwrap()
}

const TABLE: &str = "[mcp_servers.reread]\ncommand = \"/reread\"\nargs = [\"mcp\"]\n";

#[test]
fn the_entry_is_a_table_at_the_end() {
    assert_eq!(ConfigFormat::Toml.put(None, &entry()).unwrap(), TABLE);
    assert_eq!(put("# mine\na = 1"), format!("# mine\na = 1\n\n{TABLE}"));
    let check = |former: &str, wanted: &str| {
        let text = put(former);
        assert_eq!(text, wanted);
        assert_eq!(put(&text), text, "twice is once");
        assert_eq!(remove(&text).as_deref(), Some(former), "removed from {text}");
    };
    check("\u{feff}a = 1\n", &format!("\u{feff}a = 1\n\n{TABLE}"));
    check("a = 1\r\n", &format!("a = 1\r\n\r\n{}", TABLE.replace('\n', "\r\n")));
    let mixed = "a = 1\r\n# mixed\nb = 2\n# end\n";
    check(mixed, &format!("{mixed}\r\n{}", TABLE.replace('\n', "\r\n")));
    check(
        "[mcp_servers.x] # x\ncommand = 'x'\n[z]\n",
        &format!("[mcp_servers.x] # x\ncommand = 'x'\n[z]\n\n{TABLE}"),
    );
}

#[test]
fn an_inline_section_gets_an_inline_entry() {
    assert_eq!(
        put("mcp_servers = {x = {command = 'x'}}\n"),
        "mcp_servers = {x = {command = 'x'}, reread = { command = \"/reread\", args = [\"mcp\"] } }\n"
    );
}

#[test]
fn an_entry_with_other_values_is_changed_in_place() {
    let check = |before: &str, after: &str| assert_eq!(put(before), after);
    check(
        "[mcp_servers.reread] # ours\ncommand = 'old' # here\nargs = [\n  1, # one\n]\nstartup_timeout_sec = 20\n[z]\n",
        "[mcp_servers.reread] # ours\ncommand = \"/reread\" # here\nargs = [\"mcp\"]\nstartup_timeout_sec = 20\n[z]\n",
    );
    check(
        "[mcp_servers.reread]\r\ncommand = 'old'\r\n",
        "[mcp_servers.reread]\r\ncommand = \"/reread\"\r\nargs = [\"mcp\"]\r\n",
    );
    check("[mcp_servers.reread]", TABLE);
    check(
        "mcp_servers = {reread = {command = 'x', args = []}}",
        "mcp_servers = {reread = {command = \"/reread\", args = [\"mcp\"]}}\n",
    );
}

#[test]
fn an_entry_is_removed_with_all_its_tables() {
    let check = |before: &str, after: &str| assert_eq!(remove(before).as_deref(), Some(after));
    check(
        "a = 1\n# kept\n[mcp_servers.reread]\nargs = []\nenv.A = 'b'\n\n[mcp_servers.x]\n[mcp_servers.reread.tools]\nb = 1\n# about z\n[z]\n",
        "a = 1\n# kept\n\n[mcp_servers.x]\n# about z\n[z]\n",
    );
    check("[mcp_servers]\n[mcp_servers.reread]\ncommand = 'x'\n", "[mcp_servers]\n");
    check("a = 1\n", "a = 1\n");
    assert_eq!(remove("[mcp_servers.reread]\n[mcp_servers.reread.env]\nA = 'b'"), None);
    assert_eq!(remove("mcp_servers = {reread = {command = 'x', args = []}}"), None);
}

#[test]
fn no_comment_around_the_entry_is_removed() {
    let check = |before: &str, after: &str| assert_eq!(remove(before).as_deref(), Some(after));
    check("# a\n[mcp_servers.reread]\ncommand = 'x'\n# b\n", "# a\n# b\n");
    check("# a\n[mcp_servers.reread]\ncommand = 'x'\n\n# b\n[z] # c\n", "# a\n\n# b\n[z] # c\n");
    check("[mcp_servers]\n# a\nreread = {command = 'x'} # b\nx = {}\n", "[mcp_servers]\n# a\n# b\nx = {}\n");
    check("# a\nmcp_servers = {reread = {}} # b\n", "# a\nmcp_servers = {} # b\n");
    check("# a\nmcp_servers = {reread = {}}\n# b\n", "# a\n# b\n");
    check(
        "mcp_servers = { # a\n  x = {}, # b\n  reread = {} # c\n} # d\n",
        "mcp_servers = { # a\n  x = {} # b\n  # c\n} # d\n",
    );
    let dotted = "[mcp_servers]\n# a\nreread.command = 'x'\n";
    let refused = ConfigFormat::Toml.remove(dotted, &entry()).unwrap_err();
    assert_eq!(refused.to_string(), "a comment stands beside the dotted keys of `reread`");
    let former = "mcp_servers = { # a\n  x = {} # b\n} # c\n";
    let removed = remove(&put(former)).unwrap();
    assert!(["# a\n", "# b\n", "# c\n"].iter().all(|comment| removed.contains(comment)), "{removed}");
}

#[test]
fn a_text_without_a_safe_edit_is_refused() {
    let refused = |text: &str| ConfigFormat::Toml.put(Some(text), &entry()).unwrap_err().to_string();
    assert_eq!(refused("a = \n"), "line 1, column 5: string values must be quoted, expected literal string");
    assert_eq!(refused("mcp_servers = 1\n"), "`mcp_servers` is not a table");
    assert_eq!(refused("[mcp_servers]\nreread = 1\n"), "`reread` is not a table");
}
