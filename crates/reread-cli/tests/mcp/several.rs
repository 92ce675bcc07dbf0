//! Several targets in one call.

use reread_testkit::{ERAS, Era, McpClient, World, contract_of, text_of};
use serde_json::{Value, json};

fn read(client: &mut McpClient, era: Era, targets: &[&str]) -> Value {
    let arguments = json!({ "mode": "file", "target": targets[0], "targets": &targets[1..] });
    client.call_in(era, "read", arguments)
}

/// The first lines of the parts of a text, without digits.
fn openings(text: &str) -> Vec<String> {
    let ours = |line: &&str| line.contains(" #") || (line.starts_with('[') && !line.starts_with("[end "));
    let plain = |line: &str| super::without_digits(line).trim_end().replace("#@", "");
    text.lines().filter(ours).map(plain).collect()
}

#[test]
fn lines_that_overlap_or_touch_are_shown_once() {
    let world = World::project();
    world.write("b.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &[]);
        let result = read(&mut client, era, &["b.txt:1-3", "a.txt", "./b.txt:3-4", "b.txt:5", "b.txt:8-8"]);
        let expected = ["b.txt 1-5/9", "b.txt 8-8/9", "a.txt 1-3/3"];
        assert_eq!(openings(&text_of(&result)), expected, "{result}");
        assert!(text_of(&result).contains("\n1\n2\n3\n4\n5\n[end "));
        let parts = contract_of(&result)["parts"].as_array().unwrap().clone();
        assert!(parts.iter().all(|part| part["meta"]["tag"].is_string() && part.get("text").is_none()));
        assert_eq!(contract_of(&result)["count"], 3);
    }
}

