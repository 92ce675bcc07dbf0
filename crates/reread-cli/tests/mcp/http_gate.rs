//! Who comes in over HTTP: cases 107 to 111.

use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::process::Stdio;

use reread_testkit::{HttpRequest, HttpServerProcess, TOKEN, World, text_of};
use serde_json::json;

/// A server that was used badly serves well.
fn still_serves(server: &HttpServerProcess) {
    assert_eq!(server.send(&HttpRequest::read()).status, 200);
}

#[test]
fn case_107_only_our_own_host_is_served() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    let port = server.address.rsplit_once(':').unwrap().1.to_owned();
    let with_host = |host: &str| HttpRequest::read().set("host", host);
    for host in ["{address}", &format!("localhost:{port}"), &format!("LocalHost:{port}")] {
        assert_eq!(server.send(&with_host(host)).status, 200, "{host}");
    }
    let strange = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1.nip.io:{port}"),
        format!("[::1]:{port}"),
        "localhost".to_owned(),
        "127.0.0.1:1".to_owned(),
        String::new(),
    ];
    for host in &strange {
        assert_eq!(server.send(&with_host(host)).status, 403, "{host}");
    }
    assert_eq!(server.send(&HttpRequest::read().without("host")).status, 403, "none");
    assert_eq!(server.send(&HttpRequest::read().with("host", "{address}")).status, 403, "two");
    for (target, status) in [
        (format!("http://{}/mcp", server.address), 200),
        (format!("http://evil.example:{port}/mcp"), 403),
        ("http://evil.example/mcp".to_owned(), 403),
    ] {
        assert_eq!(server.send(&HttpRequest::read().target(&target)).status, status, "{target}");
    }
    assert_eq!(server.end().code, Some(0));
}

#[test]
fn case_108_a_page_of_another_origin_is_not_served() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    let with_origin = |origin: &str| HttpRequest::read().with("origin", origin);
    assert_eq!(server.send(&with_origin(&format!("http://{}", server.address))).status, 200);
    for origin in ["https://evil.example", "null", "http://localhost:9999", "http://localhost", "file://", ""]
    {
        assert_eq!(server.send(&with_origin(origin)).status, 403, "{origin}");
    }
    let ours = format!("http://{}", server.address);
    assert_eq!(server.send(&with_origin(&ours).with("origin", &ours)).status, 403, "two");
    still_serves(&server);
}

#[test]
fn case_109_what_a_browser_sends_without_asking_is_not_served() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    let read = HttpRequest::read;
    let cases = [
        (read().set("content-type", "text/plain"), 415),
        (read().set("content-type", "application/x-www-form-urlencoded"), 415),
        (read().set("content-type", "multipart/form-data; boundary=x"), 415),
        (read().without("content-type"), 415),
        (read().set("content-encoding", "gzip"), 415),
        (read().set("accept", "application/json"), 406),
        (read().set("accept", "text/event-stream"), 406),
        (read().method("OPTIONS").with("access-control-request-method", "POST"), 405),
        (read().method("PUT"), 405),
        (read().method("GET").target("/mcp?x=y"), 400),
        (read().method("GET").with("upgrade", "websocket").with("connection", "upgrade"), 405),
        (read().target("/"), 404),
        (read().target("/mcp/../mcp"), 404),
    ];
    for (request, status) in cases {
        let response = server.send(&request);
        assert_eq!(response.status, status, "{request:?}");
        let is_cors = |(name, _): &(String, String)| name.starts_with("access-control-");
        assert!(!response.headers.iter().any(is_cors), "{response:?}");
    }
    assert_eq!(server.send(&read().method("OPTIONS")).header("allow"), Some("POST, GET, DELETE"));
    still_serves(&server);
}

