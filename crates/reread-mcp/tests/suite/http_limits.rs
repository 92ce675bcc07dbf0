//! The bounds of a server over HTTP that take time, or many clients, with limits that a test can wait for.

use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use reread_files::{Settings, Workspace, WorkspaceOptions};
use reread_mcp::{Clocks, HttpLimits, HttpOptions, HttpServer, Options, Principal, Profile, Server};
use reread_store::UnixMillis;
use reread_testkit::{HttpRequest, HttpResponse, World, wait_until};

/// Serves without a token until the tests end; its address.
fn serve(limits: HttpLimits) -> (String, World) {
    let world = World::empty();
    let workspace = Workspace::open(WorkspaceOptions {
        roots: vec![world.root()],
        here: None,
        home: None,
        settings: Settings::default(),
        confinement: None,
    });
    let options = Options {
        profile: Profile::Core,
        structured: false,
        read_only: false,
        overview: false,
        guard: None,
        backend: None,
        asks: true,
        secret: [7; 32],
        principal: Principal::new("test"),
        user: None,
        review: None,
    };
    let clocks = Clocks { now: || UnixMillis(0), elapsed: || Duration::ZERO };
    let server = Server::new(workspace.unwrap(), options, clocks);
    let address = "0".parse().unwrap();
    let http = HttpOptions { address, allow_remote: false, names: Vec::new(), tokens: None, limits };
    let http = HttpServer::bind(http).unwrap();
    let (sender, place) = channel();
    std::thread::spawn(move || http.serve(server, |place| sender.send(place.to_owned()).unwrap()));
    let place = place.recv().unwrap();
    (place.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap().to_owned(), world)
}

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

fn message(body: &str) -> HttpRequest {
    HttpRequest::post("", body).without("authorization")
}

/// The head of a message of so many bytes.
fn head(address: &str, length: usize) -> Vec<u8> {
    message("").head(address, Some(length))
}

/// The response on this connection; none if the server ended it.
fn response(stream: TcpStream) -> Option<HttpResponse> {
    HttpResponse::read(&mut BufReader::new(stream))
}

/// A request by a connection of its own; the response.
fn send(address: &str, request: &HttpRequest) -> HttpResponse {
    let mut stream = connect(address);
    stream.write_all(&request.bytes(address)).unwrap();
    response(stream).expect("an answer")
}

fn ping(address: &str) -> HttpResponse {
    send(address, &message(PING))
}

fn is_busy(response: &HttpResponse) -> bool {
    response.status == 503 && response.header("retry-after") == Some("1")
}

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}"#;

/// Begins a session; its id.
fn session(address: &str) -> String {
    let response = send(address, &message(INITIALIZE));
    let id = response.header("mcp-session-id").unwrap_or_else(|| panic!("{response:?}")).to_owned();
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let response = send(address, &message(initialized).with("mcp-session-id", &id));
    assert_eq!(response.status, 202, "{response:?}");
    id
}

/// Byte by byte, slower than the server waits: the connection ends, and no other client notices.
#[test]
fn a_head_that_drips_in_ends_its_connection() {
    let (address, _world) =
        serve(HttpLimits { head_within: Duration::from_millis(300), ..HttpLimits::default() });
    let mut slow = connect(&address);
    let began = Instant::now();
    let dripped = head(&address, 0).into_iter().find(|byte| {
        std::thread::sleep(Duration::from_millis(20));
        slow.write_all(&[*byte]).is_err()
    });
    assert!(dripped.is_some() || response(slow).is_none(), "the head took {:?}", began.elapsed());
    assert_eq!(ping(&address).status, 400, "it serves");
}

