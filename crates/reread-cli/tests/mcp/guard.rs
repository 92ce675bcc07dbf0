//! The budget and what is said about it.

use reread_testkit::{Era, HttpServerProcess, McpClient, TOKEN, World, contract_of, text_of};
use serde_json::{Value, json};

fn stabilization(result: &Value) -> &Value {
    &contract_of(result)["meta"]["stabilization"]
}

fn lines(client: &mut McpClient, line: usize) -> Value {
    client.call("read", json!({ "mode": "file", "target": format!("b.txt:{line}") }))
}

fn world() -> World {
    let world = World::project();
    let text: String = (1..=400).map(|line| format!("line {line}\n")).collect();
    world.write("b.txt", text);
    world
}

#[test]
fn the_budget_is_said_and_then_kept() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for read in 1..=25 {
        let result = lines(&mut client, read);
        let expected = match read {
            1..20 => "NORMAL",
            20..25 => "SOFT_LIMIT",
            _ => "HARD_LIMIT",
        };
        assert_eq!(stabilization(&result)["budget_state"], expected, "read {read}");
        // A model is told when there is news, and not with every reply.
        let text = text_of(&result);
        let is_told = text.contains("\n[SOFT_LIMIT: ") || text.contains("\n[HARD_LIMIT: ");
        assert_eq!(is_told, read == 20 || read == 25, "read {read}: {text}");
        assert_eq!(stabilization(&result)["metrics_snapshot"]["reads_count"], read);
    }
    let refused = lines(&mut client, 26);
    let text = text_of(&refused);
    assert!(
        text.starts_with("BUDGET_EXCEEDED: Read budget exceeded. Use search to narrow scope: "),
        "{text}"
    );
    assert!(text.contains("\ntry: search for "), "{text}");
    assert_eq!(stabilization(&refused)["budget_state"], "HARD_LIMIT");
    client.settle();
    let last = world.records().pop().unwrap();
    assert_eq!((&last["outcome"], &last["code"]), (&json!("denied"), &json!("BUDGET_EXCEEDED")));
}

#[test]
fn a_new_label_or_an_older_name_buys_nothing() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for read in 1..=25 {
        let arguments =
            json!({ "mode": "file", "target": format!("b.txt:{read}"), "session": format!("s{read}") });
        assert_eq!(client.call("read", arguments)["isError"], false);
    }
    for (tool, arguments) in [
        ("read", json!({ "mode": "file", "target": "b.txt", "session": "fresh" })),
        ("read", json!({ "mode": "snippet", "target": "b.txt", "start_line": 1 })),
        ("read_file", json!({ "path": "b.txt" })),
        ("read_lines", json!({ "path": "b.txt", "start_line": 1, "end_line": 2 })),
        ("read_file_head", json!({ "path": "b.txt", "max_lines": 1 })),
        ("read_file_tail", json!({ "path": "b.txt", "max_lines": 1 })),
        ("get_excerpt", json!({ "filepath": "b.txt" })),
        ("summarize_file", json!({ "filepath": "b.txt" })),
        ("get_snippet", json!({ "path": "b.txt", "start_line": 1 })),
    ] {
        let text = text_of(&client.call(tool, arguments));
        assert!(text.starts_with("BUDGET_EXCEEDED: "), "{tool}: {text}");
    }
    assert_eq!(client.call("stat_file", json!({ "path": "b.txt" }))["isError"], false);
}

#[test]
fn markers_are_free_and_come_through_when_text_does_not() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let first = client.call("read", json!({ "mode": "file", "target": "a.txt" }));
    let tag = contract_of(&first)["meta"]["tag"].clone();
    let again = json!({ "mode": "file", "target": "a.txt", "known": [tag] });
    for _ in 0..40 {
        assert_eq!(text_of(&client.call("read", again.clone())), "[reread: unchanged, 3 lines]\n");
    }
    for read in 1..=24 {
        assert_eq!(lines(&mut client, read)["isError"], false, "read {read}");
    }
    assert_eq!(lines(&mut client, 25)["isError"], true);
    assert_eq!(text_of(&client.call("read", again.clone())), "[reread: unchanged, 3 lines]\n");
    world.write("a.txt", "one\ntwo\nthree\n".repeat(9));
    assert!(text_of(&client.call("read", again)).starts_with("BUDGET_EXCEEDED: "));
}

