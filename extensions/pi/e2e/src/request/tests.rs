use super::*;
use serde_json::json;

fn request(messages: &Value) -> ModelRequest {
    ModelRequest::new(json!({ "messages": messages }), String::new())
}

#[test]
fn results_are_seen_in_both_forms_of_content() {
    let request = request(&json!([
        { "role": "user", "content": "x" },
        { "role": "tool", "tool_call_id": "call_1", "content": "plain" },
        { "role": "tool", "tool_call_id": "call_2", "content": [
            { "type": "text", "text": "in " }, { "type": "image_url" }, { "type": "text", "text": "blocks" },
        ] },
    ]));
    let seen: Vec<(String, String)> =
        request.results().into_iter().map(|result| (result.call, result.text)).collect();
    assert_eq!(seen, [("call_1".into(), "plain".into()), ("call_2".into(), "in blocks".into())]);
    assert_eq!(request.result_of("call_2").as_deref(), Some("in blocks"));
    assert_eq!(request.result_of("call_3"), None);
    assert!(request.shows("lain"));
    assert!(!request.shows("plain in"));
}

#[test]
fn calls_are_read_from_the_messages() {
    let call = json!({ "id": "call_1", "function": { "name": "read", "arguments": r#"{"path":"a"}"# } });
    let request = request(&json!([{ "role": "user" }, { "role": "assistant", "tool_calls": [call] }]));
    let made = MadeCall { id: "call_1".into(), tool: "read".into(), arguments: json!({ "path": "a" }) };
    assert_eq!(request.calls(), std::slice::from_ref(&made));
    assert_eq!(request.answer(), []);
    assert_eq!(request.answered_with(vec![made.clone()]).answer(), [made]);
}

/// How often the model has answered the script whose first text is shown.
fn check(messages: &Value, expected: &str) {
    let place = request(messages).place();
    let place = place.map(|(script, index)| format!("{} {index}", script.prompt()));
    assert_eq!(place.as_deref().unwrap_or("none"), expected, "in {messages}");
}

#[test]
fn the_last_prompt_and_the_answers_to_it_tell_the_place() {
    let (old, new) = (r#"{"script":[{"text":"old"}]}"#, r#"{"script":[]}"#);
    let before = json!({ "role": "user", "content": old });
    let prompt = json!({ "role": "user", "content": [{ "type": "text", "text": new }] });
    let answer = json!({ "role": "assistant", "content": "" });
    let result = json!({ "role": "tool", "tool_call_id": "call_1", "content": "" });
    check(&json!([before, answer, prompt]), &format!("{new} 0"));
    check(&json!([before, answer, prompt, answer]), &format!("{new} 1"));
    check(&json!([before, answer, prompt, answer, result, result, answer]), &format!("{new} 2"));
    check(&json!([prompt, answer, answer, before]), &format!("{old} 0"));
    check(&json!([]), "none");
    check(&json!([{ "role": "system", "content": new }]), "none");
    check(&json!([prompt, { "role": "user", "content": "Summarise: {\"script\":[]}" }]), "none");
}

#[test]
fn a_summary_is_asked_for_without_script_and_tools() {
    let asks = |body: &Value| ModelRequest::new(body.clone(), String::new()).asks_for_summary();
    let tools = json!([{ "type": "function", "function": { "name": "read" } }]);
    let script = json!([{ "role": "user", "content": r#"{"script":[]}"# }]);
    assert!(asks(&json!({ "messages": [] })));
    assert!(asks(&json!({ "messages": [], "tools": [] })));
    assert!(!asks(&json!({ "messages": [], "tools": tools })));
    assert!(!asks(&json!({ "messages": script })));
}
