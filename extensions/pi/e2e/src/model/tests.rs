use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use super::*;
use crate::script::Script;

/// Sends bytes to the model and returns all it answers.
fn exchange(model: &ScriptedModel, request: &str) -> String {
    let mut stream = TcpStream::connect(model.server.address()).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn post(key: &str, body: &str) -> String {
    format!(
        "POST /v1/chat/completions HTTP/1.1\r\nauthorization: Bearer {key}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[test]
fn it_plays_records_and_tells_senders_apart() {
    let model = ScriptedModel::start();
    let body = serde_json::json!({ "messages": [{ "role": "user", "content": Script::new().say("hello").prompt() }] });
    assert!(exchange(&model, &post("pi-1", &body.to_string())).contains(r#""content":"hello""#));
    let seen = model.count();
    assert!(exchange(&model, &post("pi-2", r#"{"messages":[]}"#)).contains(SUMMARY));
    assert!(exchange(&model, "GET /v1/models HTTP/1.1\r\n\r\n").ends_with(r#"{"data":[{"id":"scripted"}]}"#));
    assert_eq!(model.requests()[0].body(), &body);
    assert_eq!(model.count(), 2, "only questions to the model are recorded");
    assert_eq!(model.requests_since(0, "pi-2").len(), 1);
    assert_eq!(model.requests_since(seen, "pi-1").len(), 0);
}

#[test]
fn it_goes_on_when_the_prompt_is_gone_in_mid_run() {
    let model = ScriptedModel::start();
    let tools = serde_json::json!([{ "type": "function", "function": { "name": "read" } }]);
    let prompt = Script::new().say("first").say("second").prompt();
    let prompted = serde_json::json!({ "tools": tools, "messages": [{ "role": "user", "content": prompt }] });
    let compacted =
        serde_json::json!({ "tools": tools, "messages": [{ "role": "user", "content": "so far: x" }] });
    let ask = |key: &str, body: &serde_json::Value| exchange(&model, &post(key, &body.to_string()));
    assert!(ask("pi-1", &prompted).contains("first"));
    assert!(exchange(&model, &post("pi-1", "{}")).contains(SUMMARY));
    assert!(ask("pi-2", &compacted).contains("done"), "others play something else");
    assert!(ask("pi-1", &compacted).contains("second"));
    assert!(ask("pi-1", &compacted).contains("done"));
}

#[test]
fn nonsense_does_not_stop_it() {
    let model = ScriptedModel::start();
    assert_eq!(exchange(&model, &post("", "no JSON")), "");
    assert_eq!(exchange(&model, "\r\n"), "");
    assert!(exchange(&model, &post("", "{}")).contains(SUMMARY));
}