#[test]
fn the_third_time_there_is_a_hint_and_the_text() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let read = json!({ "mode": "file", "target": "a.txt" });
    let texts: Vec<String> = (0..3).map(|_| text_of(&client.call("read", read.clone()))).collect();
    assert_eq!(texts[0], texts[1]);
    let hint = texts[2].strip_prefix(&texts[0]).unwrap();
    assert!(
        hint.starts_with("[repeated_read: The same text was sent 3 times.") && hint.contains("known: "),
        "{hint}"
    );
    // Another conversation has not been sent it.
    let other =
        text_of(&client.call("read", json!({ "mode": "file", "target": "a.txt", "session": "other" })));
    assert_eq!(other, texts[0]);
}

#[test]
fn the_configuration_says_how_strictly_it_is_meant() {
    let budget = "[guard.budget]\nmax_reads_per_session = 1\n";
    let second = |mode: &str, options: &[&str]| {
        let world = world();
        world.configure(&format!("[guard]\nmode = \"{mode}\"\n{budget}"));
        let mut client = McpClient::of(Era::Handshake, &world, options);
        let first = text_of(&lines(&mut client, 1));
        (first, text_of(&lines(&mut client, 2)))
    };
    let (_, refused) = second("enforce", &[]);
    assert!(refused.starts_with("BUDGET_EXCEEDED: "), "{refused}");
    let (first, served) = second("warn", &[]);
    assert!(
        first.contains("\n[HARD_LIMIT: Read budget exceeded.") && served.contains("\nline 2\n"),
        "{first}{served}"
    );
    let (first, served) = second("off", &[]);
    assert!(!first.contains("HARD_LIMIT") && served.contains("\nline 2\n"), "{first}{served}");
    let (_, by_flag) = second("off", &["--guard", "enforce"]);
    assert!(by_flag.starts_with("BUDGET_EXCEEDED: "), "{by_flag}");
}

#[test]
fn a_workspace_can_make_a_budget_smaller_and_not_larger() {
    let world = world();
    world.write(
        "reread.toml",
        "version = 1\n[guard]\nmode = \"off\"\n[guard.budget]\nmax_reads_per_session = 2\n",
    );
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let refusals: Vec<Value> = (1..=3).map(|read| lines(&mut client, read)["isError"].clone()).collect();
    assert_eq!(refusals, [json!(false), json!(false), json!(true)]);
    world.write("reread.toml", "version = 1\n[guard.budget]\nmax_reads_per_session = 26\n");
    let told = McpClient::start(&world, &[]).end().stderr;
    assert!(told.contains("guard.budget.max_reads_per_session = 26 would widen the limit of 25"), "{told}");
}

/// Past the hard limit, some reads of what a search of the workspace returned are served: there is no dead end, and no way
/// around the budget.
#[test]
fn what_a_search_returned_is_served_whatever_was_spent() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for read in 1..=25 {
        lines(&mut client, read);
    }
    assert_eq!(lines(&mut client, 26)["isError"], true);
    let found = client.call("search", json!({ "query": "line 300" }));
    assert!(text_of(&found).contains("\n[b.txt: 1 line]\n300:line 300\n"), "{found}");
    assert_eq!(stabilization(&found)["metrics_snapshot"]["search_count"], 1);
    for read in 0..10 {
        assert_eq!(lines(&mut client, 300 + read)["isError"], false, "read {read}");
    }
    let refused = text_of(&lines(&mut client, 320));
    assert!(refused.contains("each search allows 10 more reads"), "{refused}");
    client.call("search", json!({ "query": "line 300" }));
    let whole = client.call("read", json!({ "mode": "file", "target": "b.txt" }));
    assert_eq!(contract_of(&whole)["line_count"], 300);
    assert_eq!(lines(&mut client, 320)["isError"], true, "300 lines of a file");
}

