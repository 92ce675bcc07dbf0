use serde_json::{Value, json};

use crate::{Read, Request};

fn parse(tool: &str, arguments: Value) -> Result<Request, String> {
    Request::parse(tool, arguments).map_err(|rejected| format!("{}: {rejected}", rejected.error.code))
}

fn check(tool: &str, arguments: Value, expected: &Value) {
    let request = parse(tool, arguments).unwrap();
    assert_eq!(json!({ "tool": request.tool(), "arguments": request.arguments() }), *expected);
}

fn refuse(tool: &str, arguments: Value, expected: &str) {
    assert_eq!(parse(tool, arguments).unwrap_err(), expected);
}

fn read(arguments: &Value) -> Value {
    json!({ "tool": "read", "arguments": arguments })
}

#[test]
fn a_file_is_read_as_it_is_asked_for() {
    check(
        "read",
        json!({ "mode": "file", "target": "a:2-3" }),
        &read(&json!({ "mode": "file", "target": "a:2-3" })),
    );
    check(
        "read",
        json!({ "mode": "file", "target": "a", "known": "#1@1-2", "offset": null, "preview_mode": "snippet" }),
        &read(&json!({ "mode": "file", "target": "a", "known": ["#1@1-2"] })),
    );
    check(
        "read_lines",
        json!({ "path": "a", "start_line": 1, "end_line": 2 }),
        &json!({ "tool": "read_file_range", "arguments": { "path": "a", "start_line": 1, "end_line": 2 } }),
    );
}

