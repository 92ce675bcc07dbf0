//! Messages that are made to hurt, by both front ends: cases 102 and 103.

use reread_testkit::{Era, HttpRequest, HttpServerProcess, McpClient, TOKEN, World, text_of};
use serde_json::{Value, json};

/// The same server by both its front ends.
struct BothFrontEnds {
    lines: McpClient,
    http: HttpServerProcess,
    world: World,
}

impl BothFrontEnds {
    fn open() -> Self {
        let world = World::project();
        Self {
            lines: McpClient::of(Era::Handshake, &world, &[]),
            http: HttpServerProcess::start(&world, &[]),
            world,
        }
    }

    /// What both answer to a text.
    fn answers(&mut self, text: &str) -> [Value; 2] {
        let request = HttpRequest::post(TOKEN, text)
            .with("mcp-protocol-version", "2026-07-28")
            .with("mcp-method", "tools/call")
            .with("mcp-name", "read");
        [self.lines.ask_line(text), self.http.send(&request).message()]
    }

    /// Both answer with an error of this code, to the request of this id.
    fn refuse(&mut self, text: &str, code: i64, id: Value) {
        for answer in self.answers(text) {
            let shown: String = text.chars().take(80).collect();
            assert_eq!(answer["error"]["code"], code, "{shown}: {answer}");
            assert_eq!(answer["id"], id, "{shown}: {answer}");
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(message.len() < 400 && !message.contains('\n'), "{shown}: {message}");
        }
    }

    /// Both give an answer that a model can read, with this beginning.
    fn answer_with(&mut self, arguments: &str, expected: &str) {
        for answer in self.answers(&call(arguments)) {
            let text = text_of(&answer["result"]);
            assert!(super::without_digits(&text).starts_with(expected), "{arguments}: {text}");
        }
    }