/// Where the client does not say which conversation is calling, the latest search of any of them counts.
#[test]
fn without_a_conversation_there_is_no_dead_end_either() {
    let world = world();
    let server = HttpServerProcess::start(&world, &[]);
    let read = |target: &str| server.call(TOKEN, "read", json!({ "mode": "file", "target": target }));
    for _ in 1..=25 {
        // What was sent to whom is not known, so no caller is told that it was sent before.
        let text = text_of(&read("b.txt:7"));
        assert!(!text.contains("repeated_read"), "{text}");
    }
    assert!(text_of(&read("b.txt:300")).starts_with("BUDGET_EXCEEDED: "));
    server.call(TOKEN, "search", json!({ "query": "line 300" }));
    let served = read("b.txt:300");
    assert_eq!(served["isError"], false, "{served}");
    assert!(!text_of(&served).contains("LOW_RELEVANCE"), "{served}");
    let refused = text_of(&read("a.txt"));
    assert!(refused.starts_with("BUDGET_EXCEEDED: ") && refused.contains("try: read \"b.txt\""), "{refused}");
}

/// A budget that is used up, and a search that returned `b.txt`.
fn used_up(world: &World) -> McpClient {
    let mut client = McpClient::of(Era::Handshake, world, &[]);
    for read in 1..=25 {
        lines(&mut client, read);
    }
    client.call("search", json!({ "query": "line 300" }));
    client
}

#[test]
fn what_a_search_returned_is_served_in_bounds_by_every_reader() {
    let world = world();
    let mut fresh = McpClient::of(Era::Handshake, &world, &[]);
    let mut client = used_up(&world);
    for (tool, arguments, cut) in [
        ("read_file", json!({ "path": "b.txt" }), " next 301]"),
        ("read_lines", json!({ "path": "b.txt", "start_line": 10, "end_line": 390 }), " next 310]"),
        ("read_file_head", json!({ "path": "b.txt", "max_lines": 350 }), " next 301]"),
        ("read_file_tail", json!({ "path": "b.txt", "max_lines": 350 }), " next 351]"),
        ("get_excerpt", json!({ "filepath": "b.txt", "max_lines": 350 }), "[lines 226-325 left out "),
    ] {
        client.call("search", json!({ "query": "line 300" }));
        let result = client.call(tool, arguments.clone());
        let text = text_of(&result);
        assert!(text.contains(cut), "{tool}: {text}");
        // One search grants the lines of one reply of a file.
        let more = text_of(&client.call(tool, arguments.clone()));
        assert!(more.starts_with("BUDGET_EXCEEDED: "), "{tool}: {more}");
        assert_eq!(contract_of(&result)["line_count"], 300, "{tool}");
        // While the budget lasts, what is asked for by number is sent.
        let whole = text_of(&fresh.call(tool, arguments));
        assert!(!whole.contains(cut), "{tool}: {whole}");
    }
}

/// Case 118: many tiny ranges, a new handle for each, and searches used as reads: all of it is counted and bounded.
#[test]
fn case_118_games_with_the_budget() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &["--guard", "enforce"]);
    let spent = |client: &mut McpClient| {
        let refused = text_of(&client.call("read", json!({ "mode": "file", "target": "a.txt" })));
        assert!(refused.starts_with("BUDGET_EXCEEDED: "), "{refused}");
        let lines = refused.split("reads and ").nth(1).and_then(|rest| rest.split(' ').next());
        lines.unwrap().parse::<u64>().unwrap()
    };
    for read in 1..=25 {
        let target = format!("b.txt:{read}-{}", read + 1);
        let arguments = json!({ "mode": "file", "target": target, "session": format!("handle-{read}") });
        assert_eq!(client.call("read", arguments)["isError"], false);
    }
    assert_eq!(spent(&mut client), 50);
    let around = json!({ "query": "line 200", "before_lines": 1000, "after_lines": 1000 });
    let mut in_file = around.clone();
    in_file["path"] = json!("b.txt");
    for (tool, arguments) in [
        ("search", around),
        ("search", json!({ "query": "line", "max_matches": 100_000 })),
        ("search_in_file", in_file),
        ("search_in_file", json!({ "path": "b.txt", "query": "line", "max_matches": 100_000 })),
    ] {
        let before = spent(&mut client);
        let result = client.call(tool, arguments.clone());
        let text = text_of(&result);
        let shown =
            text.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())).count();
        assert!((295..=300).contains(&shown), "{tool} {arguments}: {shown}");
        assert!(text.lines().next().unwrap().contains("by lines"), "{tool}: {text}");
        assert_eq!(contract_of(&result)["meta"]["stopped_by"], "lines", "{tool}");
        let charged = spent(&mut client) - before;
        assert!(charged >= shown as u64, "{tool}: {charged} of {shown}");
    }
}

