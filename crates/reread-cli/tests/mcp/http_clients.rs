//! Many clients at once: a share of `cargo xtask prove http-clients`.

use reread_testkit::{ERAS, HttpServerProcess, McpClient, World, tag_of, text_of};
use serde_json::{Value, json};

const CLIENTS: usize = 32;

const QUARTERS: usize = 4;

/// So many calls by 32 clients, half of them in sessions. Each reads, cites and reads again files of its own and one that
/// all share, and gets its own answers. What the server holds after each quarter of them, in kilobytes.
fn interleave(calls: usize) -> Vec<u64> {
    let each = calls.div_ceil(CLIENTS * QUARTERS);
    let world = World::project();
    let tokens: Vec<String> = (0..CLIENTS).map(|client| format!("{client:032}")).collect();
    let lines: String =
        tokens.iter().enumerate().map(|(client, token)| format!("client{client} {token}\n")).collect();
    let path = world.root().join("tokens");
    std::fs::write(&path, lines).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let options = ["--http", "0", "--guard", "off", "--token-file", path.to_str().unwrap()];
    let server = HttpServerProcess::start_as(&world, &[], &options);
    let connect = |client: usize| McpClient::over_http(ERAS[client % 2], &server, &tokens[client]);
    let mut clients: Vec<McpClient> = (0..CLIENTS).map(connect).collect();
    for client in 0..CLIENTS {
        world.write(&format!("{client}.txt"), format!("only for {client}\n").repeat(50));
    }
    let mut held = Vec::new();
    for _ in 0..QUARTERS {
        std::thread::scope(|scope| {
            for (number, client) in clients.iter_mut().enumerate() {
                scope.spawn(move || {
                    converse(number, each, &mut |arguments| client.call("read", arguments));
                });
            }
        });
        held.extend(resident(server.pid()));
    }
    assert_eq!(server.end().code, Some(0));
    let records = world.records();
    for client in 0..CLIENTS {
        let principal = format!("token:client{client}");
        let own = records.iter().filter(|record| {
            let caller = record["caller"].as_str().unwrap();
            caller == principal || caller.starts_with(&format!("{principal}/protocol:"))
        });
        let mut own_calls = 0;
        for record in own {
            own_calls += 1;
            let record = record.to_string();
            assert!(
                record.contains(&format!("\"{client}.txt\"")) || record.contains("\"a.txt\""),
                "{record}"
            );
        }
        assert_eq!(own_calls, each * QUARTERS);
    }
    held
}

/// Calls of one client: the text, the marker for what it cites, and nothing of anybody else's.
fn converse(client: usize, calls: usize, call: &mut dyn FnMut(Value) -> Value) {
    let mut tag = None;
    for number in 0..calls {
        let own = format!("{client}.txt");
        match (number % 3, tag.clone()) {
            (1, Some(tag)) => {
                let text = text_of(&call(json!({ "mode": "file", "target": own, "known": [tag] })));
                assert!(text.contains("unchanged") && !text.contains("only for"), "{client}: {text}");
            }
            (2, _) => {
                let text = text_of(&call(json!({ "mode": "file", "target": "a.txt" })));
                assert!(text.contains("\none\ntwo\nthree\n"), "{client}: {text}");
            }
            _ => {
                let result = call(json!({ "mode": "file", "target": own }));
                let text = text_of(&result);
                assert_eq!(text.matches(&format!("only for {client}\n")).count(), 50, "{client}: {text}");
                tag = Some(tag_of(&result));
            }
        }
    }
}

/// Kilobytes of memory that a process holds, where that can be known.
fn resident(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// A thousand calls in every run; `HTTP_CALLS` has more of them. The memory stays as it is after the first quarter.
#[test]
fn http_clients_get_their_own_answers() {
    let calls = std::env::var("HTTP_CALLS").map_or(1024, |calls| calls.parse().unwrap());
    let resident = interleave(calls);
    println!("{calls} calls of {CLIENTS} clients; memory after each quarter, in kB: {resident:?}");
    if let [first, .., last] = resident[..] {
        assert!(last < first + 6 * 1024, "{resident:?}");
    }
}
