//! Kinds of models, and how much each is sent at a time.

use reread_testkit::{Era, McpClient, World, contract_of, text_of};
use serde_json::{Value, json};

fn world() -> World {
    let world = World::project();
    world.write("b.txt", "a line of text\n".repeat(1_000));
    world
}

/// How many lines a read shows that does not say how many it wants.
fn usual(client: &mut McpClient, session: Value) -> Value {
    let read = client.call("read", json!({ "mode": "file", "target": "b.txt", "session": session }));
    contract_of(&read)["line_count"].clone()
}

#[test]
fn the_kind_is_said_by_a_label_or_a_flag_or_the_configuration() {
    let world = world();
    let of = |options: &[&str]| usual(&mut McpClient::of(Era::Handshake, &world, options), Value::Null);
    let off = ["--guard", "off", "--backend"];
    assert_eq!(of(&["--guard", "off"]), 300);
    assert_eq!(of(&[&off[..], &["local"]].concat()), 80);
    assert_eq!(of(&[&off[..], &["cloud"]].concat()), 300);
    assert_eq!(of(&[&off[..], &["review"]].concat()), 600);
    world.configure(
        "[guard]\nmode = \"off\"\n[backends]\ndefault = \"review\"\n\
         labels = { \"scout-*\" = \"local\", \"scout-chief\" = \"cloud\" }\n[backends.local]\nreply_lines = 20\n",
    );
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    assert_eq!(usual(&mut client, Value::Null), 600);
    assert_eq!(usual(&mut client, json!("scout-7")), 20);
    assert_eq!(usual(&mut client, json!("scout-chief")), 300);
    assert_eq!(usual(&mut client, json!("other")), 600);
}

/// The guard lets through what is usual for the kind of model, and no more than the user chose.
#[test]
fn the_usual_reply_of_a_kind_passes_the_guard() {
    let world = world();
    let of = |options: &[&str]| usual(&mut McpClient::of(Era::Handshake, &world, options), Value::Null);
    assert_eq!(of(&["--backend", "review"]), 600);
    assert_eq!(of(&["--backend", "cloud"]), 300);
    world.configure("[guard.budget]\nmax_single_read_lines = 100\n");
    assert_eq!(of(&["--backend", "review"]), 100);
}

/// A model says its label itself, so that it cannot talk itself out of being a small one.
#[test]
fn a_label_does_not_lift_what_the_server_was_told() {
    let world = world();
    world.configure("[backends]\nlabels = { \"big-*\" = \"review\" }\n");
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "off", "--backend", "local"]);
    assert_eq!(usual(&mut client, json!("big-1")), 80);
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "off"]);
    assert_eq!(usual(&mut client, json!("big-1")), 600);
}

/// An approval of much of one file approves nothing of another.
#[test]
fn more_is_approved_for_one_file_at_a_time() {
    let world = world();
    let mut client = McpClient::start(&world, &["--backend", "local"]);
    client.handshake_with(json!({ "elicitation": {} }));
    let both = json!({ "mode": "file", "target": "a.txt", "targets": ["b.txt"], "max_lines": 290, "max_preview_chars": 12_000 });
    let text = client.text("read", both.clone());
    assert!(text.starts_with("approval_required: ") && text.contains("one file at a time"), "{text}");
    let one = json!({ "name": "read", "arguments": { "mode": "file", "target": "a.txt", "max_lines": 290 } });
    let id = client.request("tools/call", one);
    let question = client.asked("elicitation/create");
    let yes = json!({ "action": "accept", "content": { "approve": true } });
    client.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": yes }));
    assert!(text_of(&client.answer(id)["result"]).contains("\ntwo\n"));
    assert!(client.text("read", both).starts_with("approval_required: "));
    let preview = json!({ "mode": "diff_preview", "target": "a.txt", "max_lines": 290 });
    assert!(client.text("read", preview).starts_with("approval_required: "));
}

