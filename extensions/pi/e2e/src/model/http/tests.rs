use super::*;

/// Method, key and body, or nothing.
fn check(bytes: &str, expected: Option<[&str; 3]>) {
    let received = receive(bytes.as_bytes()).ok().flatten();
    let parts = received.map(|Received { method, bearer, body }| {
        [method, bearer, String::from_utf8_lossy(&body).into_owned()]
    });
    assert_eq!(parts, expected.map(|parts| parts.map(str::to_owned)), "of {bytes:?}");
}

#[test]
fn method_key_and_body_are_taken() {
    check("GET /v1/models HTTP/1.1\r\n\r\n", Some(["GET", "", ""]));
    check(
        "POST /v1 HTTP/1.1\r\nCONTENT-length:  4\r\nauthorization: Bearer pi-3\r\n\r\n{\r\n}, then more",
        Some(["POST", "pi-3", "{\r\n}"]),
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
    respond(&mut response, "text/plain", "día").unwrap();
    let expected =
        "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 4\r\nconnection: close\r\n\r\ndía";
    assert_eq!(String::from_utf8(response).unwrap(), expected);
}
