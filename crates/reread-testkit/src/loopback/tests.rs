use std::net::Shutdown;
use std::sync::Arc;

use super::*;

/// Method, path, the header `x`, and body, or nothing.
fn check(bytes: &str, expected: Option<[&str; 4]>) {
    let received = receive(bytes.as_bytes()).ok().flatten();
    let parts = received.map(|request| {
        let header = request.header("x").to_owned();
        [request.method, request.path, header, String::from_utf8_lossy(&request.body).into_owned()]
    });
    assert_eq!(parts, expected.map(|parts| parts.map(str::to_owned)), "of {bytes:?}");
}

#[test]
fn method_path_headers_and_body_are_taken() {
    check("GET /v1/models HTTP/1.1\r\n\r\n", Some(["GET", "/v1/models", "", ""]));
    check(
        "POST /v1?a=b HTTP/1.1\r\nCONTENT-length:  4\r\nX: Bearer pi-3 \r\n\r\n{\r\n}, then more",
        Some(["POST", "/v1?a=b", "Bearer pi-3", "{\r\n}"]),
    );
}

#[test]
fn what_is_cut_off_or_of_unknown_length_is_no_request() {
    check("", None);
    check("POST /v1 HTTP/1.1\r\n", None);
    check("POST /v1 HTTP/1.1\r\ncontent-length: 3\r\n\r\nab", None);
    check("POST /v1 HTTP/1.1\r\ncontent-length: many\r\n\r\nab", None);
    check("POST /v1 HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", None);
    check("POST /v1 HTTP/1.1\r\ncontent-length: 99999999999\r\n\r\n", None);
}

#[test]
fn a_response_says_how_long_it_is() {
    let mut response = Vec::new();
    let body = "día".to_owned();
    respond(&mut response, &LoopbackResponse { status: 200, content_type: "text/plain", body }).unwrap();
    let expected =
        "HTTP/1.1 200 Told\r\ncontent-type: text/plain\r\ncontent-length: 4\r\nconnection: close\r\n\r\ndía";
    assert_eq!(String::from_utf8(response).unwrap(), expected);
}

#[test]
fn it_answers_or_closes_and_is_gone_when_dropped() {
    let kept = Arc::new(());
    let held = Arc::clone(&kept);
    let server = LoopbackServer::start(move |request| {
        let _ = &held;
        (request.path == "/a").then(|| LoopbackResponse::json("{}"))
    });
    let exchange = |text: &str| {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    assert!(exchange("GET /a HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n{}"));
    assert_eq!(exchange("GET /b HTTP/1.1\r\n\r\n"), "");
    assert_eq!(exchange("\r\n"), "");
    drop(server);
    crate::wait_until("the end of the server", || Arc::strong_count(&kept) == 1);
}