#[test]
fn a_body_that_drips_in_is_given_up() {
    let (address, _world) =
        serve(HttpLimits { body_within: Duration::from_millis(300), ..HttpLimits::default() });
    let mut slow = connect(&address);
    slow.write_all(&head(&address, 1000)).unwrap();
    let mut writer = slow.try_clone().unwrap();
    let dripping = std::thread::spawn(move || {
        for _ in 0..200 {
            std::thread::sleep(Duration::from_millis(10));
            if writer.write_all(b" ").is_err() {
                return;
            }
        }
    });
    let response = response(slow).unwrap();
    assert_eq!((response.status, response.header("connection")), (408, Some("close")), "{response:?}");
    dripping.join().unwrap();
}

#[test]
fn more_connections_than_there_may_be_are_turned_away() {
    let (address, _world) = serve(HttpLimits { connections: 6, ..HttpLimits::default() });
    let open = || {
        let mut stream = connect(&address);
        stream.write_all(&head(&address, 1000)).unwrap();
        stream
    };
    // One that is not admitted yet may have to make room; then there is another.
    let mut held: Vec<TcpStream> = (0..6).map(|_| open()).collect();
    wait_until("all places are in use", || {
        let is_full = is_busy(&ping(&address));
        if !is_full {
            held.push(open());
        }
        is_full
    });
    drop(held);
    wait_until("a connection that was given up makes room", || ping(&address).status == 400);
}

/// A connection that says nothing makes room for one that does.
#[test]
fn silent_connections_make_room_and_end_soon() {
    let limits = HttpLimits {
        connections: 3,
        unadmitted: 2,
        first_head_within: Duration::from_millis(300),
        ..HttpLimits::default()
    };
    let (address, _world) = serve(limits);
    let silent: Vec<TcpStream> = (0..9).map(|_| connect(&address)).collect();
    for _ in 0..5 {
        assert_eq!(ping(&address).status, 400, "it is served");
    }
    // All of them end, and none of them is answered.
    for stream in silent {
        assert!(response(stream).is_none());
    }
}

#[test]
fn more_requests_than_there_may_be_are_turned_away() {
    let (address, _world) = serve(HttpLimits { requests: 2, ..HttpLimits::default() });
    let mut held: Vec<TcpStream> = (0..2).map(|_| connect(&address)).collect();
    for stream in &mut held {
        stream.write_all(&head(&address, 1000)).unwrap();
    }
    wait_until("a third request is turned away", || is_busy(&ping(&address)));
    drop(held);
    wait_until("a request that was given up makes room", || !is_busy(&ping(&address)));
}

/// The least recently used session makes room for a new one, and an old id is answered as an unknown one is.
#[test]
fn more_sessions_than_there_may_be_end_the_least_recently_used() {
    let (address, _world) = serve(HttpLimits { sessions: 2, ..HttpLimits::default() });
    let status = |id: &str| send(&address, &message(PING).with("mcp-session-id", id)).status;
    let (first, second) = (session(&address), session(&address));
    assert_eq!(status(&first), 200);
    let third = session(&address);
    assert_eq!(status(&second), 404);
    for id in [&first, &third] {
        assert_eq!(status(id), 200);
    }
}

/// An answer that never comes ends with its time: the same id twice at once in a session leaves one of them waiting.
#[test]
fn an_answer_that_never_comes_frees_its_place() {
    let limits =
        HttpLimits { requests: 4, answer_within: Duration::from_millis(500), ..HttpLimits::default() };
    let (address, _world) = serve(limits);
    let id = session(&address);
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"stat_file","arguments":{"path":"a"}}}"#;
    let call = message(call).with("mcp-session-id", &id).with("connection", "close");
    for _ in 0..4 {
        let mut streams: Vec<TcpStream> = (0..4).map(|_| connect(&address)).collect();
        for stream in &mut streams {
            stream.write_all(&call.bytes(&address)).unwrap();
        }
        // Each of them ends, with an answer or without. The server closes a connection after it has freed the place.
        for mut stream in streams {
            stream.read_to_end(&mut Vec::new()).unwrap();
        }
    }
    let served = send(&address, &call);
    assert_eq!(served.status, 200, "{served:?}");
}
