//! The protocol over HTTP, in both eras: cases 103 and 112.

use reread_testkit::{Era, HttpRequest, HttpServerProcess, McpClient, TOKEN, World, text_of};
use serde_json::{Value, json};

fn read_arguments() -> Value {
    json!({ "mode": "file", "target": "a.txt" })
}

#[test]
fn the_newer_era_needs_no_session_and_answers_in_json() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    let response = server.send(&HttpRequest::read());
    assert_eq!((response.status, response.header("content-type")), (200, Some("application/json")));
    assert_eq!(response.header("mcp-session-id"), None);
    assert_eq!(response.header("cache-control"), Some("no-store"));
    let result = &response.message()["result"];
    assert_eq!(result["resultType"], "complete");
    assert!(text_of(result).contains("\none\ntwo\nthree\n"));
    let found = server.ask(TOKEN, "server/discover", json!({}));
    assert!(
        found["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")),
        "{found}"
    );
    let listed = server.ask(TOKEN, "tools/list", json!({}));
    assert_eq!(listed["result"]["cacheScope"], "public", "{listed}");
    // A session of the older era means nothing here.
    let response = server.send(&HttpRequest::read().with("mcp-session-id", "made-up"));
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(server.send(&HttpRequest::read().method("GET")).status, 405);
    assert_eq!(server.send(&HttpRequest::read().method("DELETE")).status, 405);
    assert_eq!(server.end().code, Some(0));
    assert!(world.records().iter().all(|record| record["caller"] == "token:default"));
}

#[test]
fn the_older_era_has_sessions_that_begin_and_end() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    let mut client = McpClient::over_http(Era::Handshake, &server, TOKEN);
    let session = client.session().to_owned();
    let result = client.call("read", read_arguments());
    assert!(text_of(&result).contains("\none\ntwo\nthree\n"));
    assert_eq!(world.records()[0]["caller"], format!("token:default/protocol:{session}"));
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let without = HttpRequest::post(TOKEN, ping.to_string()).with("mcp-protocol-version", "2025-11-25");
    assert_eq!(server.send(&without).status, 400, "without its session");
    let in_session = HttpRequest::in_session(TOKEN, &session, ping.to_string());
    assert_eq!(server.send(&in_session).message()["result"], json!({}));
    assert_eq!(server.send(&in_session.clone().with("mcp-session-id", &session)).status, 404, "two");
    assert_eq!(server.send(&in_session.clone().set("mcp-session-id", "unknown")).status, 404);
    let ended = server.send(&in_session.clone().method("DELETE"));
    assert_eq!((ended.status, ended.body.as_str()), (204, ""));
    assert_eq!(server.send(&in_session).status, 404, "over");
}

/// Decisions rest on the body, and headers that say something else are refused.
#[test]
fn case_112_headers_and_body_agree() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    let read = HttpRequest::read;
    let cases = [
        read().set("mcp-method", "tools/list"),
        read().set("mcp-name", "stat_file"),
        read().without("mcp-method"),
        read().without("mcp-name"),
        read().without("mcp-protocol-version"),
        read().set("mcp-protocol-version", "2025-11-25"),
        read().with("mcp-method", "tools/list"),
        read().with("mcp-name", "stat_file"),
    ];
    for request in cases {
        let response = server.send(&request);
        assert_eq!(response.status, 400, "{request:?}: {response:?}");
        assert_eq!(response.message()["error"]["code"], -32020, "{request:?}: {response:?}");
    }
    assert!(!world.root().join(".reread/audit/journal.jsonl").exists(), "nothing was read");
    assert_eq!(server.send(&read()).status, 200);
}

#[test]
fn case_103_methods_and_messages_that_are_not_there() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    let response = server.send(&HttpRequest::call(TOKEN, 1, "no/such", json!({})));
    assert_eq!((response.status, &response.message()["error"]["code"]), (404, &json!(-32601)));
    let unknown = json!({ "name": "no_such", "arguments": {} });
    let answer = server.ask(TOKEN, "tools/call", unknown);
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let version = HttpRequest::read().set("mcp-protocol-version", "2099-01-01");
    assert_eq!(server.send(&version).status, 400);
    // A notification is taken and does nothing, whatever it is called.
    let notification = json!({ "jsonrpc": "2.0", "method": "tools/call", "params": { "name": "read" } });
    let mut client = McpClient::over_http(Era::Handshake, &server, TOKEN);
    let session = client.session().to_owned();
    let response = server.send(&HttpRequest::in_session(TOKEN, &session, notification.to_string()));
    assert!([202, 400].contains(&response.status), "{response:?}");
    let answer = json!({ "jsonrpc": "2.0", "id": 5, "result": {} });
    assert_eq!(server.send(&HttpRequest::in_session(TOKEN, &session, answer.to_string())).status, 202);
    let result = client.call("read", read_arguments());
    assert!(text_of(&result).contains("\none\ntwo\nthree\n"));
}

/// A cancel reaches the calls of its own session and no others, even if their ids are the same.
#[test]
fn case_103_a_cancel_stays_in_its_session() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &["--guard", "off"]);
    let session = || McpClient::over_http(Era::Handshake, &server, TOKEN).session().to_owned();
    let (one, two) = (session(), session());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let cancelled = json!({ "requestId": 7, "reason": "not mine" });
            let cancel =
                json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled });
            for _ in 0..50 {
                assert_eq!(
                    server.send(&HttpRequest::in_session(TOKEN, &two, cancel.to_string())).status,
                    202
                );
            }
        });
        for _ in 0..50 {
            let params = json!({ "name": "read", "arguments": read_arguments() });
            let call = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
            let answer = server.send(&HttpRequest::in_session(TOKEN, &one, call.to_string())).message();
            assert!(text_of(&answer["result"]).contains("\none\ntwo\nthree\n"));
        }
    });
}
