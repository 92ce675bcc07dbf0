//! Messages of every kind at the wrong time: before the handshake, in its middle and after it, in both eras. None of them
//! ends a server.

use std::time::Instant;

use reread_testkit::{
    ERAS, Era, HttpRequest, HttpServerProcess, LineProcess, NextLine, TIME_LIMIT, TOKEN, World, text_of,
};
use serde_json::{Value, json};

/// One message of each kind that a client may send, with and without sense.
pub(super) const MESSAGES: &[&str] = &[
    // Answers to questions that were never asked.
    r#"{"jsonrpc":"2.0","result":{},"id":77}"#,
    r#"{"jsonrpc":"2.0","result":{"action":"accept"},"id":"seven"}"#,
    r#"{"jsonrpc":"2.0","result":null,"id":0}"#,
    r#"{"jsonrpc":"2.0","error":{"code":-1,"message":"no"},"id":77}"#,
    r#"{"jsonrpc":"2.0","error":{"code":-1,"message":"no"},"id":null}"#,
    r#"{"jsonrpc":"2.0","error":{"code":-1,"message":"no"}}"#,
    // Notifications.
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x","reason":"y"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/no_such","params":{"a":[1]}}"#,
    r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"read","arguments":{"mode":"file","target":"a.txt"}}}"#,
    r#"{"jsonrpc":"2.0","method":"initialize"}"#,
    // Requests without what their era needs.
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"stat_file","arguments":{"path":"a.txt"}}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"no/such"}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"server/discover"}"#,
    r#"{"jsonrpc":"2.0","id":5,"method":"initialize"}"#,
    r#"{"jsonrpc":"2.0","id":6,"method":"initialize","params":{"protocolVersion":7}}"#,
    r#"{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#,
    r#"{"jsonrpc":"2.0","id":8,"method":"completion/complete","params":{}}"#,
    r#"{"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{}}"#,
    r#"{"jsonrpc":"2.0","id":10,"method":"logging/setLevel","params":{"level":"debug"}}"#,
    r#"{"jsonrpc":"2.0","id":11,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01","io.modelcontextprotocol/clientCapabilities":{}}}}"#,
    r#"{"jsonrpc":"2.0","id":12,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
    r#"{"jsonrpc":"2.0","id":13,"method":"tools/list","params":{"_meta":7}}"#,
    r#"{"jsonrpc":"2.0","id":14,"method":"ping","params":[]}"#,
    // What is no message.
    r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
    r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#,
    r#"{"jsonrpc":"2.0","id":1}"#,
    r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
    r#"{"id":1,"method":"ping"}"#,
    "{}",
    "null",
    "\"ping\"",
    "{",
    "nonsense",
    // Batches, which one revision has and nothing before a handshake.
    "[]",
    "[[]]",
    "[1]",
    r#"[{"jsonrpc":"2.0","result":{},"id":77}]"#,
    r#"[{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}]"#,
    r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","result":{},"id":77}]"#,
    r#"[{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}]"#,
];

/// A server on standard input and output, spoken to in raw lines.
struct Lines(LineProcess);

impl Lines {
    fn start(world: &World) -> Self {
        let mut command = world.command();
        command.arg("mcp");
        Self(LineProcess::start(&mut command, true))
    }

    /// Sends a request of an unused id and waits for its answer, whatever else is answered before.
    fn ask(&mut self, id: &str, method: &str, params: &Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.0.send_line(&request.to_string());
        loop {
            let answer: Value = match self.0.next_line(Instant::now() + TIME_LIMIT) {
                NextLine::Line(line) => serde_json::from_str(&line).unwrap(),
                other => panic!("{id}: {other:?}, {}", self.0.stderr()),
            };
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// Sends every message, and sees after each that the server is there.
    fn disturb(&mut self, phase: &str) {
        for (number, message) in MESSAGES.iter().enumerate() {
            self.0.send_line(message);
            self.ask(&format!("{phase} {number} {message}"), "ping", &json!({}));
        }
    }

    fn end(mut self) {
        self.0.close_input();
        let status = self.0.status(Instant::now() + TIME_LIMIT).expect("it ends");
        assert_eq!((status.code(), self.0.stderr()), (Some(0), ""));
    }
}

fn initialize(version: &str) -> Value {
    json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } })
}

