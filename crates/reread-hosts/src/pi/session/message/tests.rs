use super::*;

fn raw(json: &str) -> &RawValue {
    serde_json::from_str(json).unwrap()
}

fn result<'a>(content: Option<&'a str>, details: Option<&'a str>) -> SessionToolResult<'a> {
    let (call_id, tool) = (Cow::Borrowed("c"), Cow::Borrowed("read"));
    let content = content.map(raw);
    let details = details.map_or(Object::Missing, |details| serde_json::from_str(details).unwrap());
    SessionToolResult {
        call_id,
        tool,
        is_error: Some(false),
        content,
        details,
        nested: None,
        stated_digest: None,
        stated_length: None,
        stated_lines: None,
    }
}

/// The calls in a content, as `tool id path offset limit`.
fn calls(content: &str) -> Option<Vec<String>> {
    let word = |call: &ToolCall<'_>| {
        let path = call.path.as_deref().unwrap_or("-");
        format!("{} {} {path} {:?} {:?}", call.tool, call.call_id, call.offset, call.limit)
    };
    tool_calls(Some(raw(content))).map(|calls| calls.iter().map(word).collect())
}

fn check_calls(content: &str, expected: &[&str]) {
    assert_eq!(calls(content).unwrap(), expected, "{content}");
}