/// A file in which something was found is served, whichever search found it.
#[test]
fn a_search_in_one_file_frees_that_file() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for read in 1..=25 {
        lines(&mut client, read);
    }
    assert_eq!(lines(&mut client, 26)["isError"], true);
    client.call("search_in_file", json!({ "path": "b.txt", "query": "nothing like it" }));
    assert_eq!(lines(&mut client, 26)["isError"], true);
    client.call("search_in_file", json!({ "path": "b.txt", "query": "line 26" }));
    assert_eq!(lines(&mut client, 26)["isError"], false);
    let other = client.call("read", json!({ "mode": "file", "target": "a.txt" }));
    assert_eq!(other["isError"], true, "{other}");
}

/// What a search found in one root frees nothing in another.
#[test]
fn a_file_of_another_root_is_another_file() {
    let (world, other) = (world(), World::project());
    other.write("b.txt", "line 300\nfrom elsewhere\n");
    let roots = ["--root", world.root().to_str().unwrap(), "--root", other.root().to_str().unwrap()]
        .map(str::to_owned);
    let roots: Vec<&str> = roots.iter().map(String::as_str).collect();
    let mut client = McpClient::of(Era::Handshake, &world, &roots);
    for read in 1..=25 {
        lines(&mut client, read);
    }
    let elsewhere = other.root().join("b.txt");
    client.call("search", json!({ "query": "from elsewhere" }));
    assert_eq!(lines(&mut client, 26)["isError"], true);
    let read = client.call("read", json!({ "mode": "file", "target": elsewhere }));
    assert_eq!(read["isError"], false, "{read}");
    // Words would be ranked in every root.
    client.call("search", json!({ "query": "^line 26$", "is_regex": true }));
    assert_eq!(lines(&mut client, 26)["isError"], false);
    let read = client.call("read", json!({ "mode": "file", "target": elsewhere }));
    assert_eq!(read["isError"], true, "{read}");
}

/// What a host calls a thread is a conversation; so is a session of the protocol. Each begins with a fresh budget.
#[test]
fn every_conversation_has_a_budget_of_its_own() {
    let world = world();
    world.configure("[guard.budget]\nmax_reads_per_session = 2\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let mut read = |meta: Value, session: Value| {
        let arguments = json!({ "mode": "file", "target": "b.txt:7", "session": session });
        let params = json!({ "name": "read", "arguments": arguments, "_meta": meta });
        let id = client.request("tools/call", params);
        client.answer(id)["result"]["isError"].as_bool().unwrap()
    };
    for meta in [
        json!({}),
        json!({ "threadId": "one" }),
        json!({ "threadId": "two" }),
        json!({ "x-codex-turn-metadata": { "thread_id": "three" } }),
        json!({ "agent-session-id": "four" }),
    ] {
        let refused = [(); 3].map(|()| read(meta.clone(), Value::Null));
        assert_eq!(refused, [false, false, true], "{meta}");
        assert!(read(meta.clone(), json!("another name")), "a label of the model is no conversation: {meta}");
    }
    // Neither a call nor a session of the host is a thread.
    assert!(read(json!({ "claudecode/toolUseId": "t9" }), Value::Null));
    assert!(read(json!({ "sessionId": "s9" }), Value::Null));
}

