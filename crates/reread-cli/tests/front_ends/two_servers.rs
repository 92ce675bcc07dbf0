//! Case 94: two of them on one store, of which one is killed while it holds the locks.

use reread_testkit::{McpClient, has_strace};
use serde_json::json;

use super::call::{Call, block};
use super::front_end::{FrontEnd, at_both_front_ends};

/// A server beside the front end.
fn another(front_end: &FrontEnd) -> McpClient {
    let mut command = front_end.world.command();
    command.args(["mcp", "--structured", "--guard", "off"]);
    let mut client = McpClient::spawn(command);
    client.handshake();
    client
}

fn write(client: &mut McpClient, name: &str, text: &str, version: Option<&str>) -> String {
    let arguments = json!({ "path": name, "content": text, "if_match": version });
    let reply = client.call("write_file", arguments)["structuredContent"].clone();
    reply["outcome"].as_str().or(reply["error"]["code"].as_str()).unwrap().to_owned()
}

#[test]
fn case_94_two_of_them_write_in_turn_and_see_each_others_versions() {
    at_both_front_ends("case_94", |front_end| {
        let mut other = another(front_end);
        front_end.put("b.txt", "0\n");
        for round in 1..=10 {
            let (text, before) = (format!("{round}\n"), format!("v{round}"));
            let outcome = match round % 2 {
                0 => write(&mut other, "b.txt", &text, Some(&before)),
                _ => front_end.ask(Call::write_over("b.txt", &text, &before)).outcome().to_owned(),
            };
            assert_eq!(outcome, "applied", "{round}");
        }
        // What the other one has replaced in the meantime is stale here.
        assert_eq!(write(&mut other, "b.txt", "x\n", Some("v11")), "applied");
        front_end.check_refused(Call::write_over("b.txt", "y\n", "v11"), "stale");
        let history = front_end.ask(Call::history("b.txt"));
        assert_eq!(history.reply["versions"].as_array().unwrap().len(), 12, "{history:?}");
        assert_eq!(other.end().code, Some(0));
        front_end.close();
        assert_eq!(front_end.printed(&["check", "--data"]).0, Some(0));
        assert_eq!(front_end.printed(&["audit", "verify"]).0, Some(0));
    });
}

/// It dies with everything that it holds: the kernel gives its locks back, and nothing has to be removed.
#[test]
fn case_94_one_that_is_killed_while_it_holds_the_lock_stops_no_other() {
    if !has_strace() {
        println!("not tried: strace is missing (the package `strace`)");
        return;
    }
    at_both_front_ends("case_94_killed", |front_end| {
        front_end.world.configure("[index]\nbackground = false\n");
        front_end.put("other.txt", "x\n");
        let mut other = another(front_end);
        for call in ["renameat2", "fsync", "fdatasync", "unlinkat"] {
            front_end.world.write("b.txt", "one\n");
            front_end.inject(&format!("{call}:signal=SIGKILL:when=1"));
            let died = front_end.try_to_ask(&Call::patch(&block("b.txt", "one\n", "two\n"))).is_none();
            let now = String::from_utf8(front_end.bytes("b.txt")).unwrap();
            let digest = reread_text::Digest::of(now.as_bytes()).to_string();
            let outcome = write(&mut other, "b.txt", "theirs\n", Some(&digest));
            // Taking back what the dead one began may make it another version.
            if outcome != "applied" {
                assert_eq!(outcome, "stale", "{call}");
                let digest = reread_text::Digest::of(&front_end.bytes("b.txt")).to_string();
                assert_eq!(write(&mut other, "b.txt", "theirs\n", Some(&digest)), "applied", "{call}");
            }
            front_end.check_bytes("b.txt", "theirs\n");
            assert_eq!(front_end.names(""), ["a.txt", "b.txt", "other.txt"], "{call}, died: {died}");
            front_end.launch_by_itself();
            front_end.ask(Call::patch(&block("b.txt", "theirs\n", "mine\n"))).check_outcome("applied");
        }
        assert_eq!(other.end().code, Some(0));
        front_end.close();
        assert_eq!(front_end.printed(&["check", "--data"]).0, Some(0));
    });
}

/// A server that is killed outright between calls, by its number, leaves nothing that stops the next.
#[test]
fn case_94_one_that_is_killed_between_calls_leaves_nothing_in_the_way() {
    at_both_front_ends("case_94_between", |front_end| {
        let mut other = another(front_end);
        assert_eq!(write(&mut other, "b.txt", "one\n", None), "applied");
        let ended = other.end_by(rustix::process::Signal::KILL);
        assert_eq!(ended.code, None, "{ended:?}");
        front_end.ask(Call::patch(&block("b.txt", "one\n", "two\n"))).check_outcome("applied");
        assert_eq!(front_end.printed(&["check", "--data"]).0, Some(0));
        assert_eq!(front_end.printed(&["audit", "verify"]).0, Some(0));
    });
}
