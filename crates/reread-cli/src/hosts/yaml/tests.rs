use serde_json::json;

use crate::hosts::config_entry::{ConfigEntry, EntryContent};
use crate::hosts::config_format::ConfigFormat;

fn entry() -> ConfigEntry {
    let value = json!({ "enabled": true, "cmd": "/reread", "args": ["mcp"], "timeout": 300 });
    let value = value.as_object().unwrap().clone();
    ConfigEntry {
        section: vec!["extensions"],
        content: EntryContent::Named { name: "reread".to_owned(), value },
    }
}

fn put(text: &str) -> String {
    ConfigFormat::Yaml.put(Some(text), &entry()).unwrap()
}

fn remove(text: &str) -> Option<String> {
    ConfigFormat::Yaml.remove(text, &entry()).unwrap()
}

const KEYS: &str = "    enabled: true\n    cmd: \"/reread\"\n    args: [\"mcp\"]\n    timeout: 300\n";

#[test]
fn the_entry_comes_last_in_its_section() {
    let section = format!("extensions:\n  reread:\n{KEYS}");
    assert_eq!(ConfigFormat::Yaml.put(None, &entry()).unwrap(), section);
    assert_eq!(put("# mine"), format!("# mine\n{section}"));
    assert_eq!(put("A: 1\nextensions:\n"), format!("A: 1\n{section}"));
    let check = |former: &str, wanted: &str| {
        let text = put(former);
        assert_eq!(text, wanted);
        assert_eq!(put(&text), text, "twice is once");
        assert_eq!(remove(&text).as_deref(), Some(former), "removed from {text}");
    };
    check("A: 1\n", &format!("A: 1\n{section}"));
    check(
        "extensions: # all\n  # the first\n  x:\n    enabled: true\nB: 2\n",
        &format!("extensions: # all\n  # the first\n  x:\n    enabled: true\n  reread:\n{KEYS}B: 2\n"),
    );
    check(
        "A: 1\r\nextensions:\r\n  x: 1\r\n",
        &format!("A: 1\r\nextensions:\r\n  x: 1\r\n  reread:\r\n{}", KEYS.replace('\n', "\r\n")),
    );
    check(
        "---\nextensions:\n  x: |+\n    text\n\n\nB: 2\n",
        &format!("---\nextensions:\n  x: |+\n    text\n\n\n  reread:\n{KEYS}B: 2\n"),
    );
    check(
        "extensions: {a: 1}\n",
        "extensions: {a: 1, reread: {enabled: true, cmd: \"/reread\", args: [\"mcp\"], timeout: 300}}\n",
    );
}

#[test]
fn an_entry_with_other_values_is_changed_in_place() {
    assert_eq!(
        put(
            "extensions:\n  a: 1\n  reread:\n    args:\n    - mcp\n    - --old\n    cmd: old\n    envs: {A: b}\n    enabled: true\n    timeout: 300\n  b: 1\n"
        ),
        "extensions:\n  a: 1\n  reread:\n    args: [\"mcp\"]\n    cmd: \"/reread\"\n    envs: {A: b}\n    enabled: true\n    timeout: 300\n  b: 1\n",
    );
}

#[test]
fn an_entry_is_removed_from_anywhere() {
    let check = |before: &str, after: &str| assert_eq!(remove(before).as_deref(), Some(after));
    check(
        "extensions:\n  a: 1\n  reread:\n    args:\n    - mcp\n    cmd: |\n      x\n  # about b\n  b: 1\n",
        "extensions:\n  a: 1\n  # about b\n  b: 1\n",
    );
    check("extensions:\n  reread: {a: [1,\n    2]}\n  b: 1\n", "extensions:\n  b: 1\n");
    check("A: 1\n", "A: 1\n");
    assert_eq!(remove(&put("")), None);
}

#[test]
fn no_comment_around_the_entry_is_removed() {
    let check = |before: &str, after: &str| assert_eq!(remove(before).as_deref(), Some(after));
    check(
        "extensions: # a\n  x: 1 # b\n  # c\n  reread:\n    cmd: x # d\n    # e\n# f\nB: 1\n",
        "extensions: # a\n  x: 1 # b\n  # c\n  # d\n    # e\n# f\nB: 1\n",
    );
    check("extensions: # a\n  reread:\n    cmd: x\n", "extensions: # a\n");
    check("extensions:\n  # a\n  reread:\n    cmd: x\n", "extensions:\n  # a\n");
    check("# a\nextensions:\n  reread:\n    cmd: x\n# b\n", "# a\n# b\n");
    check(
        "extensions: { # a\n  x: 1, # b\n  reread: {cmd: x} # c\n} # d\n",
        "extensions: { # a\n  x: 1 # b\n  # c\n} # d\n",
    );
    check("? extensions\n:\n  reread:\n    cmd: x\n  y: 1\n", "? extensions\n:\n  y: 1\n");
    let aliased = "extensions:\n  reread: &a\n    cmd: x\n  y: *a\n";
    let refused = ConfigFormat::Yaml.remove(aliased, &entry()).unwrap_err();
    assert_eq!(refused.to_string(), "an alias refers to an anchor in `reread`");
}

#[test]
fn a_text_without_a_safe_edit_is_refused() {
    let refused = |text: &str| ConfigFormat::Yaml.put(Some(text), &entry()).unwrap_err().to_string();
    assert_eq!(refused("- 1\n"), "the whole of it is not a mapping");
    assert_eq!(refused("extensions:\n- a\n"), "`extensions` is not a mapping");
    assert_eq!(refused("extensions:\n  reread: 1\n"), "`reread` is not a mapping");
    assert_eq!(refused("A: 1\n---\nB: 2\n"), "it holds several documents");
    assert_eq!(refused("A: |\n  text"), "its last line does not end with a newline");
    assert!(refused("A: [1\n").starts_with("line "), "{}", refused("A: [1\n"));
}
