//! How much a caller may write.

use std::path::Path;

use reread_testkit::{ERAS, Era, McpClient, World, contract_of, text_of};
use serde_json::{Value, json};

use super::http_isolation::{ONE, TWO, server_for_two};

fn world(limits: &str) -> World {
    let world = World::project();
    world.configure(&format!("[write]\n{limits}\n"));
    world
}

fn write(name: &str, content: &str) -> Value {
    json!({ "path": name, "content": content })
}

fn is_refused(result: &Value) -> bool {
    contract_of(result)["error"]["code"] == "write_budget"
}

/// How many files there are of those that were to be made.
fn made(root: &Path) -> usize {
    let names = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_str().unwrap().starts_with("new-")).count()
}

#[test]
fn what_is_written_is_counted_and_nothing_else() {
    for era in ERAS {
        let world = world("max_writes_per_session = 2");
        let mut client = McpClient::of(era, &world, &[]);
        let mut call = |tool: &str, arguments: Value| client.call_in(era, tool, arguments);
        assert_eq!(contract_of(&call("write_file", write("b.txt", "b\n")))["outcome"], "applied");
        let patch = "b.txt\n<<<<<<< SEARCH\nb\n=======\nB\n>>>>>>> REPLACE\n";
        for _ in 0..3 {
            let shown = call("apply_patch", json!({ "patch": patch, "dry_run": true }));
            assert_eq!(shown["isError"], false, "what is only shown is free: {shown}");
            let stale = call("write_file", write("b.txt", "c\n"));
            assert_eq!(contract_of(&stale)["error"]["code"], "stale", "and so is what fails: {stale}");
            let same = call("write_file", json!({ "path": "b.txt", "content": "", "mode": "append" }));
            assert_eq!(contract_of(&same)["outcome"], "no_change", "or changes nothing: {same}");
        }
        assert_eq!(contract_of(&call("apply_patch", json!({ "patch": patch })))["outcome"], "applied");
        let refused = call("write_file", write("c.txt", "c\n"));
        assert!(is_refused(&refused), "{refused}");
        assert_eq!(
            text_of(&refused),
            "write_budget: the write budget does not allow it: 2 of 2 writes and 4 bytes are used\n\
             try: write no more, and tell the user, who sets write.max_writes_per_session and write.max_bytes_written\n"
        );
        assert!(!world.root().join("c.txt").exists());
        assert!(is_refused(&call("rollback", json!({ "path": "b.txt", "version_id": "v1" }))));
        let labelled = json!({ "path": "c.txt", "content": "c\n", "session": "fresh" });
        assert!(is_refused(&call("write_file", labelled)), "a new label buys nothing");
        let shown = call("apply_patch", json!({ "patch": patch.replace('b', "B"), "dry_run": true }));
        assert!(!is_refused(&shown), "what would be done can be looked at still: {shown}");
        assert_eq!(call("read", json!({ "mode": "file", "target": "b.txt" }))["isError"], false);
        client.settle();
        let denied = world.records().into_iter().filter(|record| record["code"] == "write_budget");
        assert!(denied.into_iter().all(|record| record["outcome"] == "denied"));
    }
}

#[test]
fn bytes_are_counted_and_a_smaller_write_may_still_fit() {
    let world = world("max_bytes_written = 10");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let mut fits = |name: &str, content: &str| !is_refused(&client.call("write_file", write(name, content)));
    let fitting = [("b.txt", "123456"), ("c.txt", "12345"), ("d.txt", "1234"), ("e.txt", "1"), ("f.txt", "")];
    assert_eq!(fitting.map(|(name, content)| fits(name, content)), [true, false, true, false, true]);
    assert!(!world.root().join("c.txt").exists() && !world.root().join("e.txt").exists());
}

#[test]
fn a_patch_of_several_files_fits_as_a_whole_or_not_at_all() {
    let world = world("max_writes_per_session = 2");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let patch = |names: &[&str]| {
        let add = |name: &&str| format!("*** Add File: {name}\n+x\n");
        json!({ "patch": format!("*** Begin Patch\n{}*** End Patch\n", names.iter().map(add).collect::<String>()) })
    };
    assert!(is_refused(&client.call("apply_patch", patch(&["new-1", "new-2", "new-3"]))));
    assert_eq!(made(&world.root()), 0);
    assert!(!is_refused(&client.call("apply_patch", patch(&["new-1", "new-2"]))));
    assert_eq!(made(&world.root()), 2);
}

#[test]
fn calls_at_the_same_time_do_not_go_past_the_limit_together() {
    let world = world("max_writes_per_session = 7");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let call =
        |number: usize| json!({ "name": "write_file", "arguments": write(&format!("new-{number}"), "x\n") });
    let asked: Vec<u64> = (0..40).map(|number| client.request("tools/call", call(number))).collect();
    let results: Vec<Value> = asked.into_iter().map(|id| client.answer(id)["result"].clone()).collect();
    let refused = results.iter().filter(|result| is_refused(result)).count();
    let applied = results.iter().filter(|result| contract_of(result)["outcome"] == "applied").count();
    assert_eq!((applied, refused, made(&world.root())), (7, 33, 7));
}

#[test]
fn over_http_each_token_has_its_own() {
    let world = world("max_writes_per_session = 4");
    let server = &server_for_two(&world, &[]);
    let write_some = |token: &'static str, number: usize| {
        let name = |part: usize| format!("new-{}-{number}-{part}", &token[..1]);
        let call = |part: usize| server.call(token, "write_file", write(&name(part), "x\n"));
        (0..3).map(call).filter(|result| !is_refused(result)).count()
    };
    let applied = |token| -> usize {
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..5).map(|number| scope.spawn(move || write_some(token, number))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        })
    };
    assert_eq!((applied(ONE), made(&world.root())), (4, 4));
    assert_eq!((applied(TWO), made(&world.root())), (4, 8));
}
