//! A file that is read again.

use reread_testkit::{ERAS, Era, McpClient, World, contract_of, tag_of, text_of};
use serde_json::json;

#[test]
fn what_is_cited_and_unchanged_costs_one_line() {
    let world = World::project();
    for era in ERAS {
        let mut client = McpClient::of(era, &world, &[]);
        let tag = tag_of(&client.call_in(era, "read", json!({ "mode": "file", "target": "a.txt" })));
        for known in [json!([tag]), json!(tag), json!(tag.trim_start_matches('#'))] {
            let arguments = json!({ "mode": "file", "target": "a.txt", "known": known });
            let again = client.call_in(era, "read", arguments);
            assert_eq!(text_of(&again), "[reread: unchanged, 3 lines]\n");
            assert_eq!(contract_of(&again)["meta"]["answer"], "unchanged");
        }
        let snippet = json!({ "mode": "snippet", "target": "a.txt", "start_line": 2, "known": [tag] });
        assert_eq!(text_of(&client.call_in(era, "read", snippet)), "[reread: unchanged in lines 2-2 of 3]\n");
    }
}

/// What was only told about was not seen: nothing in it can be cited, and it is no version that was shown.
#[test]
fn what_was_not_sent_cannot_be_cited() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &["--structured"]);
    let told = client.call("read", json!({ "mode": "file", "target": "a.txt", "preview_mode": "none" }));
    assert!(text_of(&told).starts_with("a.txt 1-3/3, full, about "), "{told}");
    let digits = |text: &str| -> Vec<String> {
        let word = |part: &str| part.len() == 12 && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        text.split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|part| word(part))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(digits(&told.to_string()), [""; 0], "{told}");
    // A reply without a tag is closed by digits, and they are none either.
    world.write("bad.txt", b"one\n\xff\nthree\n");
    let untagged = client.call("read", json!({ "mode": "file", "target": "bad.txt" }));
    let closing = digits(&text_of(&untagged));
    assert!(!closing.is_empty(), "{untagged}");
    for digits in closing {
        let known = [format!("#{digits}@1-3"), format!("#{digits}@1-2")];
        let again = client.call("read", json!({ "mode": "file", "target": "bad.txt", "known": known }));
        assert_eq!(contract_of(&again)["meta"]["fallback"], "unknown_tag", "{again}");
    }
}

/// The server remembers nothing about its callers: a tag of one process counts in the next.
#[test]
fn a_tag_outlives_the_server() {
    let world = World::project();
    let read = json!({ "mode": "file", "target": "a.txt" });
    let tag = tag_of(&McpClient::of(Era::Handshake, &world, &[]).call("read", read));
    let mut next = McpClient::of(Era::Stateless, &world, &[]);
    let again = json!({ "mode": "file", "target": "a.txt", "known": [tag] });
    let again = next.call_in(Era::Stateless, "read", again);
    assert_eq!(text_of(&again), "[reread: unchanged, 3 lines]\n");
}

#[test]
fn what_is_not_cited_is_sent_again() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let read = json!({ "mode": "file", "target": "a.txt", "session": "one" });
    let first = client.text("read", read.clone());
    assert_eq!(client.text("read", read), first);
    assert!(first.contains("\none\ntwo\nthree\n"), "{first}");
}

#[test]
fn a_small_edit_is_sent_as_a_diff() {
    let world = World::project();
    let text: String = (1..=40).map(|line| format!("line {line}\n")).collect();
    world.write("long.txt", &text);
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let tag = tag_of(&client.call("read", json!({ "mode": "file", "target": "long.txt" })));
    world.write("long.txt", text.replace("line 20\n", "line twenty\n"));
    let changed = client.call("read", json!({ "mode": "file", "target": "long.txt", "known": [tag] }));
    let text = text_of(&changed);
    assert!(text.starts_with("[reread: 1 lines changed of 40]\n"), "{text}");
    assert!(text.contains("\n-line 20\n+line twenty\n"), "{text}");
    assert_eq!(contract_of(&changed)["meta"]["answer"], "diff");
    let both = json!([tag, tag_of(&changed)]);
    let again = client.text("read", json!({ "mode": "file", "target": "long.txt", "known": both }));
    assert_eq!(again, "[reread: unchanged, 40 lines]\n");
}

#[test]
fn a_forged_tag_gets_the_text_and_the_reason() {
    let world = World::project();
    let mut client = McpClient::of(Era::Handshake, &world, &[]);
    let tag = tag_of(&client.call("read", json!({ "mode": "file", "target": "a.txt:1-2" })));
    let stretched = tag.replace("@1-2", "@1-3");
    for forged in [stretched.as_str(), "#000000000000@1-3", "nonsense", ""] {
        let result = client.call("read", json!({ "mode": "file", "target": "a.txt", "known": [forged] }));
        let text = text_of(&result);
        assert!(text.contains("\none\ntwo\nthree\n"), "{forged}: {text}");
        assert!(text.contains("a tag in known is not a tag of this file"), "{forged}: {text}");
        assert_eq!(contract_of(&result)["meta"]["fallback"], "unknown_tag", "{forged}");
    }
}