#[test]
fn calls_stand_among_other_blocks() {
    check_calls(
        r#"[{"type":"text","text":"toolCall"},{"type":"toolCall","id":"c","name":"read","arguments":{"path":"a"}}]"#,
        &["read c a None None"],
    );
    check_calls(
        r#"[{"type":"toolCall","id":"c","name":"read","arguments":{"offset":3,"limit":2,"path":"a"}},
        {"type":"toolCall","id":"d","name":"bash","arguments":{"command":"ls"}}]"#,
        &["read c a Some(3) Some(2)", "bash d - None None"],
    );
    check_calls(
        r#"[{"type":"toolCall","id":"c","name":"read","arguments":{"path":7,"offset":"3","limit":-1}}]"#,
        &["read c - None None"],
    );
    check_calls(r#"[{"type":"toolCall","id":"c","name":"read","arguments":["a"]}]"#, &["read c - None None"]);
    check_calls(r#"[{"type":"toolCall","id":"c","name":"read"}]"#, &["read c - None None"]);
    check_calls(r#"[{"type":"t\u006folCall","id":"c","name":"read"}]"#, &["read c - None None"]);
}

#[test]
fn words_are_no_calls() {
    check_calls("[]", &[]);
    check_calls(r#""toolCall""#, &[]);
    check_calls(r#"{"type":"toolCall"}"#, &[]);
    check_calls(r#"[{"type":"text","text":"\ud800"}]"#, &[]);
    check_calls(r#"[["toolCall","c","read"],"toolCall",7,null]"#, &[]);
    assert_eq!(tool_calls(None), Some(Vec::new()));
}

#[test]
fn a_call_that_cannot_be_read_spoils_them_all() {
    assert_eq!(calls(r#"[{"type":"toolCall","name":"read"}]"#), None);
    assert_eq!(calls(r#"[{"type":"toolCall","id":"c"}]"#), None);
    assert_eq!(calls(r#"[{"type":"toolCall","id":"c","name":"read","arguments":{"path":"\ud800"}}]"#), None);
    assert_eq!(
        calls(r#"[{"type":"toolCall","id":"c","name":"read","arguments":{"path":"a","path":"b"}}]"#),
        None
    );
}

#[test]
fn one_block_of_text_is_a_text() {
    let text = |content| result(Some(content), None).text().map(Cow::into_owned);
    assert_eq!(text(r#"[{"type":"text","text":"a\nb"}]"#).as_deref(), Some("a\nb"));
    assert_eq!(text(r#"[{"text":"","type":"text","more":1}]"#).as_deref(), Some(""));
    assert_eq!(text(r#"[{"type":"text","text":"a"},{"type":"text","text":"b"}]"#), None);
    assert_eq!(text(r#"[{"type":"text","text":"a"},{"type":"image","data":"…"}]"#), None);
    assert_eq!(text(r#"[{"type":"image","text":"a"}]"#), None);
    assert_eq!(text(r#"[{"type":"text"}]"#), None);
    assert_eq!(text(r#"[{"type":"text","text":7}]"#), None);
    assert_eq!(text(r#"[{"type":"text","text":"a","text":"b"}]"#), None);
    assert_eq!(text(r#"[{"type":"text","text":"\udead"}]"#), None);
    assert_eq!(text(r#"[["text","a"]]"#), None);
    assert_eq!(text("[]"), None);
    assert_eq!(text(r#""a""#), None);
    assert_eq!(result(None, None).text(), None);
}

#[test]
fn texts_stand_in_the_place_of_their_blocks() {
    let texts = |content| result(Some(content), None).texts();
    let expected = Some(vec![Some(Cow::Borrowed("a")), None, Some(Cow::Borrowed("b"))]);
    assert_eq!(
        texts(r#"[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]"#),
        expected
    );
    assert_eq!(texts(r#""a""#), Some(vec![Some(Cow::Borrowed("a"))]));
    assert_eq!(texts("{}"), None);
}

const METADATA: &str = r#"{"v":1,"pathKey":"/a","scopeKey":"full","servedHash":"1111111111111111111111111111111111111111111111111111111111111111","mode":"full","totalLines":1,"rangeStart":1,"rangeEnd":1,"bytes":0}"#;
const TRUNCATION: &str = r#"{"content":"…","truncated":true,"truncatedBy":"lines","totalLines":9,"outputLines":5,"lastLinePartial":false,"firstLineExceedsLimit":false}"#;

#[test]
fn details_say_what_was_read_and_how_it_was_cut() {
    let json = format!(r#"{{"truncation":{TRUNCATION},"readcache":{METADATA},"other":[]}}"#);
    let details = result(None, Some(&json)).details();
    assert_eq!(details.metadata, Some(ReadMetadata::parse(METADATA)));
    assert_eq!(details.truncation.unwrap().unwrap().output_lines, 5);
}

#[test]
fn details_without_metadata_say_nothing() {
    for json in ["{}", "null", "[]", "7", r#""readcache""#, r#"{"reread":{}}"#] {
        let nothing = ResultDetails { metadata: None, truncation: Ok(None) };
        assert_eq!(result(None, Some(json)).details(), nothing, "{json}");
    }
    assert_eq!(result(None, None).details().metadata, None);
}

#[test]
fn details_that_cannot_be_read_are_not_taken_for_none() {
    let unusable = Some(Err(UnusableMetadata { field: "readcache" }));
    for metadata in ["null", "[1]", "7", r#""full""#] {
        let json = format!(r#"{{"readcache":{metadata}}}"#);
        assert_eq!(result(None, Some(&json)).details().metadata, unusable, "{json}");
    }
    for truncation in ["null", "[]", "{}", r#"{"truncated":"yes"}"#, &TRUNCATION.replace('5', "5.5")] {
        let json = format!(r#"{{"truncation":{truncation}}}"#);
        assert_eq!(result(None, Some(&json)).details().truncation, Err(UnreadableTruncation), "{json}");
    }
}

#[test]
fn an_edit_removes_or_replaces() {
    let replacement = |json| ContextEdit::new(None, Some(raw(json))).replacement();
    let pruned = Some(vec![Some(Cow::Borrowed("[pruned]"))]);
    assert_eq!(replacement(r#"{"content":[{"type":"text","text":"[pruned]"}]}"#), pruned);
    assert_eq!(replacement("null"), None);
    assert_eq!(replacement("{}"), None);
    assert_eq!(ContextEdit::new(None, None).replacement(), None);
}
