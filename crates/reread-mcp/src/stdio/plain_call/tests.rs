use super::*;

fn check(message: &str, is_plain: bool) {
    assert_eq!(PlainCall::parse(message.as_bytes()).is_some(), is_plain, "{message}");
}

fn call(id: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{params}}}"#)
}

#[test]
fn calls_that_say_nothing_unusual_are_plain() {
    check(&call("1", r#"{"name":"read"}"#), true);
    check(&call(r#""a""#, r#"{"name":"read","arguments":{"target":"a"}}"#), true);
    check(&call("1", r#"{"name":"read","arguments":{},"_meta":{"progressToken":1,"threadId":"t"}}"#), true);
}

#[test]
fn anything_else_is_for_the_library() {
    check(&call("null", r#"{"name":"read"}"#), false);
    check(&call("1.5", r#"{"name":"read"}"#), false);
    check(&call("1", r#"{"arguments":{}}"#), false);
    check(&call("1", r#"{"name":"read","arguments":[]}"#), false);
    check(&call("1", r#"{"name":"read","arguments":null}"#), false);
    check(&call("1", r#"{"name":"read","task":{}}"#), false);
    check(&call("1", r#"{"name":"read","requestState":"s"}"#), false);
    check(&call("1", r#"{"name":"read","_meta":{"io.modelcontextprotocol/protocolVersion":"x"}}"#), false);
    check(&call("1", r#"{"name":"read"}"#).replace("tools/call", "tools/list"), false);
    check(&call("1", r#"{"name":"read"}"#).replace("2.0", "1.0"), false);
    check(&call("1", r#"{"name":"read"}"#).replace("\"id\":1,", ""), false);
    check(&call("1", r#"{"name":"read"}"#).replace('}', ""), false);
}
