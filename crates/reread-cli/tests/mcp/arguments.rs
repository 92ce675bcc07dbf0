//! Names and arguments that make no sense.

use reread_testkit::{ERAS, Era, McpClient, World, contract_of, text_of};
use serde_json::{Value, json};

/// A result that says what is wrong, and what to try.
fn check(result: &Value, code: &str, message: &str) {
    assert_eq!(result["isError"], true, "{result}");
    let text = text_of(result);
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(first.starts_with(&format!("{code}: ")) && first.contains(message), "{text}");
    assert!(rest.starts_with("try: ") && rest.ends_with('\n') && rest.lines().count() == 1, "{text}");
    assert_eq!(contract_of(result)["error"]["code"], code);
    assert_eq!(contract_of(result)["ok"], false);
}

#[test]
fn a_server_that_only_reads_says_so_to_writers() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &["--read-only"]);
    for name in ["apply_patch", "write_file", "rollback"] {
        check(&client.call(name, json!({})), "not_supported", "writes, and this server only reads");
    }
    let list = client.ask("tools/list", json!({}))["result"]["tools"].to_string();
    assert!(!list.contains("apply_patch") && list.contains("get_diff"), "{list}");
}

#[test]
fn an_unknown_tool_is_an_error_of_the_protocol() {
    let world = World::project();
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &[]);
        for arguments in [json!({}), json!("no object")] {
            let answer = client.ask_in(era, "tools/call", json!({ "name": "Read", "arguments": arguments }));
            assert_eq!(answer["error"]["code"], -32602, "{answer}");
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(message.starts_with("unknown tool: Read; the tools are stat_file, search,"), "{message}");
        }
        for params in [json!({}), json!({ "name": 7 }), json!({ "arguments": [] })] {
            let answer = client.ask_in(era, "tools/call", params);
            assert_eq!(answer["error"]["code"], -32602, "{answer}");
        }
        // What the server does not declare, it does not have: not even an empty list of it.
        let completion =
            json!({ "ref": { "type": "ref/prompt", "name": "a" }, "argument": { "name": "a", "value": "" } });
        for (method, params) in
            [("no/such", json!({})), ("prompts/list", json!({})), ("completion/complete", completion)]
        {
            let answer = client.ask_in(era, method, params);
            assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
        }
    }
}

#[test]
fn bad_arguments_are_results_that_a_model_can_read() {
    let world = World::project();
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &[]);
        let mut refuse = |tool: &str, arguments: Value, message: &str| {
            check(&client.call_in(era, tool, arguments), "INVALID_ARGS", message);
        };
        refuse("read", json!({}), "mode is missing");
        refuse("read", json!({ "mode": "file" }), "missing field `target`");
        refuse(
            "read",
            json!({ "mode": "file", "target": 7 }),
            "read: target: invalid type: integer `7`, expected a string",
        );
        refuse(
            "read",
            json!({ "mode": "file", "target": "a.txt", "limit": -1 }),
            "read: limit is -1, and it counts from 1",
        );
        refuse(
            "read_lines",
            json!({ "path": "a.txt", "start_line": 1, "end_line": "two" }),
            "read_lines: end_line: ",
        );
        refuse(
            "read",
            json!({ "mode": "file", "target": "a.txt", "max_line": 1 }),
            "unknown field `max_line`",
        );
        refuse("stat_file", json!({ "path": "a.txt", "mode": "file" }), "unknown field `mode`");
        // Not even the name of an argument can make a line of its own.
        refuse("stat_file", json!({ "path": "a.txt", "x\ny": 1 }), "unknown field `x\\ny`");
        refuse("read_lines", json!({ "path": "a.txt" }), "missing field `start_line`");
        refuse("stat_file", json!(["a.txt"]), "the arguments are no object");
        refuse("stat_file", json!("a.txt"), "the arguments are no object");
        refuse("stat_file", Value::Null, "missing field `path`");
        refuse(
            "read",
            json!({ "mode": "file", "target": "a.txt", "against": "HEAD" }),
            "against is only valid for mode='diff_preview'. Remove it or switch mode.",
        );
        refuse("read", json!({ "mode": "symbol", "target": " " }), "target names no symbol");
        refuse(
            "read",
            json!({ "mode": "outline", "target": "a.txt", "limit": 0 }),
            "limit = 0 would show nothing",
        );
        refuse("read_symbol", json!({ "target": "main", "mode": "file" }), "read_symbol takes no mode");
        let both = json!({ "target": "main", "symbol": "main" });
        refuse("read_symbol", both, "read_symbol takes target or symbol, not both");
        let list = client.call_in(era, "stat_file", json!(["a.txt"]));
        assert_eq!(list.get("resultType").is_some(), era == Era::Stateless, "{list}");
    }
}

#[test]
fn troubles_with_files_are_results_too() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let file = |target: &str| json!({ "mode": "file", "target": target });
    check(&client.call("read", file("b.txt")), "missing", "b.txt does not exist");
    check(&client.call("read", file("../home")), "outside", "");
    check(&client.call("read", file(".reread/key")), "own_state", "");
    check(&client.call("read", file("a.txt:9-10")), "past_end", "ends at line 3");
    let range = json!({ "path": "a.txt", "start_line": 3, "end_line": 2 });
    check(&client.call("read_file_range", range), "invalid_range", "");
    let pattern = json!({ "path": "a.txt", "query": "(", "is_regex": true });
    check(&client.call("search_in_file", pattern), "invalid_pattern", "");
    // A name cannot make lines of its own.
    check(&client.call("read", file("no\nsuch\u{1b}[2J")), "missing", "no\\x0asuch\\x1b[2J does not exist");
    let absent = client.call("stat_file", json!({ "path": "b.txt" }));
    assert_eq!((text_of(&absent).as_str(), &absent["isError"]), ("b.txt does not exist\n", &json!(false)));
}
