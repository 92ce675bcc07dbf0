//! What is one client's never becomes another's: cases 54, 55, 58, 113 and 114.

use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;

use reread_testkit::{Era, HttpRequest, HttpServerProcess, McpClient, TOKEN, World, tag_of, text_of};
use serde_json::{Value, json};

pub(crate) const ONE: &str = "1111111111111111111111111111111111111111";
pub(crate) const TWO: &str = "2222222222222222222222222222222222222222";

/// A server for two, by a file with both their tokens.
pub(crate) fn server_for_two(world: &World, options: &[&str]) -> HttpServerProcess {
    let path = world.root().join("tokens");
    std::fs::write(&path, format!("one {ONE}\ntwo {TWO}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    let options = [&["--http", "0", "--token-file", path.to_str().unwrap()], options].concat();
    HttpServerProcess::start_as(world, &[], &options)
}

fn read() -> Value {
    json!({ "mode": "file", "target": "a.txt" })
}

fn is_full(result: &Value) -> bool {
    text_of(result).contains("\none\ntwo\nthree\n")
}

/// What one client was sent says nothing about another, whatever era, label or session they use.
#[test]
fn case_54_each_client_that_reads_first_gets_the_text() {
    let world = World::project();
    let server = server_for_two(&world, &[]);
    for token in [ONE, TWO, ONE, TWO] {
        assert!(is_full(&server.call(token, "read", read())));
    }
    let mut client = McpClient::over_http(Era::Handshake, &server, TWO);
    assert!(is_full(&client.call("read", read())));
    let labelled = json!({ "mode": "file", "target": "a.txt", "session": "one" });
    assert!(is_full(&server.call(TWO, "read", labelled)));
}

/// What the others prove themselves by cannot be read through the server.
#[test]
fn the_file_with_the_tokens_is_out_of_reach() {
    let world = World::project();
    let server = server_for_two(&world, &[]);
    for (tool, arguments) in [
        ("read", json!({ "mode": "file", "target": "tokens" })),
        ("read", json!({ "mode": "diff_preview", "target": "tokens", "against": "WORKTREE", "content": "" })),
        ("search", json!({ "query": "one " })),
        ("search_in_file", json!({ "path": "tokens", "query": "one" })),
    ] {
        let result = server.call(ONE, tool, arguments).to_string();
        assert!(!result.contains(ONE) && !result.contains(TWO), "{tool}: {result}");
    }
}

/// A session is opened by the token that began it; to everybody else it is not there.
#[test]
fn case_55_a_session_of_another_client_is_not_there() {
    let world = World::project();
    let server = server_for_two(&world, &[]);
    let mut client = McpClient::over_http(Era::Handshake, &server, ONE);
    let session = client.session().to_owned();
    let params = json!({ "name": "read", "arguments": read() });
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    let unknown = server.send(&HttpRequest::in_session(TWO, "made-up", message.to_string()));
    let foreign = server.send(&HttpRequest::in_session(TWO, &session, message.to_string()));
    assert_eq!((foreign.status, &foreign.body), (404, &unknown.body));
    let request = HttpRequest::in_session(TWO, &session, message.to_string());
    for method in ["GET", "DELETE"] {
        assert_eq!(server.send(&request.clone().method(method)).status, 404, "{method}");
    }
    let mut flipped = session.clone().into_bytes();
    flipped[0] ^= 1;
    let flipped = String::from_utf8(flipped).unwrap();
    assert_eq!(server.send(&HttpRequest::in_session(ONE, &flipped, message.to_string())).status, 404);
    assert!(is_full(&client.call("read", read())), "it is still there for its owner");
}

/// A connection that dies before the answer arrives proves nothing: the text comes again.
#[test]
fn case_58_what_was_not_received_is_not_known() {
    let world = World::project();
    world.write("a.txt", format!("one\ntwo\nthree\n{}", "more\n".repeat(250)));
    let server = HttpServerProcess::start(&world, &["--guard", "off"]);
    let mut client = McpClient::over_http(Era::Handshake, &server, TOKEN);
    let session = client.session().to_owned();
    let params = json!({ "name": "read", "arguments": read() });
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    for request in [HttpRequest::read(), HttpRequest::in_session(TOKEN, &session, message.to_string())] {
        for _ in 0..10 {
            let mut stream = server.connect();
            stream.write_all(&request.bytes(&server.address)).unwrap();
            drop(stream);
        }
    }
    assert!(is_full(&server.call(TOKEN, "read", read())));
    assert!(is_full(&client.call("read", read())));
    assert_eq!(server.end().code, Some(0));
}

/// Two principals with the same paths, labels and ids: each has its own answers, budgets and records.
#[test]
fn case_113_nothing_crosses_over() {
    const CALLS: usize = 200;
    let world = World::project();
    let server = server_for_two(&world, &["--guard", "warn"]);
    let reads_of = |token: &str| {
        let mut counts = Vec::new();
        for call in 0..CALLS {
            let file = format!("{token}-{call}.txt");
            world.write(&file, format!("{file}\n"));
            let result =
                server.call(token, "read", json!({ "mode": "file", "target": file, "session": "same" }));
            assert!(text_of(&result).contains(&format!("\n{file}\n")), "{result}");
            let told = &result["_meta"]["reread/reply"]["meta"]["stabilization"]["metrics_snapshot"];
            counts.push(told["reads_count"].as_u64().unwrap());
        }
        counts
    };
    let (one, two) = std::thread::scope(|scope| {
        let (one, two) = (scope.spawn(|| reads_of(ONE)), scope.spawn(|| reads_of(TWO)));
        (one.join().unwrap(), two.join().unwrap())
    });
    let expected: Vec<u64> = (1..=CALLS as u64).collect();
    assert_eq!((&one, &two), (&expected, &expected), "each counts its own reads");
    assert_eq!(server.end().code, Some(0));
    for (name, token) in [("one", ONE), ("two", TWO)] {
        let records = world.records();
        let own = records.iter().filter(|record| record["caller"] == format!("token:{name}/session:same"));
        let own: Vec<String> = own.map(Value::to_string).collect();
        assert_eq!(own.len(), CALLS);
        assert!(own.iter().all(|record| record.contains(&format!("{token}-"))));
    }
}

/// A tag is no secret between principals: it attests what its citer can see, and permission comes first.
#[test]
fn case_55_a_tag_that_was_changed_gets_the_text() {
    let world = World::project();
    let server = server_for_two(&world, &[]);
    let tag = tag_of(&server.call(ONE, "read", read()));
    let mut changed = tag.clone().into_bytes();
    changed[1] = if changed[1] == b'0' { b'1' } else { b'0' };
    let changed = String::from_utf8(changed).unwrap();
    for known in [changed, tag.replace("@1-3", "@1-2"), "#000000000000@1-3".to_owned()] {
        let cited = json!({ "mode": "file", "target": "a.txt", "known": [known] });
        assert!(is_full(&server.call(TWO, "read", cited)));
    }
}

#[test]
fn case_114_what_a_client_calls_itself_decides_nothing() {
    let world = World::project();
    let server = server_for_two(&world, &["--log", "debug"]);
    let names = ["token:one", "one\nreread mcp: info: forged", "\u{1b}[2J", &"x".repeat(1 << 20)];
    for name in names {
        let mut client = McpClient::to_http(&server, TWO);
        client.handshake_as(json!({ "name": name, "version": "0" }), json!({}));
        assert!(is_full(&client.call("read", read())));
        let mut request = json!({ "name": "read", "arguments": read() });
        request["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({ "name": name, "version": "0" });
        let answer = server.ask(TWO, "tools/call", request);
        assert!(is_full(&answer["result"]));
    }
    let told = server.end().stderr;
    assert!(world.records().iter().all(|record| {
        record["caller"].as_str().unwrap().starts_with("token:two") && record.to_string().len() < 4096
    }));
    assert!(told.lines().all(|line| line.starts_with("reread mcp: ") && line.len() < 1024), "{told}");
    assert!(
        told.contains("claimed=token_one") && told.contains("claimed=\"one_reread mcp_ info_ forged\""),
        "{told}"
    );
    assert!(!told.contains('\u{1b}') && !told.contains("\nreread mcp: info: forged"), "{told}");
}
