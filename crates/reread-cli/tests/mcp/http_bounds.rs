//! More than a server can take: case 104.

use std::io::{BufReader, Write as _};
use std::process::Stdio;

use reread_testkit::{HttpRequest, HttpResponse, HttpServerProcess, World};

/// Kilobytes of memory that a process holds.
fn resident(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Sends until the server has had enough; its answer, if it got through.
fn flood(server: &HttpServerProcess, head: &[u8], piece: &[u8], times: usize) -> Option<HttpResponse> {
    let mut stream = server.connect();
    // A head may be too long already.
    for part in std::iter::once(head).chain(std::iter::repeat_n(piece, times)) {
        if stream.write_all(part).is_err() {
            break;
        }
    }
    HttpResponse::read(&mut BufReader::new(stream))
}

#[test]
fn case_104_what_is_too_long_is_turned_away_and_costs_no_memory() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    assert_eq!(server.send(&HttpRequest::read()).status, 200);
    let before = resident(server.pid());
    let place = &server.address;
    let read = HttpRequest::read;
    // A length that is said, and nothing behind it: the answer does not wait.
    for length in [(4 << 20) + 1, 1 << 30, usize::MAX] {
        let response = server.send_bytes(&read().head(place, Some(length)));
        assert!([413, 431].contains(&response.status), "{length}: {response:?}");
    }
    // Chunks without an end. A client that goes on writing may find the connection closed before the answer is read.
    let chunked = read().with("transfer-encoding", "chunked").head(place, None);
    let piece = [b"10000\r\n", "x".repeat(0x10000).as_bytes(), b"\r\n"].concat();
    for _ in 0..4 {
        let response = flood(&server, &chunked, &piece, 16 * 1024);
        assert!(response.is_none_or(|response| response.status == 413));
    }
    // Chunks of one byte each: half a million of them must not hold half a million buffers.
    let bytes = [b"1\r\n \r\n".repeat(1 << 19).as_slice(), b"0\r\n\r\n"].concat();
    let response = flood(&server, &chunked, &bytes, 1);
    assert!(response.is_some_and(|response| [400, 408].contains(&response.status)));
    // A head of a megabyte, in one header, in many, in its first line, and without an end.
    let long = "x".repeat(1 << 20);
    let mut many = read();
    for number in 0..5000 {
        many = many.with(&format!("x-{number}"), "y");
    }
    for request in [read().with("x-long", &long), many, read().target(&format!("/{long}"))] {
        let response = flood(&server, &request.head(place, Some(0)), b"", 1);
        assert!(response.is_none_or(|response| [414, 431].contains(&response.status)));
    }
    let response = flood(&server, b"POST /mcp HTTP/1.1\r\nx: ", long.as_bytes(), 64);
    assert!(response.is_none_or(|response| response.status == 431));
    assert_eq!(server.send(&read().set("content-encoding", "gzip").body(vec![0x1f, 0x8b, 8])).status, 415);
    if let (Some(before), Some(after)) = (before, resident(server.pid())) {
        assert!(after < before + 16 * 1024, "{before} kB became {after} kB");
    }
    assert_eq!(server.send(&read()).status, 200);
    assert_eq!(server.end().code, Some(0));
}

#[test]
fn case_104_what_is_not_http_is_not_served() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    for text in
        ["nonsense\r\n\r\n", "GET\r\n\r\n", "POST /mcp HTTP/3.0\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]
    {
        let mut stream = server.connect();
        stream.write_all(text.as_bytes()).unwrap();
        let response = HttpResponse::read(&mut BufReader::new(stream));
        assert!(response.is_none_or(|response| response.status == 400), "{text:?}");
    }
    // Two lengths, and a length beside chunks, are how requests are smuggled past a gate.
    let place = &server.address;
    for request in [
        HttpRequest::read().with("content-length", "5").head(place, Some(7)),
        HttpRequest::read().with("content-length", "-1").head(place, None),
        HttpRequest::read().with("transfer-encoding", "gzip").head(place, None),
    ] {
        assert_eq!(server.send_bytes(&[&request[..], b"{}"].concat()).status, 400);
    }
    assert_eq!(server.send(&HttpRequest::read()).status, 200);
}

/// A line without an end: as much as a gigabyte would be in the long run, in a share that a test can bear.
#[test]
fn case_104_a_line_without_an_end_costs_no_memory() {
    use std::io::Read as _;
    let world = World::project();
    let mut command = world.command();
    command.args(["mcp", "--guard", "off"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let piece = "x".repeat(1 << 20);
    for _ in 0..16 {
        input.write_all(piece.as_bytes()).unwrap();
    }
    let before = resident(child.id());
    for _ in 0..128 {
        input.write_all(piece.as_bytes()).unwrap();
    }
    if let (Some(before), Some(after)) = (before, resident(child.id())) {
        assert!(after < before + 8 * 1024, "{before} kB became {after} kB");
    }
    input.write_all(b"\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").unwrap();
    drop(input);
    let mut answers = String::new();
    child.stdout.take().unwrap().read_to_string(&mut answers).unwrap();
    assert!(answers.contains("longer than 4194304 bytes"), "{answers}");
    assert!(child.wait().unwrap().code().is_some());
}

/// A process without a token opens connections and leaves them, whole heads or not. Clients with a token notice nothing.
#[test]
fn half_open_connections_of_a_stranger_keep_no_client_out() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &["--guard", "off"]);
    let head = HttpRequest::read().without("authorization").head(&server.address, Some(10));
    let beginnings: [&[u8]; 4] = [b"", b"POST /mcp HTTP/1.1\r\n", &head[..head.len() - 4], &head];
    let mut held = Vec::new();
    let open = |held: &mut Vec<_>, count: usize| {
        for number in 0..count {
            let mut stream = server.connect();
            // The server may have ended it already.
            let _ = stream.write_all(beginnings[number % beginnings.len()]);
            held.push(stream);
        }
    };
    open(&mut held, 300);
    for number in 0..88 {
        open(&mut held, 1);
        let response = server.send(&HttpRequest::read());
        assert_eq!(response.status, 200, "{number}: {response:?}");
    }
    // A client that keeps its connection keeps it.
    let mut kept = BufReader::new(server.connect());
    for number in 0..20 {
        kept.get_mut().write_all(&HttpRequest::read().bytes(&server.address)).unwrap();
        let response = HttpResponse::read(&mut kept).unwrap_or_else(|| panic!("{number}: it was ended"));
        assert_eq!(response.status, 200, "{number}");
        open(&mut held, 30);
    }
    drop(held);
    assert_eq!(server.end().code, Some(0));
}