    /// Neither is the worse for it.
    fn end(mut self) {
        self.answer_with(r#"{"mode":"file","target":"a.txt"}"#, "#@1-3/3\n");
        assert_eq!(self.lines.end().code, Some(0));
        assert_eq!(self.http.end().code, Some(0));
        let verified: Value =
            serde_json::from_str(&self.world.printed(&["audit", "verify", "--json"])).unwrap();
        assert_eq!(verified["ok"], true, "{verified}");
    }
}

/// A call of `read` with arguments as they are written.
fn call(arguments: &str) -> String {
    let mut params = json!({});
    Era::Stateless.complete(&mut params);
    let meta = &params["_meta"];
    format!(
        r#"{{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{{"name":"read","arguments":{arguments},"_meta":{meta}}}}}"#
    )
}

#[test]
fn case_102_a_message_that_means_two_things_is_refused() {
    let mut front_ends = BothFrontEnds::open();
    let twice = r#"{"mode":"file","target":"a.txt","target":"b.txt"}"#;
    front_ends.refuse(&call(twice), -32600, json!(9));
    front_ends.refuse(&call(r#"{"mode":"file","target":"a.txt","t\u0061rget":"a.txt"}"#), -32600, json!(9));
    front_ends.refuse(r#"{"jsonrpc":"2.0","id":9,"method":"ping","method":"tools/list"}"#, -32600, json!(9));
    front_ends.refuse(r#"{"jsonrpc":"2.0","id":9,"id":10,"method":"ping"}"#, -32600, Value::Null);
    front_ends.end();
}

#[test]
fn case_102_a_message_that_no_parser_can_hold_is_refused() {
    let mut front_ends = BothFrontEnds::open();
    let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    front_ends.refuse(&call(&deep(100_000)), -32700, json!(9));
    front_ends.refuse(&call(&"{\"a\":".repeat(100_000)), -32700, json!(9));
    front_ends.refuse(&call(r#"{"mode":"file","target":"a.txt","limit":1e999}"#), -32700, json!(9));
    front_ends.refuse("{", -32700, Value::Null);
    front_ends.refuse("nonsense", -32700, Value::Null);
    front_ends.refuse("{\"jsonrpc\":\"2.0\",\"id\":9}\u{0}", -32700, json!(9));
    front_ends.end();
}

#[test]
fn case_102_values_of_any_kind_in_any_place_are_answered() {
    let mut front_ends = BothFrontEnds::open();
    let number = |limit: &str| format!(r#"{{"mode":"file","target":"a.txt","limit":{limit}}}"#);
    for limit in ["-0", "-1", "0", "1.5", "18446744073709551616", "true", "\"three\"", "[]", "{}"] {
        front_ends.answer_with(&number(limit), "INVALID_ARGS: ");
    }
    // A whole number in another spelling is one.
    for limit in ["1e3", "\"3\""] {
        front_ends.answer_with(&number(limit), "#@1-3/3\n");
    }
    front_ends.answer_with(&number("9223372036854775808"), "#@1-3/3\n");
    front_ends.answer_with(&number("18446744073709551615"), "#@1-3/3\n");
    front_ends.answer_with(r#"{"mode":"file","target":"a.txt","__proto__":{"x":1}}"#, "INVALID_ARGS: ");
    front_ends.answer_with(r#"{"mode":"file","target":"a.txt","constructor":1}"#, "INVALID_ARGS: ");
    for arguments in ["[]", "[\"a.txt\"]", "\"a.txt\"", "7", "true"] {
        front_ends.answer_with(arguments, "INVALID_ARGS: ");
    }
    let long = format!(r#"{{"mode":"file","target":"{}"}}"#, "x".repeat(3 << 20));
    for answer in front_ends.answers(&call(&long)) {
        let text = text_of(&answer["result"]);
        assert!(answer["result"]["isError"] == true && text.len() < 10_000, "{}", text.len());
    }
    front_ends.end();
}

/// Beyond 4 MiB lines are answered and bodies are turned away.
#[test]
fn case_102_a_text_of_ten_megabytes_is_refused() {
    let mut front_ends = BothFrontEnds::open();
    let text = call(&format!("\"{}\"", "x".repeat(10 << 20)));
    let answer = front_ends.lines.ask_line(&text);
    assert_eq!(answer["error"]["code"], -32600, "{answer}");
    assert_eq!(front_ends.http.send(&HttpRequest::read().body(text)).status, 413);
    front_ends.end();
}

#[test]
fn case_103_what_is_no_request_is_no_request() {
    let mut front_ends = BothFrontEnds::open();
    let ping = r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#;
    for text in ["[]", &format!("[{ping}]"), "null", "7", "\"ping\"", "{}", r#"{"jsonrpc":"2.0"}"#] {
        front_ends.refuse(text, -32600, Value::Null);
    }
    for text in [r#"{"jsonrpc":"1.0","id":9,"method":"ping"}"#, r#"{"id":9,"method":"ping"}"#] {
        front_ends.refuse(text, -32600, json!(9));
    }
    front_ends.end();
}

#[test]
fn case_103_an_id_in_use_and_a_cancel_of_nothing_do_no_harm() {
    let mut front_ends = BothFrontEnds::open();
    let read = call(r#"{"mode":"file","target":"a.txt"}"#);
    for id in ["9", "10", "\"nine\"", "null"] {
        let params = format!(r#"{{"requestId":{id},"reason":"none"}}"#);
        let cancel = format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{params}}}"#);
        front_ends.lines.send_nonsense(&cancel);
        let request = HttpRequest::post(TOKEN, cancel)
            .with("mcp-protocol-version", "2026-07-28")
            .with("mcp-method", "notifications/cancelled");
        let response = front_ends.http.send(&request);
        assert!([202, 400].contains(&response.status), "{response:?}");
    }
    // The same id twice at once: two answers, each to one of them.
    front_ends.lines.send_nonsense(&read);
    for _ in 0..2 {
        let answer = front_ends.lines.ask_line(&read);
        assert!(answer["result"].is_object() || answer["error"].is_object(), "{answer}");
    }
    front_ends.lines.send_nonsense(r#"{"jsonrpc":"2.0","id":77,"result":{}}"#);
    front_ends
        .lines
        .send_nonsense(r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"read","arguments":{}}}"#);
    assert_eq!(front_ends.lines.ask("ping", json!({}))["result"], json!({}));
    assert_eq!(front_ends.lines.end().code, Some(0));
    assert_eq!(front_ends.http.end().code, Some(0));
}
