use serde_json::json;

use crate::clients::format::Format;
use crate::clients::slot::{Entry, Slot};

fn slot() -> Slot {
    let value = json!({ "command": "/reread", "args": ["mcp"] }).as_object().unwrap().clone();
    Slot { section: vec!["mcp_servers"], entry: Entry::Named { name: "reread".to_owned(), value } }
}

const TABLE: &str = "[mcp_servers.reread]\ncommand = \"/reread\"\nargs = [\"mcp\"]";

/// Puts the entry in, which must give the wanted text, and takes it out again, which must give the former one.
fn check(former: Option<&str>, wanted: &str) {
    let text = Format::Toml.put(former, &slot()).unwrap();
    assert_eq!(text, wanted);
    assert_eq!(Format::Toml.put(Some(&text), &slot()).unwrap(), text, "twice is once");
    assert_eq!(Format::Toml.take_out(&text, &slot()).unwrap().as_deref(), former, "taken out of {text}");
}

#[test]
fn the_entry_is_a_table_at_the_end() {
    check(None, &format!("{TABLE}\n"));
    check(Some(""), TABLE);
    check(Some("\n"), &format!("\n\n{TABLE}\n"));
    check(Some("# mine\na = 1"), &format!("# mine\na = 1\n\n{TABLE}"));
    check(Some("\u{feff}a = 1\n"), &format!("\u{feff}a = 1\n\n{TABLE}\n"));
    check(Some("a = 1\r\n"), &format!("a = 1\r\n\r\n{}\r\n", TABLE.replace('\n', "\r\n")));
    check(
        Some("[mcp_servers.x] # x\ncommand = 'x'\n"),
        &format!("[mcp_servers.x] # x\ncommand = 'x'\n\n{TABLE}\n"),
    );
}

#[test]
fn an_entry_that_says_something_else_is_changed_in_place() {
    let check = |before: &str, after: &str| {
        assert_eq!(Format::Toml.put(Some(before), &slot()).unwrap(), after);
    };
    check(
        "[mcp_servers.reread] # ours\ncommand = 'old' # here\nargs = [\n  1, # one\n]\nstartup_timeout_sec = 20\n[z]\n",
        "[mcp_servers.reread] # ours\ncommand = \"/reread\" # here\nargs = [\"mcp\"]\nstartup_timeout_sec = 20\n[z]\n",
    );
    check(
        "[mcp_servers.reread]\r\ncommand = 'old'\r\n",
        "[mcp_servers.reread]\r\nargs = [\"mcp\"]\r\ncommand = \"/reread\"\r\n",
    );
    check("[mcp_servers.reread]", "[mcp_servers.reread]\ncommand = \"/reread\"\nargs = [\"mcp\"]");
    check(
        "mcp_servers = {reread = {command = 'x', args = []}}",
        "mcp_servers = {reread = {command = \"/reread\", args = [\"mcp\"]}}",
    );
}

#[test]
fn an_entry_is_taken_out_with_all_its_tables() {
    let check = |before: &str, after: &str| {
        assert_eq!(Format::Toml.take_out(before, &slot()).unwrap().as_deref(), Some(after));
    };
    check(
        "a = 1\n[mcp_servers.reread]\nargs = []\nenv.A = 'b'\n\n[mcp_servers.x]\n[mcp_servers.reread.tools]\nb = 1\n# about z\n[z]\n",
        "a = 1\n\n[mcp_servers.x]\n# about z\n[z]\n",
    );
    check("[mcp_servers.reread]\n[mcp_servers.reread.env]\nA = 'b'", "");
    check("a = 1\n", "a = 1\n");
}

#[test]
fn what_cannot_be_edited_without_a_doubt_is_not_touched() {
    let refused = |text: &str| Format::Toml.put(Some(text), &slot()).unwrap_err().to_string();
    assert_eq!(refused("a = \n"), "line 1, column 5: string values must be quoted, expected literal string");
    let unsound = "it is written in a way that cannot be edited without touching something else";
    assert_eq!(refused("mcp_servers = {x = {command = 'x'}}\n"), unsound);
    assert_eq!(refused("[mcp_servers]\nreread = 1\n"), unsound);
    assert_eq!(
        refused("mcp_servers.reread.command = 'x'\n"),
        "the entry is there without a header, and lacks a key"
    );
    // Between the header and the last of its tables stands a foreign one.
    let around = "[mcp_servers.reread]\nargs = []\n[z]\nk = 1\n[[mcp_servers.reread.list]]\na = 1\n";
    assert_eq!(Format::Toml.take_out(around, &slot()).unwrap_err().to_string(), unsound);
    let inline = "mcp_servers = {reread = {command = 'x', args = []}}";
    let refusal = Format::Toml.take_out(inline, &slot()).unwrap_err().to_string();
    assert_eq!(refusal, "the entry is not written as [mcp_servers.reread]");
}
