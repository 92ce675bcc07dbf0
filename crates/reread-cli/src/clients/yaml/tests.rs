use serde_json::json;

use crate::clients::format::Format;
use crate::clients::slot::{Entry, Slot};

fn slot() -> Slot {
    let value = json!({ "enabled": true, "cmd": "/reread", "args": ["mcp"], "timeout": 300 });
    let entry = Entry::Named { name: "reread".to_owned(), value: value.as_object().unwrap().clone() };
    Slot { section: vec!["extensions"], entry }
}

fn block(indent: usize) -> String {
    let inner = indent + 2;
    format!(
        "{:indent$}reread:\n{:inner$}enabled: true\n{:inner$}cmd: \"/reread\"\n{:inner$}args: [\"mcp\"]\n{:inner$}timeout: 300\n",
        "", "", "", "", ""
    )
}

/// Puts the entry in, which must give the wanted text, and takes it out again, which must give the former one.
fn check(former: Option<&str>, wanted: &str) {
    let text = Format::Yaml.put(former, &slot()).unwrap();
    assert_eq!(text, wanted);
    assert_eq!(Format::Yaml.put(Some(&text), &slot()).unwrap(), text, "twice is once");
    assert_eq!(Format::Yaml.take_out(&text, &slot()).unwrap().as_deref(), former, "taken out of {text}");
}

#[test]
fn the_entry_comes_first_in_its_section() {
    let (two, four) = (block(2), block(4));
    check(None, &format!("extensions:\n{two}"));
    check(Some(""), format!("extensions:\n{two}").trim_end());
    check(Some("# mine\n"), &format!("# mine\nextensions:\n{two}"));
    check(Some("A: 1\n"), &format!("A: 1\nextensions:\n{two}"));
    check(Some("A: 1"), format!("A: 1\nextensions:\n{two}").trim_end());
    check(Some("A: 1\nextensions:\n"), &format!("A: 1\nextensions:\n{four}"));
    check(Some("extensions:"), format!("extensions:\n{four}").trim_end());
    check(
        Some("extensions: # all\n    # the first\n    x:\n        enabled: true\nB: 2\n"),
        &format!("extensions: # all\n{four}    # the first\n    x:\n        enabled: true\nB: 2\n"),
    );
    check(
        Some("A: 1\r\nextensions:\r\n  x: 1\r\n"),
        &format!("A: 1\r\nextensions:\r\n{}  x: 1\r\n", two.replace('\n', "\r\n")),
    );
    check(
        Some("---\nextensions:\n  x: |+\n    text\n\n\nB: 2\n"),
        &format!("---\nextensions:\n{two}  x: |+\n    text\n\n\nB: 2\n"),
    );
}

#[test]
fn an_entry_that_says_something_else_is_changed_in_whole_lines() {
    let check = |before: &str, after: &str| {
        assert_eq!(Format::Yaml.put(Some(before), &slot()).unwrap(), after);
    };
    check(
        "extensions:\n  a: 1\n  reread:\n    args:\n    - mcp\n    - --old\n    cmd: old\n    envs: {A: b}\n    enabled: true\n    timeout: 300\n  b: 1\n",
        "extensions:\n  a: 1\n  reread:\n    args: [\"mcp\"]\n    cmd: \"/reread\"\n    envs: {A: b}\n    enabled: true\n    timeout: 300\n  b: 1\n",
    );
    check(
        "extensions:\n  reread:\n    cmd: old",
        "extensions:\n  reread:\n    enabled: true\n    args: [\"mcp\"]\n    timeout: 300\n    cmd: \"/reread\"",
    );
}

#[test]
fn an_entry_is_taken_out_from_anywhere() {
    let check = |before: &str, after: &str| {
        assert_eq!(Format::Yaml.take_out(before, &slot()).unwrap().as_deref(), Some(after));
    };
    check(
        "extensions:\n  a: 1\n  reread:\n    args:\n    - mcp\n    cmd: |\n      x\n  # about b\n  b: 1\n",
        "extensions:\n  a: 1\n  # about b\n  b: 1\n",
    );
    check("extensions:\n  reread: {a: [1,\n    2]}\n  b: 1\n", "extensions:\n  b: 1\n");
    check("A: 1\n", "A: 1\n");
}

#[test]
fn what_is_not_of_the_ordinary_kind_is_not_touched() {
    let refused = |text: &str| Format::Yaml.put(Some(text), &slot()).unwrap_err().to_string();
    assert_eq!(refused("{A: 1}\n"), "it is not a mapping of one key per line");
    assert_eq!(refused("- 1\n"), "it is not a mapping of one key per line");
    assert_eq!(refused("extensions: {}\n"), "`extensions` is not a mapping of one key per line");
    assert_eq!(refused("extensions: {a: 1}\n"), "`extensions` is not a mapping of one key per line");
    assert_eq!(refused("extensions:\n- a\n"), "`extensions` is not a mapping of one key per line");
    assert_eq!(refused("extensions: null\n"), "`extensions` does not stand on a line of its own");
    assert_eq!(refused("\"extensions\":\n  a: 1\n"), "`extensions` does not stand on a line of its own");
    assert_eq!(refused("extensions: &x\n  a: 1\n"), "it uses anchors, aliases or tags");
    assert_eq!(refused("A: &x 1\nB: *x\n"), "it uses anchors, aliases or tags");
    assert_eq!(refused("A: 1\n---\nB: 2\n"), "it holds several documents");
    assert_eq!(refused("A: 1\nA: 2\n"), "`A` is there twice");
    assert_eq!(
        refused("extensions:\n  reread: {cmd: x}\n"),
        "`extensions.reread` is not a mapping of one key per line"
    );
    assert_eq!(
        refused("A: |\n  text"),
        "its last text does not end with a newline, and would with more below it"
    );
    assert_eq!(refused("A: 1\rB: 2\n"), "it has line ends of several kinds");
    assert!(refused("A: [1\n").starts_with("line 2, column 1: "), "{}", refused("A: [1\n"));
}
