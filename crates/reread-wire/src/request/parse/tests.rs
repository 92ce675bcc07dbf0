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
    let target = parse("get_snippet", json!({ "target": "a", "start_line": 2, "context_lines": 1 }));
    let path = parse("get_snippet", json!({ "filepath": "a", "start_line": 2, "context_lines": 1 }));
    assert_eq!(target.unwrap(), path.unwrap());
    let mode = json!({ "target": "a", "mode": "snippet", "start_line": 2 });
    refuse("get_snippet", mode, "INVALID_ARGS: get_snippet takes no mode");
    let both = json!({ "target": "a", "path": "b", "start_line": 2 });
    let words = "INVALID_ARGS: get_snippet: target and path are one argument, with different values";
    refuse("get_snippet", both, words);
}

#[test]
fn the_older_name_of_a_preview_asks_for_the_same() {
    let read = parse("read", json!({ "mode": "diff_preview", "target": "a", "content": "x" }));
    let older = parse("dry_run_diff", json!({ "path": "a", "content": "x" }));
    assert_eq!(read.clone().unwrap(), older.unwrap());
    let target = parse("dry_run_diff", json!({ "target": "a", "content": "x" }));
    assert_eq!(read.unwrap(), target.unwrap());
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
        let arguments = json!({ "edits": edits, "path": "a", "dry_run": false, "literal": false });
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

/// What an error of a call says beside its message.
fn hint(tool: &str, arguments: Value) -> String {
    Request::parse(tool, arguments).unwrap_err().error.hint
}

/// The call that the hint of an error shows. It is one that is understood.
fn corrected(tool: &str, arguments: Value) -> Value {
    let hint = hint(tool, arguments);
    let call = hint.strip_prefix(&format!("call {tool} with ")).unwrap_or_else(|| panic!("{hint}"));
    let call = serde_json::Deserializer::from_str(call).into_iter().next().unwrap().unwrap();
    Request::parse(tool, Value::clone(&call)).unwrap();
    call
}

#[test]
fn the_names_of_a_file_stand_for_one_another() {
    let calls = [
        ("stat_file", json!({})),
        ("read_file", json!({})),
        ("read_file_range", json!({ "start_line": 1, "end_line": 2 })),
        ("read_lines", json!({ "start": 1, "end": 2 })),
        ("read_file_head", json!({ "max_lines": 3 })),
        ("read_file_tail", json!({ "max_lines": 3 })),
        ("search_in_file", json!({ "pattern": "x" })),
        ("get_excerpt", json!({})),
        ("summarize_file", json!({})),
        ("apply_patch", json!({ "patch": "x" })),
        ("write_file", json!({ "content": "x" })),
        ("get_diff", json!({})),
        ("file_history", json!({})),
        ("get_file_history", json!({})),
        ("rollback", json!({ "version_id": "v1" })),
        ("dry_run_diff", json!({})),
        ("get_snippet", json!({ "start_line": 1 })),
        ("read_symbol", json!({ "symbol": "x" })),
        ("read", json!({ "mode": "symbol", "target": "x" })),
    ];
    for (tool, rest) in calls {
        let named = |names: &[(&str, &str)]| {
            let mut arguments = rest.clone();
            names.iter().for_each(|(name, file)| arguments[*name] = json!(file));
            parse(tool, arguments)
        };
        let requests = ["path", "file_path", "filepath"].map(|name| named(&[(name, "a.txt")]).unwrap());
        assert!(requests.iter().all(|request| *request == requests[0]), "{tool}: {requests:?}");
        // The same file twice is no contradiction; two files are.
        assert_eq!(named(&[("path", "a.txt"), ("file_path", "a.txt")]).unwrap(), requests[0]);
        let error = named(&[("filepath", "a.txt"), ("path", "b.txt")]).unwrap_err();
        let expected = "filepath and path are one argument, with different values";
        assert_eq!(error, format!("INVALID_ARGS: {tool}: {expected}"));
    }
}

#[test]
fn a_pattern_is_a_query() {
    assert_eq!(
        parse("search", json!({ "pattern": "x" })).unwrap(),
        parse("search", json!({ "query": "x" })).unwrap()
    );
    assert!(parse("search", json!({ "pattern": "x", "query": "y" })).is_err());
    assert!(parse("search", json!({ "pattern": "x", "query": "x" })).is_ok());
}

#[test]
fn an_error_shows_the_call_that_was_meant() {
    let check = |tool: &str, given: Value, expected: Value| assert_eq!(corrected(tool, given), expected);
    // The file of a read is its target, whatever it is called elsewhere.
    for name in ["path", "file_path", "filepath", "file", "filename"] {
        let file = json!({ "mode": "file", "target": "a.txt" });
        check("read", json!({ "mode": "file", name: "a.txt" }), file.clone());
        check("read", json!({ name: "a.txt" }), file.clone());
        check("read", json!({ name: "a.txt", "mode": "File", "target": "a.txt" }), file);
        check(
            "read",
            json!({ name: "a.txt", "offset": 3, "limit": 9 }),
            json!({ "mode": "file", "target": "a.txt", "offset": 3, "limit": 9 }),
        );
    }
    check("read", json!({ "target": "a.txt" }), json!({ "mode": "file", "target": "a.txt" }));
    check("read", json!({}), json!({ "mode": "file", "target": "PATH" }));
    check(
        "read",
        json!({ "mode": "file", "target": "Cart", "path": "cart.rs" }),
        json!({ "mode": "symbol", "target": "Cart", "path": "cart.rs" }),
    );
    check(
        "read",
        json!({ "mode": "file", "target": "a", "start_line": 3, "end_line": 9 }),
        json!({ "mode": "snippet", "target": "a", "start_line": 3, "end_line": 9 }),
    );
    check(
        "read",
        json!({ "mode": "outline", "target": "a", "against": "HEAD" }),
        json!({ "mode": "outline", "target": "a" }),
    );
    check(
        "read",
        json!({ "mode": "file", "target": "a", "max_line": 1 }),
        json!({ "mode": "file", "target": "a", "max_lines": 1 }),
    );
    check("stat_file", json!({ "file": "a" }), json!({ "path": "a" }));
    check("stat_file", json!({ "path": "a", "filepath": "b" }), json!({ "path": "a" }));
    check("stat_file", json!({ "target": "a", "nonsense": 1 }), json!({ "path": "a" }));
    check(
        "search",
        json!({ "regex": "a.b", "is_regex": true, "path": "src" }),
        json!({ "is_regex": true, "query": "a.b", "paths": "src" }),
    );
    check(
        "search_in_file",
        json!({ "filePath": "a", "query": "b", "caseSensitive": false }),
        json!({ "query": "b", "path": "a", "case_sensitive": false }),
    );
    check("write_file", json!({ "file_path": "a", "text": "b" }), json!({ "path": "a", "content": "b" }));
    check("rollback", json!({ "path": "a", "version": "v3" }), json!({ "path": "a", "version_id": "v3" }));
    check("read_lines", json!({ "path": "a" }), json!({ "path": "a", "start_line": 1, "end_line": 1 }));
}

#[test]
fn a_corrected_call_repeats_no_long_text() {
    let long = "é".repeat(9_999);
    let hint = hint("write_file", json!({ "file": "a", "content": long }));
    let expected =
        r#"call write_file with {"content":"…","path":"a"}, where … stands for the text that you sent"#;
    assert_eq!(hint, expected);
}

#[test]
fn a_call_that_cannot_be_corrected_keeps_its_own_hint() {
    assert!(hint("apply_patch", json!({ "path": "a" })).starts_with("send patch, or path with edits"));
    assert_eq!(
        hint("search", json!({ "query": "a", "max_matches": "many" })),
        "call it again with arguments as its schema has them"
    );
}

#[test]
fn values_are_taken_as_models_write_them() {
    let same = |tool: &str, written: Value, meant: Value| {
        assert_eq!(parse(tool, written.clone()).unwrap(), parse(tool, meant).unwrap(), "{written}");
    };
    let read = |more: Value| {
        let mut arguments = json!({ "mode": "file", "target": "a" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        arguments
    };
    same("read", read(json!({ "offset": "5", "limit": " 7 " })), read(json!({ "offset": 5, "limit": 7 })));
    same("read", read(json!({ "offset": 5.0 })), read(json!({ "offset": 5 })));
    same(
        "search",
        json!({ "query": "x", "max_matches": "2", "is_regex": "true" }),
        json!({ "query": "x", "max_matches": 2, "is_regex": true }),
    );
    for version in [json!(1), json!("1")] {
        same(
            "rollback",
            json!({ "path": "a", "version_id": version }),
            json!({ "path": "a", "version_id": "v1" }),
        );
        same(
            "get_diff",
            json!({ "path": "a", "version1": version }),
            json!({ "path": "a", "version1": "v1" }),
        );
    }
    let digest = json!({ "path": "a", "version_id": "1234567890123456" });
    assert_eq!(parse("rollback", digest.clone()).unwrap().arguments()["version_id"], digest["version_id"]);
    let tags = json!({ "known": ["#482915736208@1-3", "#482915736209@1-3,5-9"] });
    for known in [
        json!("#482915736208@1-3 #482915736209@1-3,5-9"),
        json!("#482915736208@1-3, #482915736209@1-3,5-9"),
        json!("#482915736208@1-3,#482915736209@1-3,5-9"),
        json!(r##"["#482915736208@1-3", "#482915736209@1-3,5-9"]"##),
        json!(["#482915736208@1-3 #482915736209@1-3,5-9"]),
    ] {
        same("read", read(json!({ "known": known })), read(tags.clone()));
    }
    same("read", read(json!({ "known": "nonsense" })), read(json!({ "known": ["nonsense"] })));
    same(
        "read",
        json!({ "mode": "snippet", "target": "a:5-8" }),
        json!({ "mode": "snippet", "target": "a", "start_line": 5, "end_line": 8 }),
    );
    same("get_snippet", json!({ "path": "a:5" }), json!({ "target": "a", "start_line": 5, "end_line": 5 }));
}

#[test]
fn a_folder_or_a_pattern_of_list_files_is_a_glob() {
    let same = |written: Value, globs: Value| {
        let meant = json!({ "globs": globs });
        assert_eq!(parse("list_files", written).unwrap(), parse("list_files", meant).unwrap());
    };
    for name in ["pattern", "glob", "path"] {
        same(json!({ name: "*.md" }), json!(["*.md"]));
        same(json!({ name: "." }), json!([]));
    }
    same(json!({ "path": "docs/", "pattern": "*.md" }), json!(["docs/**/*.md"]));
    same(json!({ "path": ".", "pattern": "*.md" }), json!(["*.md"]));
    assert_eq!(
        corrected("list_files", json!({ "pattern": "*.md", "max": 2 })),
        json!({ "globs": "*.md" }),
        "the pattern is never dropped"
    );
}

#[test]
fn a_number_below_the_first_is_named() {
    let offset = json!({ "mode": "file", "target": "a", "offset": -5 });
    refuse("read", offset.clone(), "INVALID_ARGS: read: offset is -5, and it counts from 1");
    assert_eq!(corrected("read", offset), json!({ "mode": "file", "target": "a", "offset": 1 }));
    let before = json!({ "query": "a", "before_lines": "-1" });
    refuse("search", before, "INVALID_ARGS: search: before_lines is -1, and it counts from 0");
}

#[test]
fn an_error_names_the_arguments_as_the_caller_wrote_them() {
    refuse(
        "read",
        json!({ "mode": "file", "file_path": "a" }),
        "INVALID_ARGS: read: there is no file_path; in mode='file' the file is target",
    );
    let hint = hint("read", json!({ "mode": "file", "file_path": "a" }));
    assert_eq!(hint, r#"call read with {"mode":"file","target":"a"}"#);
    let one = json!({ "mode": "file", "targets": ["a"] });
    assert_eq!(corrected("read", one), json!({ "mode": "file", "target": "a" }));
    let two = json!({ "mode": "file", "targets": ["a", "b"] });
    assert_eq!(corrected("read", two), json!({ "mode": "file", "target": "a", "targets": ["b"] }));
    let nonsense = json!({ "path": "a", "nonsense": 1 });
    assert!(self::hint("stat_file", nonsense).ends_with(", without nonsense"));
}

/// Wrong calls of every tool: names that models use elsewhere, and values of any type.
#[test]
fn every_corrected_call_is_understood() {
    use proptest::prelude::*;
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

    let names: Vec<&'static str> = {
        let others = [
            "file_path",
            "file",
            "filename",
            "pattern",
            "regex",
            "glob",
            "directory",
            "line",
            "lines",
            "count",
            "start",
            "end",
            "version",
            "id",
            "text",
            "diff",
            "input",
            "old_string",
            "new_string",
            "nonsense",
        ];
        let all = crate::ToolSignature::all().iter().flat_map(crate::ToolSignature::arguments);
        all.chain(others).collect()
    };
    let value = prop_oneof![
        prop::sample::select(vec![
            "a.rs",
            "a.rs:5-8",
            ".",
            "5",
            "-5",
            "true",
            "file",
            "snippet",
            "#482915736208@1-3",
            "[\"a\"]",
            ""
        ])
        .prop_map(|text| json!(text)),
        (-9i64..400).prop_map(|number| json!(number)),
        any::<bool>().prop_map(|switch| json!(switch)),
        Just(Value::Null),
        Just(json!(2.5)),
        prop::collection::vec(prop::sample::select(vec!["a.rs", "b.rs"]), 0..3).prop_map(|list| json!(list)),
        Just(json!({ "old": "x", "new": "y" })),
    ];
    let tools: Vec<&'static str> =
        crate::ToolSignature::all().iter().map(|signature| signature.name).collect();
    let call =
        (prop::sample::select(tools), prop::collection::vec((prop::sample::select(names), value), 0..6));
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[20; 32]);
    let mut runner = TestRunner::new_with_rng(
        Config { cases: 5_000, failure_persistence: None, ..Config::default() },
        rng,
    );
    let mut shown = 0;
    for _ in 0..5_000 {
        let (tool, arguments) = call.new_tree(&mut runner).unwrap().current();
        let arguments: serde_json::Map<String, Value> =
            arguments.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let Err(rejected) = Request::parse(tool, Value::Object(arguments)) else { continue };
        let Some(call) = rejected.error.hint.strip_prefix(&format!("call {tool} with ")) else { continue };
        let call: Value = serde_json::Deserializer::from_str(call).into_iter().next().unwrap().unwrap();
        shown += 1;
        assert!(Request::parse(tool, call.clone()).is_ok(), "{tool} {call}");
    }
    assert!(shown > 500, "{shown}");
}