#[test]
fn equal_texts_are_shown_once_and_failures_do_not_hide_the_rest() {
    let world = World::project();
    world.write("copy.txt", "one\ntwo\nthree\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let result = read(&mut client, Era::Handshake, &["a.txt", "copy.txt", "nowhere.txt", "../out.txt"]);
    let text = text_of(&result);
    assert_eq!(text.matches("\ntwo\n").count(), 1, "{text}");
    assert!(text.contains("\n[copy.txt: the same text as a.txt]\n"), "{text}");
    assert!(text.contains("\nnowhere.txt [missing: nowhere.txt does not exist; try: "), "{text}");
    assert!(text.contains("\n../out.txt [outside: "), "{text}");
    let parts = &contract_of(&result)["parts"];
    assert_eq!(parts[1]["same_as"], "a.txt");
    assert_eq!((&parts[2]["ok"], &parts[2]["error"]["code"]), (&json!(false), &json!("missing")));
    // The copy was not shown under its name, and has no tag of its own; its counterpart has.
    assert!(parts[0]["meta"]["tag"].is_string() && parts[1]["meta"].get("tag").is_none());
    assert_eq!(world.records().len(), 4);
}

#[test]
fn all_targets_share_the_bounds_of_one_reply() {
    let world = World::project();
    for name in ["b.txt", "c.txt", "d.txt"] {
        world.write(name, format!("{name}\n").repeat(200));
    }
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let result = read(&mut client, Era::Handshake, &["b.txt", "c.txt", "d.txt"]);
    let text = text_of(&result);
    assert_eq!(openings(&text)[..2], ["b.txt 1-200/200", "c.txt 1-98/200"], "{text}");
    assert!(text.contains(" next 99]") && text.contains("\n[d.txt: left out, the reply is full;"), "{text}");
    // No more than a reply with a header, a closing line, and one line for what was left out.
    assert!(text.lines().count() <= 300 + 4, "{}", text.lines().count());
    let contract = contract_of(&result);
    assert_eq!((&contract["truncated"], &contract["parts"][2]["left_out"]), (&json!(true), &json!(true)));
}

#[test]
fn cited_tags_count_for_the_file_they_are_of() {
    let world = World::project();
    world.write("b.txt", "x\ny\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let first = read(&mut client, Era::Handshake, &["a.txt", "b.txt"]);
    let tag = |part: usize| contract_of(&first)["parts"][part]["meta"]["tag"].clone();
    let again = |client: &mut McpClient, known: Value| {
        let arguments = json!({ "mode": "file", "target": "a.txt", "targets": ["b.txt"], "known": known });
        text_of(&client.call("read", arguments))
    };
    let both = again(&mut client, json!([tag(0), tag(1)]));
    assert_eq!(both, "a.txt [reread: unchanged, 3 lines]\nb.txt [reread: unchanged, 2 lines]\n");
    let strange = again(&mut client, json!([tag(0), tag(1), "#000000000000@1-3"]));
    assert_eq!(strange.matches("a tag in known is not a tag of this file").count(), 2, "{strange}");
    let one = again(&mut client, json!([tag(1)]));
    assert!(
        one.contains("\none\ntwo\nthree\n") && one.ends_with("\nb.txt [reread: unchanged, 2 lines]\n"),
        "{one}"
    );
}

/// Nothing but its name tells one marker from another; files keep the order in which they are asked for.
#[test]
fn a_marker_says_whose_it_is() {
    let world = World::project();
    world.write("b.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let targets = ["b.txt:1-2", "a.txt:1-2", "b.txt:5-6", "a.txt:2-3"];
    let first = read(&mut client, Era::Handshake, &targets);
    let tags: Vec<&Value> = (0..3).map(|part| &contract_of(&first)["parts"][part]["meta"]["tag"]).collect();
    let again = json!({ "mode": "file", "target": targets[0], "targets": targets[1..], "known": tags });
    let held = text_of(&client.call("read", again.clone()));
    let expected = "b.txt:1-2 [reread: unchanged in lines 1-2 of 9]\n\
                    b.txt:5-6 [reread: unchanged in lines 5-6 of 9]\n\
                    a.txt:1-3 [reread: unchanged, 3 lines]\n";
    assert_eq!(held, expected);
    world.write("b.txt", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n");
    let elsewhere = text_of(&client.call("read", again));
    assert!(elsewhere.starts_with("b.txt:1-2 [reread: unchanged in lines 1-2; changes exist"), "{elsewhere}");
}

#[test]
fn what_goes_with_one_target_is_refused_with_several() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    for (argument, value) in
        [("offset", json!(1)), ("limit", json!(1)), ("from_byte", json!(0)), ("preview_mode", json!("none"))]
    {
        let mut arguments = json!({ "mode": "file", "target": "a.txt", "targets": ["a.txt"] });
        arguments[argument] = value;
        let text = text_of(&client.call("read", arguments));
        assert!(text.starts_with("INVALID_ARGS: ") && text.contains("goes with one target"), "{text}");
    }
    let many = vec!["a.txt"; 64];
    let text = text_of(&client.call("read", json!({ "mode": "file", "target": "a.txt", "targets": many })));
    assert!(text.starts_with("INVALID_ARGS: 65 targets are named"), "{text}");
    let gone = text_of(&client.call("read", json!({ "mode": "file", "target": "b", "targets": ["c"] })));
    assert!(gone.starts_with("missing: b does not exist"), "{gone}");
}

#[test]
fn a_preview_is_the_text_unless_none_is_wanted() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let mut preview = |mode: &str| {
        let arguments = json!({ "mode": "file", "target": "a.txt", "preview_mode": mode });
        text_of(&client.call("read", arguments))
    };
    let (snippet, none) = (preview("snippet"), preview("none"));
    assert!(snippet.contains("\none\ntwo\nthree\n") && !none.contains("two"), "{snippet}{none}");
    let unsaid = text_of(&client.call("read", json!({ "mode": "file", "target": "a.txt" })));
    assert_eq!(unsaid, snippet);
}

#[test]
fn a_preview_of_nothing_tells_what_a_text_would_cost() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let none = client.call("read", json!({ "mode": "file", "target": "a.txt", "preview_mode": "none" }));
    let text = text_of(&none);
    assert!(text.starts_with("a.txt 1-3/3, full, about ") && !text.contains("two"), "{text}");
    let meta = &contract_of(&none)["meta"];
    assert_eq!((&meta["tag"], &meta["would_send"]["lines"]), (&Value::Null, &json!(3)));
    client.settle();
    assert!(world.records().iter().all(|record| record.get("receipt").is_none_or(Value::is_null)));
}

#[test]
fn there_is_a_bound_on_what_is_looked_for() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let mut cite = |targets: usize, tags: usize| {
        let known: Vec<String> = (1..=tags).map(|at| format!("#000000000000@{at}-{at}")).collect();
        let more = vec!["a.txt"; targets - 1];
        let arguments = json!({ "mode": "file", "target": "a.txt", "targets": more, "known": known });
        text_of(&client.call("read", arguments))
    };
    for (targets, tags) in [(2, 256), (16, 256), (64, 64)] {
        assert!(cite(targets, tags).contains("a tag in known is not a tag of this file"), "{targets} {tags}");
    }
    let refused = cite(64, 65);
    assert!(refused.starts_with("INVALID_ARGS: 65 tags are cited with 64 targets; at most 64 "), "{refused}");
    assert!(cite(17, 256).starts_with("INVALID_ARGS: "));
    assert!(cite(2, 257).starts_with("INVALID_ARGS: 257 tags are cited; at most 256 "));
}

/// What is not sent costs nothing, and is no receipt.
#[test]
fn what_is_only_told_about_is_free() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let facts = json!({ "mode": "file", "target": "a.txt", "preview_mode": "none" });
    for _ in 0..30 {
        let told = client.call("read", facts.clone());
        let meta = &contract_of(&told)["meta"];
        assert_eq!(meta["stabilization"]["budget_state"], "NORMAL", "{told}");
        assert_eq!(meta["stabilization"]["metrics_snapshot"]["reads_lines_total"], 0, "{told}");
        assert!(meta.get("context_bundle_id").is_none(), "{told}");
    }
}
