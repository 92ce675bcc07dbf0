//! The session stack as hosts tell and get it.

use reread_testkit::{ERAS, Era, HttpServerProcess, McpClient, TOKEN, World};
use serde_json::{Value, json};

fn stack(client: &mut McpClient, era: Era) -> Value {
    let answer = client.ask_in(era, "resources/read", json!({ "uri": "reread://stack" }));
    parsed(&answer)
}

fn parsed(answer: &Value) -> Value {
    let contents = &answer["result"]["contents"][0];
    assert_eq!(contents["mimeType"], "application/json", "{answer}");
    serde_json::from_str(contents["text"].as_str().unwrap()).unwrap()
}

/// Reads `a.txt` with something said beside the call; what the model is shown.
fn read_beside(client: &mut McpClient, era: Era, meta: &Value) -> Value {
    let arguments = json!({ "mode": "file", "target": "a.txt" });
    let params = json!({ "name": "read", "arguments": arguments, "_meta": meta });
    let answer = client.ask_in(era, "tools/call", params);
    answer["result"]["content"].clone()
}

#[test]
fn reads_are_told_and_what_changed_since_is_stale() {
    for era in ERAS {
        let world = World::project();
        let mut client = McpClient::of(era, &world, &[]);
        assert_eq!(stack(&mut client, era)["recent_reads"], json!([]));
        read_beside(&mut client, era, &json!({}));
        let told = stack(&mut client, era);
        assert_eq!(told["recent_reads"][0]["path"], "a.txt", "{told}");
        assert_eq!(told["recent_reads"][0]["lines"], "1-3");
        assert_eq!(told["stale_reads"], json!([]));
        for unknown in ["open_buffers", "active_task"] {
            assert_eq!(told[unknown], json!({ "known": false }));
        }
        assert_eq!(told["pending_edits"], json!([]));
        world.write("a.txt", "other\n");
        let told = stack(&mut client, era);
        assert_eq!(told["stale_reads"][0]["path"], "a.txt");
        assert_eq!(told["stale_reads"][0]["freshness"], "changed");
        assert_eq!(client.end().code, Some(0));
    }
}

#[test]
fn writes_are_listed_with_the_files_that_they_made() {
    for era in ERAS {
        let world = World::project();
        let mut client = McpClient::of(era, &world, &[]);
        assert_eq!(stack(&mut client, era)["recent_writes"], json!([]));
        client.call_in(era, "write_file", json!({ "path": "new.txt", "content": "1\n" }));
        let patch = "<<<<<<< SEARCH\none\n=======\nONE\n>>>>>>> REPLACE\n";
        client.call_in(era, "apply_patch", json!({ "path": "a.txt", "patch": patch }));
        client.call_in(
            era,
            "apply_patch",
            json!({ "path": "a.txt", "patch": patch.replace("one", "none"), "dry_run": true }),
        );
        let writes = |told: &Value| -> Vec<String> {
            let line = |write: &Value| {
                ["change", "path", "freshness"].map(|key| write[key].as_str().unwrap().to_owned()).join(" ")
            };
            told["recent_writes"].as_array().unwrap().iter().map(line).collect()
        };
        assert_eq!(writes(&stack(&mut client, era)), ["changed a.txt current", "created new.txt current"]);
        world.write("new.txt", "2\n");
        assert_eq!(writes(&stack(&mut client, era)), ["changed a.txt current", "created new.txt changed"]);
        // Another caller has written nothing.
        let mut other = McpClient::of(era, &world, &[]);
        assert_eq!(stack(&mut other, era)["recent_writes"], json!([]));
        assert_eq!((client.end().code, other.end().code), (Some(0), Some(0)));
    }
}

#[test]
fn the_stack_stands_beside_a_result_if_the_host_asks_for_it() {
    for era in ERAS {
        let world = World::project();
        let mut client = McpClient::of(era, &world, &[]);
        let mut beside = |arguments: Value, wanted: Value| {
            let meta = json!({ "reread/stack": wanted });
            let params = json!({ "name": "read", "arguments": arguments, "_meta": meta });
            let result = &client.ask_in(era, "tools/call", params)["result"];
            (result["content"].clone(), result["_meta"]["reread/stack"].clone())
        };
        let read = json!({ "mode": "file", "target": "a.txt" });
        let (asked, stack) = beside(read.clone(), json!(true));
        assert_eq!(stack["recent_reads"][0]["path"], "a.txt", "{stack}");
        assert_eq!(beside(read, json!("true")), (asked, Value::Null));
        world.write("a.txt", "other\n");
        let (_, stack) = beside(json!({ "mode": "file", "target": "missing" }), json!(true));
        assert_eq!(stack["stale_reads"][0]["path"], "a.txt", "{stack}");
        assert_eq!(client.end().code, Some(0));
    }
}

#[test]
fn what_a_host_tells_is_kept_for_its_conversation_and_changes_no_answer() {
    for era in ERAS {
        let world = World::project();
        // Two servers are called alike, and only one is told something.
        let (mut client, mut plain) = (McpClient::of(era, &world, &[]), McpClient::of(era, &world, &[]));
        let mut tell = |client: &mut McpClient, thread: Value, told: Value| {
            let mut meta = thread.clone();
            meta.as_object_mut().unwrap().extend(told.as_object().unwrap().clone());
            assert_eq!(read_beside(client, era, &meta), read_beside(&mut plain, era, &thread), "{told}");
        };
        let task = "a.txt is unchanged";
        tell(
            &mut client,
            json!({}),
            json!({ "reread/open_buffers": ["a.txt", "b\n.txt"], "reread/active_task": task }),
        );
        tell(&mut client, json!({}), json!({ "reread/open_buffers": 7, "reread/active_task": ["x"] }));
        tell(&mut client, json!({ "threadId": "t" }), json!({ "reread/active_task": "another" }));
        let told = stack(&mut client, era);
        assert_eq!(told["open_buffers"]["files"], json!(["a.txt", "b\\n.txt"]));
        assert_eq!(told["active_task"]["text"], task);
        tell(&mut client, json!({}), json!({ "reread/active_task": null }));
        assert_eq!(stack(&mut client, era)["active_task"], json!({ "known": false }));
        assert_eq!((client.end().code, plain.end().code), (Some(0), Some(0)));
    }
}

/// Over HTTP, calls of the newer era without a name for their conversation cannot be told apart: nothing is kept of what is
/// said beside them, and no client hears of what another one said.
#[test]
fn what_is_told_without_a_name_is_not_kept() {
    let world = World::project();
    let server = HttpServerProcess::start(&world, &[]);
    let params = json!({
        "name": "stat_file",
        "arguments": { "path": "a.txt" },
        "_meta": { "reread/active_task": "another task" },
    });
    server.ask(TOKEN, "tools/call", params);
    let answer = server.ask(TOKEN, "resources/read", json!({ "uri": "reread://stack" }));
    assert_eq!(parsed(&answer)["active_task"], json!({ "known": false }));
    assert_eq!(server.end().code, Some(0));
}
