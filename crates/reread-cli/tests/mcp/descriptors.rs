//! Servers with few file descriptors. Calls wait or fail one by one, with a code that says why, and the server lives on.

use std::io::Write as _;
use std::process::Command;

use reread_testkit::{
    Era, HttpRequest, HttpServerProcess, HttpStream, McpClient, TOKEN, World, text_of, wait_until,
};
use serde_json::{Value, json};

/// The server with so many descriptors.
fn limited(world: &World, descriptors: u32, options: &[&str]) -> Command {
    let plain = world.command();
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -n {descriptors}; exec \"$0\" \"$@\"")]);
    command.arg(plain.get_program()).args(["mcp", "--guard", "off"]).args(options);
    command.current_dir(world.root()).env_clear();
    command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.env("REREAD_TOKEN", TOKEN);
    command
}

/// Calls of all kinds, so that reads, walks, writes and the git reader run at the same time.
fn call(number: usize) -> Value {
    let (name, arguments) = match number % 7 {
        0 => ("read", json!({ "mode": "file", "target": "a.txt" })),
        1 => ("stat_file", json!({ "path": "link" })),
        2 => ("search", json!({ "query": "two" })),
        3 => ("list_files", json!({ "globs": ["*.txt"] })),
        4 => ("write_file", json!({ "path": format!("new-{number}.txt"), "content": "x\n" })),
        5 => ("read", json!({ "mode": "diff_preview", "target": "a.txt" })),
        _ => ("read", json!({ "mode": "file", "target": "folder/link/b.txt" })),
    };
    json!({ "name": name, "arguments": arguments })
}

/// Whether a call was served. If not, there was no descriptor for it, and it says so.
fn check(number: usize, result: &Value) -> bool {
    let text = text_of(result);
    // A world without commits has nothing to compare with.
    if result["isError"] == false || (number % 7 == 5 && text.starts_with("no_repository: ")) {
        return true;
    }
    // SQLite does not say why it cannot open a file, but which.
    let is_typed = text.starts_with("too_many_open_files: ")
        || (text.starts_with("io: cannot use ") && text.contains("reread.db\n"));
    assert!(is_typed, "{number}: {text}");
    false
}

fn world() -> World {
    let world = World::project();
    world.write("sub/b.txt", "one\ntwo\n");
    world.write("folder/c.txt", "two\n");
    world.link("a.txt", "link");
    world.link("../sub", "folder/link");
    world
}

#[test]
fn two_hundred_calls_at_once_with_32_descriptors_wait_or_fail_one_by_one() {
    for kinds in [vec![4], vec![0, 1, 2, 3, 4, 5, 6]] {
        let world = world();
        let mut client = McpClient::spawn(limited(&world, 32, &[]));
        client.handshake();
        let numbers: Vec<usize> = (0..200).map(|number| number * 7 + kinds[number % kinds.len()]).collect();
        let ids: Vec<u64> =
            numbers.iter().map(|number| client.request("tools/call", call(*number))).collect();
        let served =
            numbers.iter().zip(ids).filter(|(number, id)| check(**number, &client.answer(*id)["result"]));
        let served = served.count();
        assert!(kinds.len() == 1 || served > 100, "only {served} of 200 calls were served");
        assert!(client.text("read", json!({ "mode": "file", "target": "a.txt" })).contains("\none\n"));
        assert_eq!(client.end().code, Some(0));
    }
}

/// Whatever the number, a call says what is missing, and none says that its file lies outside or is not there.
#[test]
fn a_lack_of_descriptors_has_a_code_of_its_own() {
    let world = world();
    for descriptors in 24..48 {
        let mut client = McpClient::spawn(limited(&world, descriptors, &[]));
        let first = client.request("initialize", json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } }));
        // With too few to start, there is no server.
        if client.answer_before_it_ends(first).is_none() {
            continue;
        }
        for number in 0..14 {
            let id = client.request("tools/call", call(number));
            let Some(answer) = client.answer_before_it_ends(id) else { panic!("{descriptors}: it ended") };
            check(number, &answer["result"]);
        }
        assert_eq!(client.end().code, Some(0), "{descriptors}");
    }
}

#[test]
fn a_server_over_http_with_few_descriptors_answers_the_next_client() {
    let world = world();
    let server = HttpServerProcess::spawn(limited(&world, 32, &["--http", "0"]));
    for _ in 0..3 {
        // More than there are descriptors, and none of them says anything.
        let held: Vec<Box<dyn HttpStream>> = (0..60).map(|_| server.connect()).collect();
        for _ in 0..5 {
            wait_until("the next client is answered", || server.send(&HttpRequest::read()).status == 200);
        }
        drop(held);
    }
    // Sixty requests at once, of which each is answered or turned away.
    let mut streams: Vec<Box<dyn HttpStream>> = (0..60).map(|_| server.connect()).collect();
    for stream in &mut streams {
        let _ = stream.write_all(&HttpRequest::read().bytes(&server.address));
    }
    drop(streams);
    wait_until("the next client is answered", || server.send(&HttpRequest::read()).status == 200);
    let mut client = McpClient::over_http(Era::Handshake, &server, TOKEN);
    assert!(client.text("read", json!({ "mode": "file", "target": "a.txt" })).contains("\none\n"));
    assert_eq!(server.end().code, Some(0));
}
