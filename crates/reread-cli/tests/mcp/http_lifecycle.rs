//! From the start to the end of a server over HTTP: case 117, and what is told meanwhile.

use std::io::{BufReader, Write as _};
use std::time::Duration;

use reread_testkit::{Era, HttpRequest, HttpResponse, HttpServerProcess, McpClient, TOKEN, World};
use rustix::process::Signal;
use serde_json::json;

#[test]
fn case_117_signals_are_a_clean_end() {
    let world = World::project();
    for signal in [Signal::TERM, Signal::INT] {
        let server = HttpServerProcess::start(&world, &[]);
        assert_eq!(server.end_by(signal).code, Some(0), "before any request");
        let server = HttpServerProcess::start(&world, &[]);
        assert_eq!(server.send(&HttpRequest::read()).status, 200);
        let mut client = McpClient::over_http(Era::Handshake, &server, TOKEN);
        let session = client.session().to_owned();
        // A stream that waits, a connection that says nothing, and one in the middle of a request.
        let waiting = HttpRequest::post(TOKEN, "")
            .method("GET")
            .with("mcp-session-id", &session)
            .with("mcp-protocol-version", "2025-11-25");
        let mut stream = server.connect();
        stream.write_all(&waiting.bytes(&server.address)).unwrap();
        let (_silent, mut half) = (server.connect(), server.connect());
        half.write_all(&HttpRequest::read().head(&server.address, Some(100))).unwrap();
        client.call("stat_file", json!({ "path": "a.txt" }));
        let began = elapsed();
        assert_eq!(server.end_by(signal).code, Some(0), "in the middle of things");
        assert!(elapsed() - began < Duration::from_secs(5));
    }
}

/// The time since this was first asked.
fn elapsed() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Calls that have begun are answered, in both eras.
#[test]
fn case_117_calls_in_flight_are_answered() {
    let world = World::project();
    world.write("large.txt", "a line of some length\n".repeat(300_000));
    for in_session in [false, true] {
        let server = HttpServerProcess::start(&world, &["--guard", "off"]);
        let params = json!({
            "name": "search_in_file",
            "arguments": { "path": "large.txt", "query": "(a|b|c).*no such", "is_regex": true },
        });
        let session = || McpClient::over_http(Era::Handshake, &server, TOKEN).session().to_owned();
        let session = in_session.then(session);
        let request = |id: usize| {
            let message = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
            match &session {
                Some(session) => HttpRequest::in_session(TOKEN, session, message.to_string()),
                None => HttpRequest::call(TOKEN, 1, "tools/call", params.clone()),
            }
        };
        let mut streams: Vec<_> = (0..4).map(|_| server.connect()).collect();
        for (id, stream) in streams.iter_mut().enumerate() {
            stream.write_all(&request(id).bytes(&server.address)).unwrap();
        }
        // Requests are read in the order in which they come: when this one is answered, those have begun.
        assert_eq!(server.send(&HttpRequest::call(TOKEN, 1, "server/discover", json!({}))).status, 200);
        server.signal(Signal::TERM);
        for stream in streams {
            let response = HttpResponse::read(&mut BufReader::new(stream)).expect("an answer");
            let answer = response.message();
            assert!(answer["result"]["isError"] == false, "{in_session}: {answer}");
        }
        assert_eq!(server.wait().code, Some(0));
    }
}

/// Requests follow one another on one connection, also several that were sent at once.
#[test]
fn a_connection_serves_one_request_after_another() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &["--guard", "off"]);
    let bytes = HttpRequest::read().bytes(&server.address);
    let mut stream = BufReader::new(server.connect());
    stream.get_mut().write_all(&bytes.repeat(10)).unwrap();
    for _ in 0..10 {
        assert_eq!(HttpResponse::read(&mut stream).unwrap().status, 200);
    }
}

/// Without `--log` only the place is told; with it, calls and refusals, and never the text of a file.
#[test]
fn a_log_is_kept_only_if_asked_for() {
    let world = World::project();
    for level in [None, Some("error"), Some("info"), Some("debug")] {
        let options: Vec<&str> = level.map(|level| ["--log", level]).into_iter().flatten().collect();
        let server = HttpServerProcess::start(&world, &options);
        assert_eq!(server.startup_log, "");
        assert_eq!(server.send(&HttpRequest::read()).status, 200);
        assert_eq!(server.send(&HttpRequest::read().without("authorization")).status, 401);
        let told = server.end().stderr;
        let is_told = matches!(level, Some("info" | "debug"));
        let lines = [
            "reread mcp: info: call tool=read file=a.txt code=ok caller=token:default\n",
            "reread mcp: info: turned away code=token\n",
        ];
        for line in lines {
            assert_eq!(told.contains(line), is_told, "{level:?}: {told}");
        }
        assert!(is_told || told.is_empty(), "{level:?}: {told}");
        assert!(!told.contains("three") && told.lines().all(|line| line.starts_with("reread mcp: ")));
    }
}
