//! What is listed, and that all of it works.

use reread_testkit::{ERAS, Era, McpClient, World, text_of};
use serde_json::{Value, json};

/// Arguments for each tool whose engine is there, and a line of what comes back.
fn calls() -> Vec<(&'static str, Value, &'static str)> {
    let path = json!({ "path": "a.txt" });
    let lines = json!({ "path": "a.txt", "start_line": 2, "end_line": 3 });
    let two = json!({ "path": "a.txt", "max_lines": 2 });
    let proposal = json!({ "path": "a.txt", "content": "1\n", "against": "WORKTREE" });
    vec![
        ("stat_file", path.clone(), "a.txt file 14 bytes"),
        ("search", json!({ "query": "two" }), "1 line in 1 file ~"),
        ("list_files", json!({}), "1 file ~"),
        ("read", json!({ "mode": "file", "target": "a.txt" }), "#@1-3/3\n"),
        (
            "apply_patch",
            json!({ "patch": "@@ -1,3 +1,3 @@\n-one\n+1\n two\n three\n", "path": "a.txt", "dry_run": true }),
            "would be applied a.txt, lines 1, +1 -1 ~",
        ),
        (
            "write_file",
            json!({ "path": "a.txt", "content": "one\ntwo\nthree\n" }),
            "no change a.txt, nothing was written",
        ),
        ("get_diff", json!({ "path": "a.txt", "version1": "disk" }), "a.txt: disk and disk are equal"),
        ("file_history", path.clone(), "a.txt: no version was written through reread"),
        ("search_in_file", json!({ "path": "a.txt", "query": "two" }), "a.txt 1 line matches ~"),
        ("read_file_range", lines.clone(), "#@2-3/3\n"),
        ("read_lines", lines.clone(), "#@2-3/3\n"),
        ("read_file_head", two.clone(), "#@1-2/3\n"),
        ("read_file_tail", two, "#@2-3/3\n"),
        ("get_excerpt", json!({ "filepath": "a.txt" }), "#@1-3/3\n"),
        ("summarize_file", path.clone(), "a.txt summary, 3 lines, digest "),
        ("read_file", path, "#@1-3/3\n"),
        ("dry_run_diff", proposal, "diff_preview content for a.txt against WORKTREE, 1 hunk +1 -3 ~"),
        ("get_snippet", lines, "#@2-3/3\n"),
        ("get_file_history", json!({ "filepath": "a.txt" }), "a.txt: no version was written through reread"),
    ]
}

fn list(client: &mut McpClient, era: Era) -> Value {
    client.ask_in(era, "tools/list", json!({}))["result"]["tools"].clone()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[test]
fn profiles_list_more_and_more() {
    let world = World::project();
    let mut all: Vec<&str> = calls().iter().map(|(name, ..)| *name).collect();
    // No version of this world's file could be brought back, and it declares nothing that could be read by its name.
    all.insert(8, "rollback");
    all.push("read_symbol");
    for (profile, count) in [("core", 9), ("bounded", 17), ("legacy", 21)] {
        let mut client = McpClient::of(Era::Handshake, &world, &["--profile", profile]);
        assert_eq!(names(&list(&mut client, Era::Handshake)), all[..count], "{profile}");
    }
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    assert_eq!(names(&list(&mut client, Era::Handshake)), all[..9]);
}

/// Whatever the profile lists: a name that has an engine can be called.
#[test]
fn every_tool_can_be_called_in_both_eras() {
    let world = World::project();
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &[]);
        for (tool, arguments, beginning) in calls() {
            let result = client.call_in(era, tool, arguments);
            assert_eq!(result["isError"], false, "{tool}: {result}");
            assert!(super::without_digits(&text_of(&result)).starts_with(beginning), "{tool}: {result}");
        }
        assert_eq!(client.end().code, Some(0));
    }
}

/// The list is the same in both eras, and stays so whatever was read; what is told may be kept.
#[test]
fn the_list_never_varies() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &["--profile", "legacy"]);
    let before = list(&mut client, Era::Handshake);
    for (tool, arguments, _) in calls() {
        client.call(tool, arguments);
    }
    for era in ERAS {
        assert_eq!(list(&mut client, era), before, "{era:?}");
    }
    let newer = client.ask_in(Era::Stateless, "tools/list", json!({}));
    assert_eq!(
        (&newer["result"]["ttlMs"], &newer["result"]["cacheScope"]),
        (&json!(3_600_000), &json!("public"))
    );
}

/// What is printed on the command line is what a model gets, but for the name of the file, which is in its call.
#[test]
fn the_text_is_that_of_the_command_line() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let mut check = |tool: &str, arguments: Value, command: &[&str]| {
        let (text, printed) = (client.text(tool, arguments), world.printed(command));
        let named = if text.starts_with('#') { format!("a.txt {text}") } else { text };
        assert_eq!(named, printed, "{tool}");
    };
    check("read", json!({ "mode": "file", "target": "a.txt:2-3" }), &["read", "a.txt:2-3"]);
    check("stat_file", json!({ "path": "a.txt" }), &["stat", "a.txt"]);
    check("read_file_head", json!({ "path": "a.txt", "max_lines": 1 }), &["head", "-n", "1", "a.txt"]);
    check("read_file_tail", json!({ "path": "a.txt", "max_lines": 1 }), &["tail", "-n", "1", "a.txt"]);
    check("get_excerpt", json!({ "path": "a.txt" }), &["excerpt", "a.txt"]);
    check("summarize_file", json!({ "path": "a.txt" }), &["summary", "a.txt"]);
    check("read", json!({ "mode": "outline", "target": "." }), &["overview"]);
    // The digits of a search are fresh each time, so only the lines are compared.
    let lines = |text: String| text.lines().skip(1).take(1).map(str::to_owned).collect::<Vec<_>>();
    let found = client.text("search_in_file", json!({ "path": "a.txt", "query": "t" }));
    assert_eq!(lines(found), lines(world.printed(&["search", "t", "a.txt"])));
}
