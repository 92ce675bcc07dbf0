//! Diffs against git and against the disk.

use std::process::Command;

use reread_testkit::{ERAS, Era, McpClient, World, contract_of, text_of};
use serde_json::{Value, json};

/// A world in which `a.txt` is committed as it is.
fn committed() -> World {
    let world = World::project();
    for words in [&["init", "--quiet"][..], &["add", "a.txt"], &["commit", "--quiet", "--message", "x"]] {
        let mut git = Command::new("git");
        git.current_dir(world.root()).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(words);
        assert!(git.status().unwrap().success());
    }
    world
}

fn preview(client: &mut McpClient, era: Era, more: Value) -> Value {
    let mut arguments = json!({ "mode": "diff_preview", "target": "a.txt" });
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    client.call_in(era, "read", arguments)
}

#[test]
fn a_preview_is_framed_and_carries_no_tag() {
    let world = committed();
    world.write("a.txt", "one\nTWO\nthree\n");
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &[]);
        let result = preview(&mut client, era, json!({}));
        let text = text_of(&result);
        let (header, rest) = text.split_once('\n').unwrap();
        let (words, digits) = header.split_once(" ~").unwrap();
        let commit = contract_of(&result)["meta"]["commit"].as_str().unwrap().to_owned();
        assert_eq!(words, format!("diff_preview a.txt against HEAD {}, 1 hunk +1 -1", &commit[..7]));
        let diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n";
        assert_eq!(rest, format!("{diff}[end {digits}]\n"));
        let contract = contract_of(&result);
        assert_eq!(contract["mode"], "diff_preview");
        assert_eq!(contract["meta"]["against"], "HEAD");
        assert!(contract["meta"]["tag"].is_null() && contract.get("text").is_none(), "{contract}");
        let read = client.call_in(
            era,
            "read",
            json!({ "mode": "file", "target": "a.txt", "known": [format!("#{digits}@1-3")] }),
        );
        assert!(text_of(&read).contains("\nTWO\n"), "the digits of a preview are no receipt");
    }
}

#[test]
fn a_proposed_text_is_compared_and_not_recorded() {
    let world = committed();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let content = "one\ntwo\nwhat must not be in a record\n";
    for against in ["HEAD", "INDEX", "WORKTREE"] {
        let result = preview(&mut client, Era::Handshake, json!({ "against": against, "content": content }));
        assert!(text_of(&result).contains("\n-three\n+what must"), "{against}: {result}");
        assert!(text_of(&result).starts_with("diff_preview content for a.txt against "));
        assert_eq!(contract_of(&result)["meta"]["proposed"], true);
    }
    assert_eq!(world.records().len(), 3);
    assert!(
        world.records().iter().all(|record| !record.to_string().contains("what must not")),
        "{:?}",
        world.records()
    );
    assert_eq!(std::fs::read_to_string(world.root().join("a.txt")).unwrap(), "one\ntwo\nthree\n");
}

#[test]
fn the_older_name_of_a_preview_asks_for_the_same() {
    let world = committed();
    world.write("a.txt", "one\n2\nthree\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let older =
        client.call_in(Era::Handshake, "dry_run_diff", json!({ "path": "a.txt", "against": "INDEX" }));
    let read = preview(&mut client, Era::Handshake, json!({ "against": "INDEX" }));
    assert_eq!(text_of(&older), text_of(&read));
    assert!(text_of(&older).contains("\n-two\n+2\n"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let world = committed();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for arguments in [
        json!({ "against": "WORKTREE" }),
        json!({ "against": "head" }),
        json!({ "known": ["#482915736208@1-3"] }),
        json!({ "start_line": 1 }),
        json!({ "limit": 0 }),
    ] {
        let result = preview(&mut client, Era::Handshake, arguments.clone());
        assert_eq!(contract_of(&result)["error"]["code"], "INVALID_ARGS", "{arguments}: {result}");
    }
}

#[test]
fn only_the_cost_is_told_if_no_text_is_wanted() {
    let world = committed();
    world.write("a.txt", "one\nTWO\nthree\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let result = preview(&mut client, Era::Handshake, json!({ "preview_mode": "none" }));
    let text = text_of(&result);
    assert!(text.ends_with(" tokens, not sent\n") && !text.contains("TWO"), "{text}");
    assert_eq!(contract_of(&result)["meta"]["would_send"]["lines"], 7);
}

/// Nor is it recorded when the call makes no sense.
#[test]
fn a_proposed_text_is_not_recorded_with_a_call_that_is_refused() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let secret = "the proposed text";
    for arguments in [
        json!({ "mode": "file", "target": "a.txt", "content": secret }),
        json!({ "mode": "diff_preview", "target": "a.txt", "content": secret, "nonsense": 1 }),
        json!({ "content": secret }),
    ] {
        assert_eq!(client.call("read", arguments)["isError"], true);
    }
    let records = world.records();
    assert_eq!(records.len(), 3);
    assert!(records.iter().all(|record| !record.to_string().contains(secret)), "{records:?}");
    assert!(records.iter().all(|record| record.to_string().contains("size_bytes")), "{records:?}");
}
