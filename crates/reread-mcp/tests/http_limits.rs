//! The bounds of a server over HTTP that take time, or many clients, with limits that a test can wait for.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests set up their workspace by path, and measure time")]
#![expect(clippy::unwrap_used, reason = "what the tests share is test code too")]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use reread_files::{Settings, Workspace, WorkspaceOptions};
use reread_mcp::{Clocks, HttpLimits, HttpOptions, HttpServer, Options, Principal, Profile, Server};
use reread_store::UnixMillis;
use tempfile::TempDir;

/// Serves without a token until the tests end; its address.
fn serve(limits: HttpLimits) -> (String, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(WorkspaceOptions {
        roots: vec![folder.path().to_owned()],
        here: None,
        home: None,
        settings: Settings::default(),
        confinement: None,
    });
    let options = Options {
        profile: Profile::Core,
        structured: false,
        read_only: false,
        guard: None,
        backend: None,
        asks: true,
        secret: [7; 32],
        principal: Principal::new("test"),
    };
    let clocks = Clocks { now: || UnixMillis(0), elapsed: || Duration::ZERO };
    let server = Server::new(workspace.unwrap(), options, clocks);
    let address = "0".parse().unwrap();
    let http = HttpOptions { address, allow_remote: false, names: Vec::new(), tokens: None, limits };
    let http = HttpServer::bind(http).unwrap();
    let (sender, place) = channel();
    std::thread::spawn(move || http.serve(server, |place| sender.send(place.to_owned()).unwrap()));
    let place = place.recv().unwrap();
    (place.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap().to_owned(), folder)
}

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// The head of a message of so many bytes.
fn head(address: &str, length: usize, more: &str) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\ncontent-length: {length}\r\n{more}\r\n"
    )
}

/// Everything that comes until the connection ends.
fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8(bytes).unwrap()
}

/// A message by a connection of its own; the response.
fn send(address: &str, body: &str, more: &str) -> String {
    let mut stream = connect(address);
    let more = format!("connection: close\r\n{more}");
    stream.write_all((head(address, body.len(), &more) + body).as_bytes()).unwrap();
    rest(stream)
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}"#;

/// Begins a session; its id.
fn session(address: &str) -> String {
    let response = send(address, INITIALIZE, "");
    let id = response.lines().find_map(|line| line.strip_prefix("mcp-session-id: "));
    let id = id.unwrap_or_else(|| panic!("{response}")).to_owned();
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let response = send(address, initialized, &format!("mcp-session-id: {id}\r\n"));
    assert!(response.starts_with("HTTP/1.1 202"), "{response}");
    id
}

/// Byte by byte, slower than the server waits: the connection ends, and no other client notices.
#[test]
fn a_head_that_drips_in_ends_its_connection() {
    let (address, _folder) =
        serve(HttpLimits { head_within: Duration::from_millis(300), ..HttpLimits::default() });
    let mut slow = connect(&address);
    let began = Instant::now();
    let head = head(&address, 0, "");
    let dripped = head.bytes().find(|byte| {
        std::thread::sleep(Duration::from_millis(20));
        slow.write_all(&[*byte]).is_err()
    });
    assert!(dripped.is_some() || rest(slow).is_empty(), "the head of a request took {:?}", began.elapsed());
    assert!(send(&address, PING, "").starts_with("HTTP/1.1 400"), "it serves");
}

#[test]
fn a_body_that_drips_in_is_given_up() {
    let (address, _folder) =
        serve(HttpLimits { body_within: Duration::from_millis(300), ..HttpLimits::default() });
    let mut slow = connect(&address);
    slow.write_all(head(&address, 1000, "").as_bytes()).unwrap();
    let mut writer = slow.try_clone().unwrap();
    let dripping = std::thread::spawn(move || {
        for _ in 0..200 {
            std::thread::sleep(Duration::from_millis(10));
            if writer.write_all(b" ").is_err() {
                return;
            }
        }
    });
    let response = rest(slow);
    assert!(response.starts_with("HTTP/1.1 408") && response.contains("connection: close"), "{response}");
    dripping.join().unwrap();
}

#[test]
fn more_connections_than_there_may_be_are_turned_away() {
    let (address, _folder) = serve(HttpLimits { connections: 3, ..HttpLimits::default() });
    let mut held: Vec<TcpStream> = (0..3).map(|_| connect(&address)).collect();
    // The server takes them in the order in which they come.
    let response = rest(connect(&address));
    assert!(response.starts_with("HTTP/1.1 503") && response.contains("retry-after: 1"), "{response}");
    held.pop();
    let serves = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        send(&address, PING, "").starts_with("HTTP/1.1 400")
    });
    assert!(serves, "a place that was given up is free");
}

#[test]
fn more_requests_than_there_may_be_are_turned_away() {
    let (address, _folder) = serve(HttpLimits { requests: 2, ..HttpLimits::default() });
    let mut held: Vec<TcpStream> = (0..2).map(|_| connect(&address)).collect();
    for stream in &mut held {
        stream.write_all(head(&address, 1000, "").as_bytes()).unwrap();
    }
    let is_busy =
        |response: &str| response.starts_with("HTTP/1.1 503") && response.contains("retry-after: 1");
    let turns_away = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        is_busy(&send(&address, PING, ""))
    });
    assert!(turns_away);
    drop(held);
    let serves = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        !is_busy(&send(&address, PING, ""))
    });
    assert!(serves, "a request that was given up makes room");
}

/// The least recently used session makes room for a new one, and an old id is answered as an unknown one is.
#[test]
fn more_sessions_than_there_may_be_end_the_least_recently_used() {
    let (address, _folder) = serve(HttpLimits { sessions: 2, ..HttpLimits::default() });
    let ping = |id: &str| send(&address, PING, &format!("mcp-session-id: {id}\r\n"));
    let (first, second) = (session(&address), session(&address));
    assert!(ping(&first).starts_with("HTTP/1.1 200"));
    let third = session(&address);
    assert!(ping(&second).starts_with("HTTP/1.1 404"));
    for id in [&first, &third] {
        assert!(ping(id).starts_with("HTTP/1.1 200"));
    }
}

/// An answer that never comes ends with its time: the same id twice at once in a session leaves one of them waiting.
#[test]
fn an_answer_that_never_comes_frees_its_place() {
    let limits =
        HttpLimits { requests: 4, answer_within: Duration::from_millis(500), ..HttpLimits::default() };
    let (address, _folder) = serve(limits);
    let id = session(&address);
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"stat_file","arguments":{"path":"a"}}}"#;
    for _ in 0..4 {
        let more = format!("mcp-session-id: {id}\r\n");
        let mut streams: Vec<TcpStream> = (0..4).map(|_| connect(&address)).collect();
        for stream in &mut streams {
            stream.write_all((head(&address, call.len(), &more) + call).as_bytes()).unwrap();
        }
        std::thread::sleep(Duration::from_millis(700));
    }
    let response = send(&address, call, &format!("mcp-session-id: {id}\r\n"));
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
}