/// Files that the caller edited, previews, markers and diffs are served whatever was spent.
#[test]
fn own_edits_previews_markers_and_diffs_are_always_served() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let first = client.call("read", json!({ "mode": "file", "target": "b.txt" }));
    let tag = contract_of(&first)["meta"]["tag"].clone();
    for read in 1..=24 {
        lines(&mut client, read);
    }
    let patch = "<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n";
    let a = json!({ "mode": "file", "target": "a.txt" });
    assert_eq!(client.call("read", a.clone())["isError"], true);
    let edited = client.call("apply_patch", json!({ "filepath": "a.txt", "patch": patch }));
    assert_eq!(edited["isError"], false, "{edited}");
    let own = client.call("read", a);
    assert!(text_of(&own).contains("\nTWO\n"), "{own}");
    let new = json!({ "filepath": "new.txt", "content": "mine\n", "mode": "create" });
    assert_eq!(client.call("write_file", new)["isError"], false);
    assert_eq!(client.call("read", json!({ "mode": "file", "target": "new.txt" }))["isError"], false);
    let preview =
        json!({ "mode": "diff_preview", "target": "b.txt", "against": "WORKTREE", "content": "line 1\n" });
    assert_eq!(client.call("read", preview)["isError"], false);
    let again = json!({ "mode": "file", "target": "b.txt:1-300", "known": [tag] });
    assert!(text_of(&client.call("read", again.clone())).starts_with("[reread: unchanged"));
    assert_eq!(lines(&mut client, 30)["isError"], true, "any other text is refused");
}

/// Near the limit a read has half of the lines. A limit of the caller says nothing about the budget.
#[test]
fn near_the_limit_replies_are_shorter_and_a_limit_of_the_caller_is_none_of_the_budget() {
    let world = world();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let few = client.call("read", json!({ "mode": "file", "target": "b.txt", "max_lines": 5 }));
    assert_eq!(stabilization(&few)["budget_state"], "NORMAL");
    assert_eq!(contract_of(&few)["meta"]["preview_degraded"], true);
    assert!(!text_of(&few).contains("SOFT_LIMIT"), "{few}");
    let few = client.call("search", json!({ "query": "line", "max_matches": 2 }));
    assert_eq!(stabilization(&few)["budget_state"], "NORMAL");
    let page = client.call("read", json!({ "mode": "file", "target": "b.txt" }));
    assert_eq!(stabilization(&page)["budget_state"], "NORMAL", "an ordinary page");
    let much = json!({ "mode": "file", "target": "b.txt", "max_lines": 400, "max_preview_chars": 90000 });
    let reduced = client.call("read", much);
    assert_eq!(stabilization(&reduced)["budget_state"], "SOFT_LIMIT");
    assert_eq!(stabilization(&reduced)["metrics_snapshot"]["preview_degraded_count"], 4);
    for read in 4..=20 {
        lines(&mut client, read);
    }
    let half = client.call("read", json!({ "mode": "file", "target": "b.txt" }));
    assert_eq!(
        (&contract_of(&half)["line_count"], &contract_of(&half)["truncated"]),
        (&json!(150), &json!(true))
    );
    assert_eq!(stabilization(&half)["budget_state"], "SOFT_LIMIT");
    let found = client.call("search", json!({ "query": "line", "max_matches": 1000 }));
    let said = stabilization(&found)["suggested_next_action"].as_str().unwrap();
    assert!(!said.starts_with("search") && !text_of(&found).contains("Use search"), "{found}");
}

