use super::*;

fn check(message: &str, expected: Option<Standing>) {
    let standing = PlainCall::parse(message.as_bytes()).map(|(_, standing)| standing);
    assert_eq!(standing, expected, "{message}");
}

fn call(id: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
}

#[test]
fn calls_that_say_nothing_unusual_are_plain() {
    check(&call("1", r#"{"name":"read"}"#), Some(Standing::InSession));
    check(&call(r#""a""#, r#"{"name":"read","arguments":{"target":"a"}}"#), Some(Standing::InSession));
    check(
        &call("1", r#"{"name":"read","arguments":{},"_meta":{"progressToken":1,"threadId":"t"}}"#),
        Some(Standing::InSession),
    );
}

const CAPABILITIES: &str = r#","io.modelcontextprotocol/clientCapabilities":{}"#;

fn alone(version: &str, rest: &str) -> String {
    let meta = format!(r#"{{"io.modelcontextprotocol/protocolVersion":"{version}"{rest}}}"#);
    call("1", &format!(r#"{{"name":"read","_meta":{meta}}}"#))
}

#[test]
fn a_call_of_the_later_protocol_stands_alone() {
    check(&alone("2026-07-28", CAPABILITIES), Some(Standing::Alone));
}

#[test]
fn anything_else_is_for_the_library() {
    check(&call("null", r#"{"name":"read"}"#), None);
    check(&call("1.5", r#"{"name":"read"}"#), None);
    check(&call("1", r#"{"arguments":{}}"#), None);
    check(&call("1", r#"{"name":"read","arguments":[]}"#), None);
    check(&call("1", r#"{"name":"read","arguments":null}"#), None);
    check(&call("1", r#"{"name":"read","task":{}}"#), None);
    check(&call("1", r#"{"name":"read","requestState":"s"}"#), None);
    check(&alone("2026-07-28", ""), None);
    check(&alone("2026-07-28", r#","io.modelcontextprotocol/clientCapabilities":1"#), None);
    check(&alone("2025-11-25", CAPABILITIES), None);
    check(&alone("x", CAPABILITIES), None);
    let without_version = format!(r#"{{"name":"read","_meta":{{"a":1{CAPABILITIES}}}}}"#);
    check(&call("1", &without_version), None);
    check(&call("1", r#"{"name":"read"}"#).replace("tools/call", "tools/list"), None);
    check(&call("1", r#"{"name":"read"}"#).replace("2.0", "1.0"), None);
    check(&call("1", r#"{"name":"read"}"#).replace("\"id\":1,", ""), None);
    check(&call("1", r#"{"name":"read"}"#).replace('}', ""), None);
}