#[test]
fn a_small_model_needs_approval_for_more() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &["--backend", "local"]);
    let read = |more: Value| {
        let mut arguments = json!({ "mode": "file", "target": "b.txt" });
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ("read", arguments)
    };
    for (tool, arguments) in [
        read(json!({ "limit": 81 })),
        read(json!({ "max_lines": 81 })),
        read(json!({ "max_preview_chars": 4001 })),
        read(json!({ "target": "b.txt:1-81" })),
        read(json!({ "mode": "snippet", "start_line": 100, "context_lines": 41 })),
        ("read_file", json!({ "path": "b.txt" })),
        ("read_lines", json!({ "path": "b.txt", "start_line": 1, "end_line": 81 })),
        ("read_file_head", json!({ "path": "b.txt", "max_lines": 81 })),
        ("read_file_tail", json!({ "path": "b.txt", "max_lines": 81 })),
    ] {
        let text = text_of(&client.call(tool, arguments.clone()));
        let expected = "asks for more than 80 lines or 4000 characters at once, which needs approval";
        assert!(
            text.starts_with("approval_required: ") && text.contains(expected),
            "{tool} {arguments}: {text}"
        );
    }
    for (tool, arguments) in [
        read(json!({ "limit": 80 })),
        read(json!({ "target": "b.txt:900-979" })),
        ("read_file", json!({ "path": "a.txt" })),
        ("read_file_tail", json!({ "path": "b.txt", "max_lines": 80 })),
        ("get_excerpt", json!({ "filepath": "b.txt", "max_lines": 500 })),
    ] {
        let result = client.call(tool, arguments.clone());
        assert_eq!(result["isError"], false, "{tool} {arguments}: {result}");
        assert!(contract_of(&result)["line_count"].as_u64().unwrap() <= 80, "{tool} {arguments}");
    }
}

/// A search shows pieces, so it is made smaller, says so, and says where to go on; lines around matches count.
#[test]
fn a_small_model_is_shown_little_of_a_search() {
    let world = world();
    world.write("wide.txt", format!("{}\n", "wide ".repeat(50)).repeat(100));
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "off", "--backend", "local"]);
    let all = json!({ "path": "b.txt", "query": "line", "max_matches": 100_000 });
    world.write("c.txt", "the first\n".to_owned() + &"and more\n".repeat(400));
    let around = json!({ "path": "c.txt", "query": "first", "after_lines": 1000 });
    for (arguments, count) in [(all, 80), (around, 1)] {
        let result = client.call("search_in_file", arguments);
        let text = text_of(&result);
        let head = text.lines().next().unwrap();
        assert!(head.contains(", cut by lines, next offset 81"), "{head}");
        assert_eq!(text.lines().count(), 1 + 80 + 1, "{text}");
        let contract = contract_of(&result);
        assert_eq!((&contract["count"], &contract["truncated"]), (&json!(count), &json!(true)));
        assert_eq!(
            (&contract["meta"]["stopped_by"], &contract["meta"]["next"]["offset"]),
            (&json!("lines"), &json!(81))
        );
    }
    let excerpt = client.call("get_excerpt", json!({ "filepath": "wide.txt", "max_lines": 80 }));
    assert!(text_of(&excerpt).chars().count() <= 4_000 + 300, "{}", text_of(&excerpt));
    assert!(text_of(&excerpt).contains(" next 8]"), "{}", text_of(&excerpt));
    let wide = client.call("search_in_file", json!({ "path": "wide.txt", "query": "wide" }));
    assert_eq!(contract_of(&wide)["meta"]["stopped_by"], "chars");
    assert!(text_of(&wide).chars().count() <= 4_000 + 300, "{}", text_of(&wide).chars().count());
    for arguments in [
        json!({ "query": "a line of", "max_matches": 100_000 }),
        json!({ "query": "a line of", "max_matches": 1, "before_lines": 1000, "after_lines": 1000 }),
    ] {
        let result = client.call("search", arguments);
        let text = text_of(&result);
        let head = text.lines().next().unwrap();
        assert!(head.contains(" shown: cut by lines, "), "{head}");
        // The line that names the file is one of them.
        assert_eq!(text.lines().count(), 1 + 80 + 1, "{text}");
        assert_eq!(contract_of(&result)["meta"]["stopped_by"], "lines");
    }
}
