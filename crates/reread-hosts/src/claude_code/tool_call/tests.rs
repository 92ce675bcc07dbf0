use serde_json::json;

use super::*;

const FILE: &str = "/p/src/a.rs";

fn of(tool: &str, input: &Value) -> ToolCall {
    ToolCall::of(tool, input, ShellFolder { folder: Some("/p"), has_moved: false }, FILE)
}

#[test]
fn only_calls_about_the_file_concern_it() {
    let read = ToolCall::Read(ShownForm::Numbered);
    assert_eq!(of("Read", &json!({ "file_path": FILE })), read);
    assert_eq!(of("Read", &json!({ "file_path": "/p/./src//a.rs" })), read);
    assert_eq!(of("Read", &json!({ "file_path": "/q/src/a.rs" })), ToolCall::Elsewhere);
    assert_eq!(of("Read", &json!({ "file_path": "/p/x/../src/a.rs" })), ToolCall::Unclear);
    assert_eq!(of("Read", &json!({ "file_path": "a.rs" })), ToolCall::Unclear);
    assert_eq!(of("Read", &json!({})), ToolCall::Unclear);
    assert_eq!(of("Grep", &json!({ "path": FILE })), ToolCall::Elsewhere);
    assert!(matches!(of("Bash", &json!({ "command": "cat src/a.rs" })), ToolCall::Read(ShownForm::Shell(_))));
    assert_eq!(of("Bash", &json!({ "command": "cat src/b.rs" })), ToolCall::Elsewhere);
    assert_eq!(of("Bash", &json!({ "command": "sed -i s/a/b/ src/a.rs" })), ToolCall::Elsewhere);
    assert_eq!(of("MultiEdit", &json!({ "file_path": FILE })), ToolCall::Change);
}

#[test]
fn after_a_change_of_folder_a_relative_name_may_be_any_file() {
    let moved = ShellFolder { folder: Some("/p"), has_moved: true };
    let cat = |path: &str| ToolCall::of("Bash", &json!({ "command": format!("cat {path}") }), moved, FILE);
    assert_eq!(cat("src/a.rs"), ToolCall::Unclear);
    assert_eq!(cat("src/b.rs"), ToolCall::Elsewhere);
    assert!(matches!(cat(FILE), ToolCall::Read(_)));
    assert!(
        may_change_folder("cd x && ls") && may_change_folder("(pushd x)") && may_change_folder("eval $X")
    );
    assert!(!may_change_folder("cat abcd --cdx"));
}

#[test]
fn an_edit_is_made_only_where_it_is_certain() {
    let made = |old: &str, new: &str, all| {
        edited(b"a b a\n", old, new, all).map(|text| String::from_utf8(text).unwrap())
    };
    assert_eq!(made("b", "c", false).as_deref(), Some("a c a\n"));
    assert_eq!(made("a", "c", true).as_deref(), Some("c b c\n"));
    assert_eq!(made("a", "c", false), None);
    assert_eq!(made("x", "c", true), None);
    assert_eq!(made("", "c", true), None);
}
