use super::*;

fn read(content: &str, total: u64) -> Value {
    let lines = content.split('\n').count();
    json!({
        "hook_event_name": "PostToolUse", "tool_name": "Read", "tool_use_id": "t", "transcript_path": "/s.jsonl", "cwd": "/p",
        "tool_input": { "file_path": "/p/a" },
        "tool_response": { "type": "text", "file": {
            "filePath": "/p/a", "content": content, "numLines": lines, "startLine": 1, "totalLines": total } },
    })
}

fn bash(command: &str, stdout: &str) -> Value {
    json!({
        "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_use_id": "t", "transcript_path": "/s.jsonl", "cwd": "/p",
        "tool_input": { "command": command },
        "tool_response": { "stdout": stdout, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false },
    })
}

fn parse(input: &Value) -> Option<HookCall> {
    HookCall::parse(input.to_string().as_bytes())
}

#[test]
fn a_read_is_taken_apart() {
    let call = parse(&read("one\ntwo\n", 3)).unwrap();
    assert_eq!((call.file.as_str(), call.tool, call.agent.as_deref()), ("/p/a", "Read", None));
    assert_eq!(call.lines_shown(b"one\ntwo\n"), LineRange::new(1, 2).ok());
    assert_eq!(call.lines_shown(b"one\r\ntwo\r\n"), LineRange::new(1, 2).ok());
    for other in [b"one\ntwo".as_slice(), b"one\n2\n", b"one\ntwo\nthree\n", b"\xef\xbb\xbfone\ntwo\n", b""] {
        assert_eq!(call.lines_shown(other), None);
    }
    assert_eq!(parse(&read("a\0b", 1)).unwrap().lines_shown(b"a\0b"), None);
    let call = parse(&bash("cat b", "one\ntwo")).unwrap();
    assert_eq!((call.file.as_str(), call.tool), ("/p/b", "Bash"));
    assert_eq!(call.lines_shown(b"one\ntwo\n"), LineRange::new(1, 2).ok());
    assert_eq!(call.lines_shown(b"one\ntwo\n\n"), None);
}

#[test]
fn what_is_not_one_whole_text_is_left_alone() {
    let with = |mut input: Value, path: &str, value: Value| {
        *input.pointer_mut(path).unwrap() = value;
        parse(&input)
    };
    let text = || read("one\n", 2);
    for (path, value) in [
        ("/hook_event_name", json!("PreToolUse")),
        ("/tool_name", json!("Grep")),
        ("/tool_use_id", json!("")),
        ("/tool_response", json!("text")),
        ("/tool_response/type", json!("image")),
        ("/tool_response/file/filePath", json!("/p/b")),
        ("/tool_response/file/numLines", json!(7)),
        ("/tool_input/file_path", json!("a")),
    ] {
        assert_eq!(with(text(), path, value), None, "{path}");
    }
    let mut other_agent = text();
    other_agent["agent_id"] = 1.into();
    assert_eq!(parse(&other_agent), None);
    for (path, value) in [
        ("/tool_response/stderr", json!("cat: b")),
        ("/tool_response/interrupted", json!(true)),
        ("/tool_response/isImage", json!(true)),
        ("/tool_input/command", json!("cat a | head")),
    ] {
        assert_eq!(with(bash("cat a", "one"), path, value), None, "{path}");
    }
    assert_eq!(HookCall::parse(b"{"), None);
    assert_eq!(HookCall::parse(b"[]"), None);
}

#[test]
fn only_a_shorter_text_takes_the_place() {
    let text = "a long line of text\n".repeat(20);
    let call = parse(&read(&text, 21)).unwrap();
    let output = call.output("[reread: unchanged, 20 lines]").unwrap();
    let expected = json!({ "type": "text", "file": {
        "filePath": "/p/a", "content": "[reread: unchanged, 20 lines]", "numLines": 1, "startLine": 1, "totalLines": 21 } });
    assert_eq!(output["hookSpecificOutput"]["updatedToolOutput"], expected);
    assert_eq!(parse(&read("a\nb\n", 3)).unwrap().output("[reread: unchanged, 2 lines]"), None);
    let call = parse(&bash("cat a", text.trim_end())).unwrap();
    let output = call.output("[reread: unchanged, 20 lines]").unwrap();
    assert_eq!(output["hookSpecificOutput"]["updatedToolOutput"]["stdout"], "[reread: unchanged, 20 lines]");
    assert_eq!(output["hookSpecificOutput"]["updatedToolOutput"]["isImage"], false);
}

#[test]
fn a_result_that_was_cut_shows_lines_and_is_not_replaced() {
    let text = "a long line of text\n".repeat(20);
    let mut cut = read(text.trim_end(), 21);
    cut["tool_response"]["file"]["truncatedByTokenCap"] = true.into();
    let call = parse(&cut).unwrap();
    assert_eq!(call.lines_shown(text.as_bytes()), LineRange::new(1, 20).ok());
    assert_eq!(call.output("[reread: unchanged, 20 lines]"), None);
}