fn read(era: Era) -> Value {
    let mut params = json!({ "name": "read", "arguments": { "mode": "file", "target": "a.txt" } });
    era.complete(&mut params);
    params
}

#[test]
fn no_message_at_the_wrong_time_ends_a_server_on_standard_input() {
    for version in ["2025-11-25", "2025-03-26", "2024-11-05"] {
        let world = World::project();
        let mut lines = Lines::start(&world);
        lines.disturb("before");
        let agreed = lines.ask("hello", "initialize", &initialize(version));
        assert_eq!(agreed["result"]["protocolVersion"], version, "{agreed}");
        lines.disturb("between");
        lines.0.send_line(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        lines.disturb("after");
        let again = lines.ask("again", "initialize", &initialize(version));
        assert!(again["result"].is_object() || again["error"].is_object(), "{again}");
        let answer = lines.ask("call", "tools/call", &read(Era::Handshake));
        assert!(text_of(&answer["result"]).contains("\none\ntwo\nthree\n"), "{answer}");
        lines.end();
    }
}

#[test]
fn no_message_at_the_wrong_time_ends_a_server_of_the_newer_era() {
    let world = World::project();
    let mut lines = Lines::start(&world);
    lines.disturb("before");
    let mut meta = json!({});
    Era::Stateless.complete(&mut meta);
    assert!(lines.ask("found", "server/discover", &meta)["result"].is_object());
    lines.disturb("between");
    for phase in ["first", "second"] {
        let answer = lines.ask(phase, "tools/call", &read(Era::Stateless));
        assert!(text_of(&answer["result"]).contains("\none\ntwo\nthree\n"), "{answer}");
        lines.disturb(phase);
    }
    lines.end();
}

/// A cancel counts from the first call on, also where no handshake came before it.
#[test]
fn a_first_call_of_the_newer_era_can_be_cancelled() {
    let world = World::project();
    let mut lines = Lines::start(&world);
    let mut params = json!({ "name": "search", "arguments": { "query": "nowhere" } });
    Era::Stateless.complete(&mut params);
    lines.0.send_line(
        &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string(),
    );
    lines.0.send_line(MESSAGES[6]);
    let answer = lines.ask("call", "tools/call", &read(Era::Stateless));
    assert!(text_of(&answer["result"]).contains("\none\ntwo\nthree\n"), "{answer}");
    lines.end();
}

#[test]
fn no_message_at_the_wrong_time_ends_a_server_over_http() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &["--guard", "off"]);
    let begun = server.send(&HttpRequest::post(
        TOKEN,
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize("2025-03-26") })
            .to_string(),
    ));
    let session = begun.header("mcp-session-id").unwrap().to_owned();
    for message in MESSAGES {
        let requests = [
            HttpRequest::post(TOKEN, *message),
            HttpRequest::post(TOKEN, *message).with("mcp-protocol-version", "2026-07-28"),
            HttpRequest::in_session(TOKEN, &session, *message),
            HttpRequest::in_session(TOKEN, "no-such-session", *message),
        ];
        for request in requests {
            // A subscription is answered by a stream that stays open.
            if message.contains("subscriptions/listen") {
                continue;
            }
            let response = server.send(&request);
            assert!(response.status < 500, "{message}: {response:?}");
            assert_eq!(server.send(&HttpRequest::read()).status, 200, "{message}");
        }
    }
    for era in ERAS {
        let mut client = reread_testkit::McpClient::over_http(era, &server, TOKEN);
        assert!(client.text("read", json!({ "mode": "file", "target": "a.txt" })).contains("\none\n"));
    }
    assert_eq!(server.end().code, Some(0));
}
