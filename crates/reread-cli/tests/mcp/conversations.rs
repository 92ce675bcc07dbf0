//! What the guard knows of a conversation, sentence by sentence of its rules.

use reread_testkit::{Era, McpClient, World, contract_of, text_of};
use serde_json::{Value, json};

fn stabilization(result: &Value) -> &Value {
    &contract_of(result)["meta"]["stabilization"]
}

fn file(target: &str) -> Value {
    json!({ "mode": "file", "target": target })
}

/// Files that a conversation was told of by an overview, by the candidates of a name or by a hint are no surprise.
#[test]
fn what_a_reply_names_is_relevant() {
    let world = World::project();
    world.write("src/found.rs", "pub fn word() {}\n");
    for name in ["seen", "one", "two"] {
        world.write(&format!("lib/{name}.rs"), "pub fn of_seen() {}\n");
    }
    world.write("lib/deep/hidden.rs", "pub struct Hidden;\n");
    world.write("base/base.py", "class Base:\n    def total(self):\n        return 1\n");
    world.write("base/child.py", "class Child(Base):\n    pass\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let mut call = |tool: &str, arguments: Value| text_of(&client.call(tool, arguments));
    call("search", json!({ "query": "word" }));
    call("read", json!({ "mode": "outline", "target": "lib" }));
    let text = call("read", file("lib/seen.rs"));
    assert!(text.contains("of_seen") && !text.contains("LOW_RELEVANCE"), "an overview named it: {text}");
    let text = call("read", file("lib/deep/hidden.rs"));
    assert!(text.contains("LOW_RELEVANCE"), "an overview did not name it: {text}");
    let asked = call("read", json!({ "mode": "symbol", "target": "of_seen" }));
    assert!(asked.contains("lib/two.rs#of_seen"), "{asked}");
    let text = call("read", file("lib/two.rs"));
    assert!(!text.contains("LOW_RELEVANCE"), "a candidate: {text}");
    let asked = call("read", json!({ "mode": "symbol", "target": "Child.total" }));
    assert!(asked.contains("it is inherited: base/base.py#Base.total"), "{asked}");
    let text = call("read", file("base/base.py"));
    assert!(!text.contains("LOW_RELEVANCE"), "the base: {text}");
}

/// The last five searches count, and a sixth forgets the first.
#[test]
fn five_searches_are_remembered() {
    let world = World::project();
    for number in 1..=7 {
        world.write(&format!("src/{number}.rs"), format!("pub fn word_{number}() {{}}\n"));
    }
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for number in 1..=6 {
        client.call("search", json!({ "query": format!("word_{number}") }));
    }
    let text = text_of(&client.call("read", file("src/1.rs")));
    let line =
        "[LOW_RELEVANCE: This target seems unrelated. Try \"src/6.rs\", found by search \"word_6\".]\n";
    assert!(text.ends_with(line), "{text}");
    for number in 2..=6 {
        let text = text_of(&client.call("read", file(&format!("src/{number}.rs"))));
        assert!(!text.contains("LOW_RELEVANCE"), "{number}: {text}");
    }
}

/// Past the limit a search grants ten reads together, each file at most the lines of one reply; then another search is due.
#[test]
fn a_search_grants_ten_reads() {
    let world = World::project();
    for number in 0..4 {
        world.write(&format!("src/{number}.txt"), "needle\n".repeat(500));
    }
    world.configure("[guard.budget]\nmax_reads_per_session = 1\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    client.call("read", file("src/0.txt:1-1"));
    assert_eq!(client.call("read", file("src/1.txt:1-1"))["isError"], true);
    for _ in 0..2 {
        client.call("search", json!({ "query": "needle", "max_matches": 40 }));
        for read in 0..10 {
            let result = client.call("read", file(&format!("src/{}.txt:1-2", read % 4)));
            assert_eq!(result["isError"], false, "{read}: {result}");
            assert_eq!(stabilization(&result)["budget_state"], "HARD_LIMIT");
        }
        let refused = client.call("read", file("src/1.txt:1-2"));
        assert_eq!(refused["isError"], true, "the eleventh: {refused}");
        assert_eq!(stabilization(&refused)["budget_state"], "HARD_LIMIT");
    }
    client.call("search", json!({ "query": "needle", "max_matches": 40 }));
    let mut served = 0;
    for read in 0..4 {
        let result = client.call("read", file(&format!("src/2.txt:{}-{}", read * 100 + 1, read * 100 + 100)));
        served += contract_of(&result)["line_count"].as_u64().unwrap_or(0);
    }
    assert_eq!(served, 300, "the lines of one reply, in as many reads as it takes");
}

/// A diff is served whatever was spent, and so is the marker after it.
#[test]
fn diffs_are_served_past_the_limit() {
    let world = World::project();
    let lines: Vec<String> = (1..=80).map(|number| format!("line {number}\n")).collect();
    world.write("b.txt", lines.concat());
    world.configure("[guard.budget]\nmax_reads_per_session = 1\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let first = client.call("read", file("b.txt"));
    let tag = contract_of(&first)["meta"]["tag"].clone();
    world.write("b.txt", lines.concat().replace("line 40\n", "line forty\n"));
    assert_eq!(client.call("read", file("b.txt"))["isError"], true);
    let known = json!({ "mode": "file", "target": "b.txt", "known": [tag] });
    let diff = client.call("read", known);
    assert!(text_of(&diff).contains("+line forty"), "{diff}");
}

/// Each state is announced once. A limit that the caller asked for is none.
#[test]
fn a_state_is_announced_once() {
    let world = World::project();
    world.write("b.txt", "a line\n".repeat(400));
    world.configure("[guard.budget]\nmax_reads_per_session = 10\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let mut announced = Vec::new();
    for read in 1..=9 {
        let result = client
            .call("read", json!({ "mode": "file", "target": format!("b.txt:{read}-400"), "max_lines": 2 }));
        if text_of(&result).contains("[SOFT_LIMIT") {
            announced.push(read);
        }
        let expected = if read < 8 { "NORMAL" } else { "SOFT_LIMIT" };
        assert_eq!(stabilization(&result)["budget_state"], expected, "{read}");
    }
    assert_eq!(announced, [8]);
    let page = client.call("search", json!({ "query": "a line", "max_matches": 1000 }));
    assert!(!text_of(&page).to_lowercase().contains("search"), "no advice to search: {}", text_of(&page));
}

/// A profile that shortens a reply says so, whichever tool it is, and each such reply is counted.
#[test]
fn a_profile_that_shortens_says_so() {
    let world = World::project();
    world.write("b.txt", "a line of text\n".repeat(1_000));
    let declared: Vec<String> = (0..900).map(|number| format!("def name_{number}():\n    pass\n")).collect();
    world.write("many.py", declared.concat());
    for number in 0..200 {
        world.write(&format!("many/file_{number:03}.txt"), "x\n");
    }
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "warn", "--backend", "local"]);
    let calls = [
        ("read", file("b.txt")),
        ("read", json!({ "mode": "outline", "target": "many.py", "max_tokens": 100_000 })),
        ("read", json!({ "mode": "outline", "target": "many", "max_tokens": 100_000 })),
        ("read", json!({ "mode": "file", "target": "b.txt", "targets": ["many.py"] })),
        ("search", json!({ "query": "a line of", "max_matches": 1_000 })),
        ("search_in_file", json!({ "path": "b.txt", "query": "a line", "max_matches": 1_000 })),
        ("list_files", json!({ "limit": 1_000 })),
    ];
    let mut counted = 0;
    for (tool, arguments) in calls {
        let result = client.call(tool, arguments.clone());
        assert_eq!(result["isError"], false, "{tool} {arguments}: {result}");
        let contract = contract_of(&result);
        assert_eq!(contract["meta"]["preview_degraded"], true, "{tool} {arguments}: {contract}");
        let count = stabilization(&result)["metrics_snapshot"]["preview_degraded_count"].as_u64().unwrap();
        assert!(count > counted, "{tool} {arguments}: {count} after {counted}");
        counted = count;
    }
}
