use super::*;
use serde_json::json;

fn session(edges: &[(&str, Option<&str>)], leaf: Option<&str>) -> PiSession {
    let entries: Vec<Value> =
        edges.iter().map(|(id, parent)| json!({ "type": "message", "id": id, "parentId": parent })).collect();
    PiSession::of_reply(&json!({ "entries": entries, "leafId": leaf }))
}

fn check(edges: &[(&str, Option<&str>)], leaf: Option<&str>, expected: &str) {
    let session = session(edges, leaf);
    let ids: Vec<&str> = session.branch().iter().map(|entry| entry.id()).collect();
    assert_eq!(ids.join(" "), expected);
}

#[test]
fn the_branch_runs_from_the_root_to_the_leaf() {
    let tree = [("a", None), ("b", Some("a")), ("c", Some("b")), ("d", Some("a")), ("e", None)];
    check(&tree, Some("c"), "a b c");
    check(&tree, Some("d"), "a d");
    check(&tree, Some("e"), "e");
    check(&tree, None, "");
    check(&[], Some("gone"), "");
}

#[test]
fn a_result_is_taken_apart() {
    let entry = PiEntry(json!({ "type": "message", "id": "x", "parentId": "w", "message": {
        "role": "toolResult", "toolCallId": "call_1", "toolName": "read", "isError": true,
        "content": [{ "type": "text", "text": "one\n" }, { "type": "image" }, { "type": "text", "text": "two" }],
    } }));
    let expected = PiToolResult {
        entry: "x".to_owned(),
        call: "call_1".to_owned(),
        tool: "read".to_owned(),
        text: "one\ntwo".to_owned(),
        details: Value::Null,
        is_error: true,
        nested: Value::Null,
    };
    assert_eq!(entry.tool_result(), Some(expected));
    assert_eq!(PiEntry(json!({ "message": { "role": "user" } })).tool_result(), None);
    assert_eq!(PiEntry(json!({ "type": "compaction" })).tool_result(), None);
}
