//! What a result carries, for the model and for the host.

use reread_testkit::{ERAS, Era, McpClient, World, contract_of, text_of};
use serde_json::{Value, json};

#[test]
fn the_host_gets_the_contract_without_the_text() {
    let world = World::project();
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &[]);
        let read = client.call_in(era, "read", json!({ "mode": "file", "target": "a.txt" }));
        let contract = contract_of(&read);
        assert_eq!(
            (&contract["ok"], &contract["mode"], &contract["target"]),
            (&json!(true), &json!("file"), &json!("a.txt"))
        );
        assert_eq!(contract["location"], json!({ "file": "a.txt", "line": 1, "end_line": 3 }));
        let search = client.call_in(
            era,
            "search_in_file",
            json!({ "path": "a.txt", "query": "^thr", "is_regex": true }),
        );
        assert_eq!(contract_of(&search)["count"], 1);
        let file = client.call_in(era, "read_file", json!({ "path": "a.txt" }));
        world.write("three.py", "def three():\n    pass\n");
        let summary = client.call_in(era, "summarize_file", json!({ "path": "three.py" }));
        assert!(contract_of(&summary).get("summary").is_none(), "{summary}");
        for result in [read, search, file] {
            assert!(!contract_of(&result).to_string().contains("three"), "{result}");
            assert!(result.get("structuredContent").is_none(), "{result}");
        }
    }
}

#[test]
fn a_structured_server_sends_the_whole_contract_too() {
    let world = World::project();
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &["--structured"]);
        let mut read = client.call_in(era, "read", json!({ "mode": "file", "target": "a.txt" }));
        assert_eq!(read["structuredContent"]["text"], "one\ntwo\nthree\n");
        assert!(text_of(&read).contains("\none\ntwo\nthree\n"));
        let printed: Value = serde_json::from_str(&world.printed(&["read", "a.txt", "--json"])).unwrap();
        // The command line has no guard; all else is the same.
        let meta = read["structuredContent"]["meta"].as_object_mut().unwrap();
        assert!(meta.remove("stabilization").is_some() && meta.remove("context_bundle_id").is_some());
        assert_eq!(read["structuredContent"], printed);
        let search = client.call_in(era, "search_in_file", json!({ "path": "a.txt", "query": "three" }));
        assert_eq!(search["structuredContent"]["matches"][0]["text"], "three");
        let tree = client.call_in(era, "search", json!({ "query": "three" }));
        assert_eq!(tree["structuredContent"]["results"][0]["matches"][0]["text"], "three");
        assert_eq!(contract_of(&tree)["results"][0]["path"], "a.txt");
        assert_eq!(contract_of(&tree)["results"][0]["matches"], Value::Null, "metadata holds no text");
        let missing = client.call_in(era, "read", json!({ "mode": "file", "target": "b.txt" }));
        assert_eq!(missing["structuredContent"]["error"]["code"], "missing");
        let refused = client.call_in(era, "write_file", json!({}));
        assert_eq!(refused["structuredContent"]["error"]["code"], "INVALID_ARGS");
    }
}

/// What a file holds reaches the model byte for byte, whatever JSON does with it on the way.
#[test]
fn text_is_exact() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for text in ["\r\n", "a\tb\u{1b}[2J\0\n", "\u{feff}é\u{2028}\u{202e}\n", "no end", "", "\\n\"quoted\"\n"]
    {
        world.write("b.txt", text);
        let got = client.text("read", json!({ "mode": "file", "target": "b.txt" }));
        let printed = world.printed(&["read", "b.txt"]);
        assert_eq!(format!("b.txt {got}"), printed, "a result leaves out the name in the call: {text:?}");
        let got: String = got.split_inclusive('\n').skip(1).collect();
        assert!(got.starts_with(text), "{text:?}: {got:?}");
    }
}

#[test]
fn records_say_how_much_was_sent() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let list = client.text("list_files", json!({}));
    assert_eq!(world.records().last().unwrap()["sent_bytes"], list.len());
}

#[test]
fn records_name_the_caller() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let pid = client.pid();
    let stat = |label: Value| json!({ "path": "a.txt", "session": label });
    client.call("stat_file", stat(Value::Null));
    client.call("stat_file", stat(json!("review")));
    let of_thread =
        json!({ "name": "stat_file", "arguments": stat(Value::Null), "_meta": { "threadId": "t1" } });
    client.ask("tools/call", of_thread);
    let both =
        json!({ "name": "stat_file", "arguments": stat(json!("review")), "_meta": { "threadId": "t1" } });
    client.ask("tools/call", both);
    // A call that is rejected belongs to its conversation, too.
    client.call("read", json!({ "mode": "file", "target": "a.txt", "limit": 0, "session": "review" }));
    let callers: Vec<Value> = world.records().iter().map(|record| record["caller"].clone()).collect();
    let process = callers[0].as_str().unwrap();
    assert!(process.starts_with(&format!("pid:{pid}-")), "{process}");
    let expected = ["", "/session:review", "/thread:t1", "/session:review", "/session:review"];
    assert_eq!(callers, expected.map(|conversation| format!("{process}{conversation}")));
    // Numbers of processes come round, and this name does not.
    let mut other = McpClient::of(Era::Handshake, &world, &[]);
    other.call("stat_file", stat(Value::Null));
    let digits = |caller: &str| caller.split_once('-').map(|(_, digits)| digits.to_owned());
    let last = world.records().last().unwrap()["caller"].as_str().map(digits);
    assert!(last.flatten().is_some_and(|last| last.len() == 16 && Some(last) != digits(process)));
    assert!(world.records().iter().all(|record| record["face"] == "mcp"));
}
