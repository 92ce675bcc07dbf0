use std::net::SocketAddr;

use http::request::Parts;
use http::{Method, Request};

use super::Gate;
use crate::Principal;
use crate::http::tokens::Tokens;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A request that comes in, with some headers instead of its own.
fn request(method: Method, target: &str, changes: &[(&str, &[&str])]) -> Parts {
    let bearer = format!("Bearer {TOKEN}");
    let usual: [(&str, &[&str]); 3] = [
        ("host", &["127.0.0.1:8391"]),
        ("authorization", &[&bearer]),
        ("content-type", &["application/json"]),
    ];
    let mut request = Request::builder().method(method).uri(target);
    let is_changed = |name: &str| changes.iter().any(|(changed, _)| *changed == name);
    for (name, values) in usual.iter().filter(|(name, _)| !is_changed(name)).chain(changes) {
        for value in *values {
            request = request.header(*name, *value);
        }
    }
    request.body(()).unwrap().into_parts().0
}

fn gate() -> Gate {
    let tokens = Tokens::parse(&format!("me {TOKEN}")).unwrap();
    Gate { without_token: None, tokens: Some(tokens), names: Vec::new() }
}

fn answer(gate: &Gate, parts: &Parts, local: Option<&str>) -> String {
    let hosts = gate.hosts(local.map(|local| local.parse::<SocketAddr>().unwrap()));
    gate.admit(parts, &hosts)
        .map_or_else(|rejection| rejection.word().to_owned(), |principal| principal.to_string())
}

/// A POST with these headers in place of the usual ones.
fn check(changes: &[(&str, &[&str])], expected: &str) {
    let parts = request(Method::POST, "/mcp", changes);
    assert_eq!(answer(&gate(), &parts, Some("127.0.0.1:8391")), expected, "{changes:?}");
}

#[test]
fn only_our_own_names_are_our_host() {
    check(&[], "token:me");
    for host in ["localhost:8391", "LOCALHOST:8391", "127.0.0.1:8391"] {
        check(&[("host", &[host])], "token:me");
    }
    let strange = [
        "",
        "evil.example",
        "evil.example:8391",
        "localhost.evil.example:8391",
        "127.0.0.1.nip.io:8391",
        "localhost",
        "127.0.0.1",
        "localhost:8392",
        "127.0.0.1:80",
        "[::1]:8391",
        "localhost.:8391",
        "localhost:08391",
        "127.1:8391",
        "localhost:8391/",
        "a@localhost:8391",
        "0.0.0.0:8391",
        "localhost:8391,localhost:8391",
    ];
    for host in strange {
        check(&[("host", &[host])], "host");
    }
    check(&[("host", &[])], "host");
    check(&[("host", &["localhost:8391", "localhost:8391"])], "host");
    check(&[("host", &["localhost:8391", "evil.example"])], "host");
}

#[test]
fn a_whole_address_must_be_ours_too() {
    let check = |target: &str, expected: &str| {
        let parts = request(Method::POST, target, &[]);
        assert_eq!(answer(&gate(), &parts, Some("127.0.0.1:8391")), expected, "{target}");
    };
    check("http://127.0.0.1:8391/mcp", "token:me");
    check("http://localhost:8391/mcp", "token:me");
    check("http://evil.example/mcp", "host");
    check("http://evil.example:8391/mcp", "host");
    check("http://a@127.0.0.1:8391/mcp", "host");
}

#[test]
fn an_origin_is_ours_or_absent() {
    for origin in ["http://localhost:8391", "http://127.0.0.1:8391"] {
        check(&[("origin", &[origin])], "token:me");
    }
    let strange = [
        "",
        "null",
        "https://evil.example",
        "http://localhost",
        "http://localhost:9999",
        "https://localhost:8391",
        "http://localhost:8391/",
        "http://localhost.evil.example:8391",
        "localhost:8391",
        "file://",
    ];
    for origin in strange {
        check(&[("origin", &[origin])], "origin");
    }
    check(&[("origin", &["http://localhost:8391", "http://localhost:8391"])], "origin");
    check(&[("host", &["evil.example"]), ("origin", &["http://localhost:8391"])], "host");
}