/// The last five searches, listings, outlines, symbols and own edits count; the warning is one short line.
#[test]
fn relevance_looks_at_the_conversation() {
    let world = World::project();
    for name in ["one", "two", "three", "listed", "outlined", "symbol", "edited", "other"] {
        world.write(&format!("src/{name}.rs"), format!("/// word_{name}\npub fn of_{name}() {{}}\n"));
    }
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let mut call = |tool: &str, arguments: Value| text_of(&client.call(tool, arguments));
    let file = |name: &str| json!({ "mode": "file", "target": format!("src/{name}.rs") });
    for name in ["one", "two", "three"] {
        call("search", json!({ "query": format!("word_{name}") }));
    }
    call("list_files", json!({ "globs": ["src/listed.rs"] }));
    call("read", json!({ "mode": "outline", "target": "src/outlined.rs" }));
    let patch = "<<<<<<< SEARCH\n/// word_edited\n=======\n/// mine\n>>>>>>> REPLACE\n";
    call("apply_patch", json!({ "filepath": "src/edited.rs", "patch": patch }));
    let symbol = call("read", json!({ "mode": "symbol", "target": "of_symbol" }));
    assert!(!symbol.contains("LOW_RELEVANCE"), "{symbol}");
    for name in ["one", "two", "three", "listed", "outlined", "symbol", "edited"] {
        let text = call("read", file(name));
        assert!(text.contains("pub fn") && !text.contains("LOW_RELEVANCE"), "{name}: {text}");
    }
    let text = call("read", file("other"));
    // What the search returned was read already.
    let line = "[LOW_RELEVANCE: This target seems unrelated. Try another query than \"word_three\".]\n";
    assert!(text.ends_with(line), "{text}");
    let again = call("read", file("other"));
    assert!(!again.contains("LOW_RELEVANCE"), "said once: {again}");
    let last = client.call("read", file("one"));
    assert_eq!(stabilization(&last)["metrics_snapshot"]["low_relevance_count"], 1);
}

/// Every read, search and refusal says how the budget stands.
#[test]
fn everything_that_the_guard_saw_says_so() {
    let world = world();
    world.write("src/a.rs", "pub fn one() {}\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for (tool, arguments) in [
        ("read", json!({ "mode": "file", "target": "a.txt" })),
        ("read", json!({ "mode": "file", "target": "a.txt", "preview_mode": "none" })),
        ("read", json!({ "mode": "file", "target": "a.txt", "targets": ["b.txt:1-2"] })),
        ("read", json!({ "mode": "file", "target": "missing.txt" })),
        ("read", json!({ "mode": "snippet", "target": "b.txt", "start_line": 1, "end_line": 9 })),
        ("read", json!({ "mode": "symbol", "target": "one" })),
        ("read", json!({ "mode": "symbol", "target": "no_such_symbol" })),
        ("read", json!({ "mode": "outline", "target": "src/a.rs" })),
        ("read", json!({ "mode": "outline", "target": "." })),
        ("read_file", json!({ "path": "../outside.txt" })),
        ("read_file_head", json!({ "path": "b.txt", "max_lines": 3 })),
        ("get_excerpt", json!({ "filepath": "b.txt" })),
        ("summarize_file", json!({ "filepath": "b.txt" })),
        ("search", json!({ "query": "line 7" })),
        ("search", json!({ "query": "(", "is_regex": true })),
        ("search_in_file", json!({ "path": "b.txt", "query": "line 7" })),
        ("search_in_file", json!({ "path": "missing.txt", "query": "line 7" })),
        ("list_files", json!({})),
    ] {
        let result = client.call(tool, arguments.clone());
        assert_eq!(stabilization(&result)["budget_state"], "NORMAL", "{tool} {arguments}: {result}");
    }
    let last = client.call("search_in_file", json!({ "path": "b.txt", "query": "line 7" }));
    assert_eq!(stabilization(&last)["metrics_snapshot"]["search_count"], 3, "{last}");
}

/// A limit of nothing would refuse everything.
#[test]
fn a_limit_of_zero_is_rejected() {
    for key in ["max_reads_per_session", "max_total_read_lines", "max_single_read_lines", "max_preview_chars"]
    {
        let table = format!("[guard.budget]\n{key} = 0\n");
        let expected = format!("guard.budget.{key} = 0 would show nothing");
        let own = World::project();
        own.configure(&table);
        let told = McpClient::start(&own, &[]).end().stderr;
        assert!(told.contains(&expected), "{told}");
        let narrowed = World::project();
        narrowed.write("reread.toml", format!("version = 1\n{table}"));
        let told = McpClient::start(&narrowed, &[]).end().stderr;
        assert!(told.contains(&expected), "{told}");
    }
}