#[test]
fn case_110_a_token_is_in_its_header_and_nowhere_else() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &["--log", "debug"]);
    let given = |value: &str| HttpRequest::read().set("authorization", value);
    let lower = format!("bearer {TOKEN}");
    assert_eq!(server.send(&given(&lower)).status, 200, "the scheme has no case");
    let almost = format!("Bearer {}0", &TOKEN[..TOKEN.len() - 1]);
    let wrong = [&almost, "Bearer ", "Bearer x", TOKEN, "Basic eDp5", &format!("{lower}, {lower}")];
    for value in wrong {
        let response = server.send(&given(value));
        assert_eq!(response.status, 401, "{value}");
        let challenge = response.header("www-authenticate").unwrap();
        assert_eq!(challenge, "Bearer realm=\"reread\", error=\"invalid_token\"");
        assert!(!response.body.contains(&TOKEN[..8]) && !response.body.contains("a.txt"), "{response:?}");
    }
    let response = server.send(&HttpRequest::read().without("authorization"));
    assert_eq!(
        (response.status, response.header("www-authenticate")),
        (401, Some("Bearer realm=\"reread\""))
    );
    assert_eq!(server.send(&HttpRequest::read().with("authorization", &lower)).status, 401, "two");
    for query in ["token", "access_token", "api_key"] {
        let request = HttpRequest::read().without("authorization").target(&format!("/mcp?{query}={TOKEN}"));
        assert_eq!(server.send(&request).status, 400, "{query}");
    }
    if cfg!(target_os = "linux") {
        let seen = std::fs::read_to_string(format!("/proc/{}/cmdline", server.pid())).unwrap();
        assert!(!seen.contains(TOKEN), "{seen}");
    }
    still_serves(&server);
    let ended = server.end();
    assert!(!ended.stderr.contains(&TOKEN[..8]), "{}", ended.stderr);
    let journal = std::fs::read_to_string(world.root().join(".reread/audit/journal.jsonl")).unwrap();
    assert!(!journal.contains(&TOKEN[..8]) && journal.contains("\"token:default\""), "{journal}");
}

/// How a server that does not start ends: its exit code and its words.
fn refused(world: &World, options: &[&str]) -> (Option<i32>, String) {
    let output = world.command().arg("mcp").args(options).stdin(Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn case_111_only_this_machine_is_served_unless_the_user_says_otherwise() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    let (code, told) = refused(&world, &["--http", &server.address]);
    assert_eq!(code, Some(5), "{told}");
    assert!(told.contains(&format!("cannot listen at {}", server.address)), "{told}");
    still_serves(&server);
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let (code, told) = refused(&world, &["--http", address]);
        assert!(code == Some(2) && told.contains("other machines can reach"), "{code:?} {told}");
    }
    let (code, told) = refused(&world, &["--http", "0.0.0.0:0", "--allow-remote", "--no-token"]);
    assert_eq!(code, Some(2), "{told}");
    for nonsense in ["", "localhost", "1.2.3.4", "99999", "unix:"] {
        assert_eq!(refused(&world, &["--http", nonsense]).0, Some(2), "{nonsense}");
    }
    for without_http in ["--no-token", "--allow-remote", "--token-file=x", "--allow-host=x"] {
        assert_eq!(refused(&world, &[without_http]).0, Some(2), "{without_http}");
    }
}

#[test]
fn other_machines_name_us_by_the_address_that_they_connect_to() {
    let world = World::project();
    let environment = [("REREAD_TOKEN", TOKEN)];
    let options = ["--http", "0.0.0.0:0", "--allow-remote", "--allow-host", "box.example"];
    let mut server = HttpServerProcess::start_as(&world, &environment, &options);
    let port = server.address.strip_prefix("0.0.0.0:").unwrap().to_owned();
    server.address = format!("127.0.0.1:{port}");
    still_serves(&server);
    for (host, status) in [("box.example", 200), ("0.0.0.0", 403), ("evil.example", 403)] {
        let request = HttpRequest::read().set("host", &format!("{host}:{port}"));
        assert_eq!(server.send(&request).status, status, "{host}");
    }
    assert_eq!(server.send(&HttpRequest::read().without("authorization")).status, 401);
}

#[test]
fn a_token_is_made_once_and_kept_for_its_owner() {
    let world = World::project();
    let path = world.root().join(".reread/token");
    let server = HttpServerProcess::start_as(&world, &[], &["--http", "0", "--log", "debug"]);
    assert!(server.startup_log.ends_with(&format!("the new token is in {}\n", path.display())));
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let token = std::fs::read_to_string(&path).unwrap();
    assert_eq!(token.trim_end().len(), 96, "256 random bits, and the proof that our key made them");
    let request = |token: &str| HttpRequest::read().set("authorization", &format!("Bearer {token}"));
    assert_eq!(server.send(&request(token.trim_end())).status, 200);
    assert_eq!(server.send(&request(TOKEN)).status, 401);
    // It lies where no tool reaches.
    let result = server.call(token.trim_end(), "read", json!({ "mode": "file", "target": ".reread/token" }));
    assert!(text_of(&result).starts_with("own_state: "), "{result}");
    assert!(!server.startup_log.contains(token.trim_end()));
    assert!(!server.end().stderr.contains(token.trim_end()));
    let server = HttpServerProcess::start_as(&world, &[], &["--http", "0"]);
    assert!(server.startup_log.ends_with(&format!("the token is in {}\n", path.display())));
    assert_eq!(server.send(&request(token.trim_end())).status, 200);
}

