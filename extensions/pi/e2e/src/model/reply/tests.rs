use super::*;
use crate::script::{Script, ScriptedCall};

/// The deltas, the reason for the end and the tokens, as a client reads them.
fn check(step: &Step, expected: [&str; 3]) {
    let calls: Vec<MadeCall> =
        (41..).zip(step.calls()).map(|(number, call)| MadeCall::new(number, call)).collect();
    let events = events(step, &calls);
    let mut frames: Vec<&str> = events.split_terminator("\n\n").collect();
    assert_eq!(frames.pop(), Some("data: [DONE]"));
    let chunk =
        |frame: &&str| -> Value { serde_json::from_str(frame.strip_prefix("data: ").unwrap()).unwrap() };
    let chunks: Vec<Value> = frames.iter().map(chunk).collect();
    let told = [
        chunks[0]["choices"][0]["delta"].to_string(),
        chunks[1]["choices"][0]["finish_reason"].to_string(),
        chunks[2]["usage"]["total_tokens"].to_string(),
    ];
    assert_eq!(told, expected);
}

#[test]
fn text_ends_the_run() {
    check(&Step::text("two\nlines"), [r#"{"role":"assistant","content":"two\nlines"}"#, r#""stop""#, "110"]);
}

#[test]
fn calls_are_numbered_and_carry_their_arguments_as_text() {
    let step =
        Script::new().together([ScriptedCall::read("a"), ScriptedCall::read("b")]).claiming(5000).step(0);
    let calls = concat!(
        r#"{"role":"assistant","tool_calls":["#,
        r#"{"index":0,"id":"call_0041","type":"function","function":{"name":"read","arguments":"{\"path\":\"a\"}"}},"#,
        r#"{"index":1,"id":"call_0042","type":"function","function":{"name":"read","arguments":"{\"path\":\"b\"}"}}]}"#
    );
    check(&step, [calls, r#""tool_calls""#, "5010"]);
}