#[test]
fn a_snippet_is_its_lines_and_those_around_them() {
    let snippet = |more: Value| {
        let mut arguments = json!({ "mode": "snippet", "target": "a" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let Request::Read(Read::Snippet(snippet)) = parse("read", arguments)? else { panic!("no snippet") };
        let lines = snippet.lines().map_err(|error| format!("{}: {}", error.code, error.message));
        lines.map(|lines| (lines.first(), lines.last()))
    };
    assert_eq!(snippet(json!({ "start_line": 5 })), Ok((5, 5)));
    assert_eq!(snippet(json!({ "start_line": 5, "end_line": 8, "context_lines": 2 })), Ok((3, 10)));
    assert_eq!(snippet(json!({ "start_line": 2, "end_line": 2, "context_lines": 9 })), Ok((1, 11)));
    assert_eq!(snippet(json!({ "start_line": 5, "end_line": 8, "offset": 7 })), Ok((7, 8)));
    assert_eq!(snippet(json!({ "start_line": 5, "end_line": 8, "limit": 3 })), Ok((5, 7)));
    let all = json!({ "start_line": 1, "end_line": u64::MAX, "context_lines": u64::MAX });
    assert_eq!(snippet(all), Ok((1, u64::MAX)));
    assert!(snippet(json!({ "start_line": 8, "end_line": 5 })).unwrap_err().starts_with("invalid_range: "));
    assert!(snippet(json!({ "start_line": 0 })).unwrap_err().starts_with("invalid_range: "));
    assert!(snippet(json!({ "start_line": 5, "limit": 0 })).unwrap_err().starts_with("INVALID_ARGS: limit"));
    assert!(snippet(json!({ "start_line": 5, "offset": 0 })).unwrap_err().starts_with("invalid_range: "));
    assert!(snippet(json!({ "start_line": 5, "offset": 9 })).unwrap_err().starts_with("invalid_range: "));
    assert_eq!(snippet(json!({})).unwrap_err(), "INVALID_ARGS: mode='snippet' needs start_line");
}

#[test]
fn the_older_name_of_a_snippet_asks_for_the_same() {
    let read =
        parse("read", json!({ "mode": "snippet", "target": "a", "start_line": 2, "context_lines": 1 }));
    let older = parse("get_snippet", json!({ "path": "a", "start_line": 2, "context_lines": 1 }));
    assert_eq!(read.unwrap(), older.unwrap());
    refuse(
        "get_snippet",
        json!({ "target": "a" }),
        "INVALID_ARGS: get_snippet takes neither mode nor target",
    );
}

#[test]
fn the_older_name_of_a_preview_asks_for_the_same() {
    let read = parse("read", json!({ "mode": "diff_preview", "target": "a", "content": "x" }));
    let older = parse("dry_run_diff", json!({ "path": "a", "content": "x" }));
    assert_eq!(read.unwrap(), older.unwrap());
}

#[test]
fn an_argument_of_another_mode_is_refused() {
    let sentence = |argument: &str, of: &str| {
        format!("INVALID_ARGS: {argument} is only valid for mode='{of}'. Remove it or switch mode.")
    };
    let check = |mode: &str, argument: &str, of: &str| {
        let mut arguments = json!({ "mode": mode, "target": "a" });
        arguments[argument] = json!(1);
        refuse("read", arguments, &sentence(argument, of));
    };
    for mode in ["file", "snippet", "symbol", "outline"] {
        check(mode, "against", "diff_preview");
    }
    for mode in ["file", "symbol", "diff_preview"] {
        check(mode, "start_line", "snippet");
        check(mode, "end_line", "snippet");
    }
    for mode in ["file", "snippet", "diff_preview"] {
        check(mode, "path", "symbol");
    }
    check("snippet", "from_byte", "file");
}

#[test]
fn the_mode_is_never_guessed() {
    let modes = "file, snippet, symbol, diff_preview, outline";
    refuse("read", json!({ "target": "a" }), &format!("INVALID_ARGS: mode is missing; it is one of {modes}"));
    refuse(
        "read",
        json!({ "mode": "File", "target": "a" }),
        &format!("INVALID_ARGS: mode=\"File\" is none of {modes}"),
    );
}

#[test]
fn arguments_are_an_object_or_left_out() {
    refuse("stat_file", Value::Null, "INVALID_ARGS: stat_file: missing field `path`");
    for other in [json!(["a"]), json!("a"), json!(1), json!(true)] {
        refuse("stat_file", other, "INVALID_ARGS: stat_file: the arguments are no object");
    }
}

#[test]
fn a_message_does_not_grow_with_what_it_quotes() {
    for arguments in [
        json!({ "mode": "é".repeat(9_999) }),
        json!({ "mode": "file", "target": "a", "limit": "é".repeat(9_999) }),
    ] {
        let message = parse("read", arguments).unwrap_err();
        assert_eq!(message.chars().count(), "INVALID_ARGS: ".len() + 401, "{message}");
    }
}

#[test]
fn edits_are_taken_as_models_write_them() {
    let patch = |edits: Value| {
        let arguments = json!({ "edits": edits, "filepath": "a", "dry_run": false, "literal": false });
        json!({ "tool": "apply_patch", "arguments": arguments })
    };
    let one = patch(json!([{ "old": "x", "new": "y", "all": false }]));
    let all = patch(json!([{ "old": "x", "new": "y", "all": true }]));
    check("apply_patch", json!({ "path": "a", "edits": [{ "old": "x", "new": "y" }] }), &one);
    check("apply_patch", json!({ "path": "a", "edits": [{ "old_string": "x", "new_string": "y" }] }), &one);
    check("apply_patch", json!({ "path": "a", "edits": { "old": "x", "new": "y", "all": true } }), &all);
    check("apply_patch", json!({ "path": "a", "edits": r#"[{"old": "x", "new": "y"}]"# }), &one);
    check(
        "apply_patch",
        json!({ "filepath": "a", "old_string": "x", "new_string": "y", "replace_all": true }),
        &all,
    );
    refuse(
        "apply_patch",
        json!({ "path": "a" }),
        "INVALID_ARGS: apply_patch: neither patch nor edits is given",
    );
    let both = json!({ "path": "a", "patch": "x", "edits": [{ "old": "x", "new": "y" }] });
    refuse("apply_patch", both, "INVALID_ARGS: apply_patch: patch and edits are both given");
    assert!(
        parse("apply_patch", json!({ "path": "a", "edits": [{ "old": "x" }] }))
            .unwrap_err()
            .contains("`new`")
    );
}
