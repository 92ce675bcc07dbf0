use super::*;

/// Name, parent, type and kind of an entry, in a few words.
fn check(line: &str, expected: &str) {
    let found = match SessionLine::parse(line.as_bytes()) {
        None => "nothing".to_owned(),
        Some(SessionLine::Header(SessionHeader { session, version, cwd })) => {
            format!("header {session} {version:?} {cwd:?}")
        }
        Some(SessionLine::Entry(SessionEntry { id, parent, entry_type, kind })) => {
            format!("{id} after {} is {entry_type}: {}", parent.as_deref().unwrap_or("nothing"), word(&kind))
        }
    };
    assert_eq!(found, expected, "{line}");
}

fn word(kind: &SessionEntryKind<'_>) -> String {
    match kind {
        SessionEntryKind::ToolResult(result) => {
            format!("{} of {}, {:?}", result.tool, result.call_id, result.is_error)
        }
        SessionEntryKind::Assistant(calls) => format!("calls {:?}", calls.as_ref().map(Vec::len)),
        SessionEntryKind::Message { role } => format!("message of {role:?}"),
        SessionEntryKind::Compaction { first_kept } => format!("kept from {first_kept:?}"),
        SessionEntryKind::ContextEdit(edit) => format!("edit of {:?}", edit.target),
        SessionEntryKind::Custom { custom_type, data } => format!("{custom_type:?} {data:?}"),
        SessionEntryKind::Other => "other".to_owned(),
        SessionEntryKind::Unreadable => "unreadable".to_owned(),
    }
}

#[test]
fn the_header_says_version_and_folder() {
    check(
        r#"{"type":"session","version":3,"id":"s","timestamp":"…","cwd":"/p"}"#,
        r#"header s Some(3) Some("/p")"#,
    );
    check(r#"{"type":"session","id":"s"}"#, "header s None None");
    check(r#"{"type":"session","version":"3","id":"s","cwd":7}"#, "header s None None");
    check(r#"{"type":"session","version":3}"#, "nothing");
    check(r#"{"type":"session","id":"s","cwd":"\ud800"}"#, "nothing");
    assert!(SessionHeader { session: String::new(), version: Some(3), cwd: None }.is_understood());
    assert!(!SessionHeader { session: String::new(), version: Some(4), cwd: None }.is_understood());
    assert!(!SessionHeader { session: String::new(), version: None, cwd: None }.is_understood());
}

#[test]
fn entries_are_what_pi_calls_them() {
    check(r#"{"type":"model_change","id":"a","parentId":null}"#, "a after nothing is model_change: other");
    check(r#"{"type":"brand_new","id":"b","parentId":"a","message":7}"#, "b after a is brand_new: other");
    check(r#"{"id":"b","parentId":"a"}"#, "b after a is : other");
    let user = r#"{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"hi"}}"#;
    check(user, r#"b after a is message: message of Some("user")"#);
    let assistant = r#"{"type":"message","id":"b","message":{"role":"assistant","content":[]}}"#;
    check(assistant, "b after nothing is message: calls Some(0)");
    let result = r#"{"type":"message","id":"b","message":{"role":"toolResult","toolCallId":"c","toolName":"read","isError":true}}"#;
    check(result, "b after nothing is message: read of c, Some(true)");
    let result =
        r#"{"message":{"toolName":"bash","toolCallId":"c","role":"toolResult"},"id":"b","type":"message"}"#;
    check(result, "b after nothing is message: bash of c, None");
    let compaction = r#"{"type":"compaction","id":"b","summary":"…","firstKeptEntryId":"a"}"#;
    check(compaction, r#"b after nothing is compaction: kept from Some("a")"#);
    check(r#"{"type":"compaction","id":"b"}"#, "b after nothing is compaction: kept from None");
    let edit = r#"{"type":"context_edit","id":"b","targetId":"a","replacement":null}"#;
    check(edit, r#"b after nothing is context_edit: edit of Some("a")"#);
    let custom = r#"{"type":"custom","customType":"t","data":{"v":1},"id":"b","parentId":"a"}"#;
    check(custom, r#"b after a is custom: Some("t") Some("{\"v\":1}")"#);
    check(r#"{"type":"custom","id":"b"}"#, "b after nothing is custom: None None");
}

#[test]
fn an_entry_without_a_name_is_none() {
    check("", "nothing");
    check("{", "nothing");
    check("[]", "nothing");
    check(r#"["message","a",null]"#, "nothing");
    check("null", "nothing");
    check(r#"{"type":"message"}"#, "nothing");
    check(r#"{"type":"message","id":7}"#, "nothing");
    check(r#"{"type":"message","id":""}"#, "nothing");
    check(r#"{"type":"label","id":"a","parentId":7}"#, "nothing");
    check(r#"{"type":"label","id":"a","id":"b"}"#, "nothing");
    check(r#"{"type":"label","id":"a"}{"type":"label","id":"b"}"#, "nothing");
    check("{\"type\":\"label\",\"id\":\"a\u{0}\"}", "nothing");
}

#[test]
fn an_entry_that_cannot_be_read_keeps_its_name() {
    let unreadable = "b after a is message: unreadable";
    check(r#"{"type":"message","id":"b","parentId":"a"}"#, unreadable);
    check(r#"{"type":"message","id":"b","parentId":"a","message":["toolResult","c","read"]}"#, unreadable);
    check(
        r#"{"type":"message","id":"b","parentId":"a","message":{"role":"toolResult","toolName":"read"}}"#,
        unreadable,
    );
    check(r#"{"type":"message","id":"b","parentId":"a","message":{"role":"\udead"}}"#, unreadable);
    check(
        r#"{"type":"message","id":"b","parentId":"a","message":{"role":"user","role":"user"}}"#,
        unreadable,
    );
    let twice =
        r#"{"role":"toolResult","toolCallId":"c","toolName":"read","details":{"readcache":1,"readcache":2}}"#;
    check(&format!(r#"{{"type":"message","id":"b","parentId":"a","message":{twice}}}"#), unreadable);
    check(
        r#"{"type":"custom","id":"b","customType":"x","customType":"y"}"#,
        "b after nothing is custom: unreadable",
    );
    let line = b"{\"type\":\"message\",\"id\":\"b\",\"message\":{\"role\":\"user\",\"content\":\"\xff\"}}";
    let Some(SessionLine::Entry(entry)) = SessionLine::parse(line) else { panic!("the entry is lost") };
    assert_eq!((&*entry.id, word(&entry.kind)), ("b", "unreadable".to_owned()));
}

#[test]
fn what_is_not_looked_at_may_be_anything() {
    let text = r#"{"type":"message","id":"b","message":{"role":"user","content":"\ud800","details":{"a":1,"a":1e999}}}"#;
    check(text, r#"b after nothing is message: message of Some("user")"#);
    let deep = format!(r#"{{"type":"label","id":"b","x":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    let Some(SessionLine::Entry(entry)) = SessionLine::parse(deep.as_bytes()) else {
        panic!("the entry is lost")
    };
    assert_eq!(entry.id, "b");
}

#[test]
fn names_may_be_escaped() {
    check(r#"{"\u0074ype":"la\u0062el","id":"\u0062","parentId":"a\n"}"#, "b after a\n is label: other");
}