#[test]
fn a_token_that_others_could_know_is_refused() {
    let world = World::project();
    let path = world.root().join("tokens");
    let name = path.to_str().unwrap();
    let options = ["--http", "0", "--token-file", name];
    std::fs::write(&path, format!("{TOKEN}\n")).unwrap();
    for mode in [0o644, 0o640, 0o606] {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        let (code, told) = refused(&world, &options);
        assert!(code == Some(6) && told.contains("is not secret") && !told.contains(TOKEN), "{told}");
    }
    std::fs::remove_file(&path).unwrap();
    symlink("elsewhere", &path).unwrap();
    let (code, told) = refused(&world, &options);
    assert!(code == Some(6) && told.contains("is not a regular file"), "{told}");
    std::fs::remove_file(&path).unwrap();
    for (text, complaint) in [("short", "fewer than 32"), ("a b c", "line 1"), ("", "no token")] {
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        let (code, told) = refused(&world, &options);
        assert!(code == Some(6) && told.contains(complaint), "{told}");
    }
}

/// A pull, or an archive that is unpacked over a workspace, puts files into a state directory of the user as well.
#[test]
fn a_token_that_came_with_the_workspace_is_refused() {
    let world = World::project();
    let path = world.root().join(".reread/token");
    let put = |text: &str| {
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    };
    HttpServerProcess::start_as(&world, &[], &["--http", "0"]).end();
    let own = std::fs::read_to_string(&path).unwrap();
    let other = World::project();
    HttpServerProcess::start_as(&other, &[], &["--http", "0"]).end();
    let of_other = std::fs::read_to_string(other.root().join(".reread/token")).unwrap();
    let altered = format!("{}{}", &of_other[..64], &own[64..]);
    for text in [&format!("{TOKEN}\n"), &of_other, &altered, &format!("{own}{TOKEN}\n"), "x\n", ""] {
        put(text);
        let (code, told) = refused(&world, &["--http", "0"]);
        assert!(code == Some(6) && told.contains("was not made with your key"), "{text:?}: {told}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "it is left as it is");
    }
    put(&own);
    HttpServerProcess::start_as(&world, &[], &["--http", "0"]).end();
    std::fs::remove_file(&path).unwrap();
    HttpServerProcess::start_as(&world, &[], &["--http", "0"]).end();
    assert_ne!(std::fs::read_to_string(&path).unwrap(), own);
}

#[test]
fn without_a_token_everybody_on_this_machine_comes_in() {
    let world = World::project();
    let server = HttpServerProcess::start_as(&world, &[], &["--http", "0", "--no-token"]);
    assert_eq!(server.send(&HttpRequest::read().without("authorization")).status, 200);
    assert_eq!(server.send(&HttpRequest::read().set("host", "evil.example")).status, 403);
    assert_eq!(server.send(&HttpRequest::read().with("origin", "null")).status, 403);
    assert_eq!(server.end().code, Some(0));
    assert_eq!(world.records()[0]["caller"], "loopback");
    let mut contradictory = world.command();
    contradictory.args(["mcp", "--http", "0", "--no-token"]).env("REREAD_TOKEN", TOKEN).stdin(Stdio::null());
    assert_eq!(contradictory.output().unwrap().status.code(), Some(2));
}

#[test]
fn a_unix_socket_serves_its_owner() {
    let world = World::project();
    let path = world.root().join("socket");
    let address = format!("unix:{}", path.display());
    let server = HttpServerProcess::start_as(&world, &[], &["--http", &address]);
    assert_eq!(server.address, address);
    let metadata = std::fs::symlink_metadata(&path).unwrap();
    assert!(metadata.file_type().is_socket() && metadata.permissions().mode() & 0o777 == 0o600);
    let read = || HttpRequest::read().without("authorization");
    assert_eq!(server.send(&read()).status, 200);
    assert_eq!(server.send(&read().set("host", "evil.example")).status, 403);
    let (code, told) = refused(&world, &["--http", &address]);
    assert!(code == Some(5) && told.contains("a server listens there"), "{told}");
    assert_eq!(server.send(&read()).status, 200);
    // Killed, it leaves its socket behind, and the next server takes its place.
    server.end_by(rustix::process::Signal::KILL);
    assert!(path.exists());
    let server = HttpServerProcess::start_as(&world, &[("REREAD_TOKEN", TOKEN)], &["--http", &address]);
    assert_eq!(server.send(&read()).status, 401, "a token that is named is asked for");
    still_serves(&server);
    assert_eq!(server.end().code, Some(0));
    assert!(!path.exists());
    let uid = rustix::process::geteuid().as_raw();
    assert_eq!(world.records()[0]["caller"], format!("uid:{uid}"));
}