#[test]
fn a_token_stands_in_one_header_and_nowhere_else() {
    let bearer = |scheme: &str| format!("{scheme} {TOKEN}");
    for given in [bearer("bearer"), bearer("BEARER"), format!("Bearer   {TOKEN}")] {
        check(&[("authorization", &[&given])], "token:me");
    }
    let wrong = ["", "Bearer", "Bearer ", TOKEN, "Basic bWU6bWU=", "Bearer 0123456789abcdef0123456789abcdeF"];
    for given in wrong {
        check(&[("authorization", &[given])], "token");
    }
    check(&[("authorization", &[])], "token");
    check(&[("authorization", &[&bearer("Bearer"), &bearer("Bearer")])], "token");
    check(&[("authorization", &[&format!("{}, x", bearer("Bearer"))])], "token");
    let parts = request(Method::POST, &format!("/mcp?token={TOKEN}"), &[]);
    assert_eq!(answer(&gate(), &parts, Some("127.0.0.1:8391")), "query");
}

#[test]
fn a_body_is_json_and_nothing_around_it() {
    for media in [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"",
    ] {
        check(&[("content-type", &[media])], "token:me");
    }
    let strange = [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=application/json",
        "application/jsonp",
        "application/json-rpc",
        "text/plain; application/json",
        "application/json; charset=utf-16",
    ];
    for media in strange {
        check(&[("content-type", &[media])], "media");
    }
    check(&[("content-type", &[])], "media");
    check(&[("content-type", &["application/json", "application/json"])], "media");
    check(&[("content-encoding", &["identity"])], "token:me");
    for encoding in ["gzip", "br", "identity, gzip", ""] {
        check(&[("content-encoding", &[encoding])], "media");
    }
}

#[test]
fn there_is_one_path_and_three_methods() {
    let check = |method: Method, target: &str, expected: &str| {
        let parts = request(method.clone(), target, &[]);
        assert_eq!(answer(&gate(), &parts, Some("127.0.0.1:8391")), expected, "{method} {target}");
    };
    check(Method::GET, "/mcp", "token:me");
    check(Method::DELETE, "/mcp", "token:me");
    for target in ["/", "/mcp/", "/mcp/x", "//mcp", "/MCP", "/%6dcp", "*"] {
        check(Method::POST, target, "path");
    }
    for target in ["/mcp?", "/mcp?a=b"] {
        check(Method::GET, target, "query");
    }
    for method in [Method::OPTIONS, Method::HEAD, Method::PUT, Method::PATCH, Method::TRACE] {
        check(method, "/mcp", "method");
    }
}

#[test]
fn the_names_of_a_server_follow_from_where_a_client_is_connected() {
    let check = |local: Option<&str>, names: &[&str], expected: &[&str]| {
        let names = names.iter().map(ToString::to_string).collect();
        let gate = Gate { without_token: None, tokens: None, names };
        assert_eq!(gate.hosts(local.map(|local| local.parse().unwrap())), expected);
    };
    check(None, &["a"], &["localhost"]);
    check(Some("127.0.0.1:1"), &[], &["127.0.0.1:1", "localhost:1"]);
    check(Some("[::1]:1"), &[], &["[::1]:1", "localhost:1"]);
    check(Some("[::ffff:127.0.0.1]:1"), &[], &["127.0.0.1:1", "localhost:1"]);
    check(Some("10.0.0.7:1"), &["box.lan"], &["10.0.0.7:1", "box.lan:1"]);
    check(Some("10.0.0.7:80"), &[], &["10.0.0.7:80", "10.0.0.7"]);
}

#[test]
fn without_tokens_only_a_trusted_place_comes_in() {
    let parts = request(Method::POST, "/mcp", &[("authorization", &[])]);
    let closed = Gate { without_token: None, tokens: None, names: Vec::new() };
    assert_eq!(answer(&closed, &parts, Some("127.0.0.1:8391")), "token");
    let trusting = Gate { without_token: Some(Principal::new("loopback")), ..closed };
    assert_eq!(answer(&trusting, &parts, Some("127.0.0.1:8391")), "loopback");
    let both = Gate { without_token: Some(Principal::new("loopback")), ..gate() };
    assert_eq!(answer(&both, &parts, Some("127.0.0.1:8391")), "token");
}
