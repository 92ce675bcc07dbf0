use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use super::*;
use crate::script::ClaudeCall;

/// Asks the model and returns all it answers.
fn ask(model: &ClaudeModel, body: &Value) -> String {
    let mut stream = TcpStream::connect(model.server.address()).unwrap();
    let body = body.to_string();
    let head = format!("POST /v1/messages?beta=true HTTP/1.1\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all((head + &body).as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn prompted(prompt: &str, answers: usize) -> Value {
    let mut messages = vec![json!({ "role": "user", "content": [
        { "type": "text", "text": "<system-reminder>" }, { "type": "text", "text": prompt },
    ] })];
    for _ in 0..answers {
        messages.push(json!({ "role": "assistant", "content": "" }));
        messages.push(json!({ "role": "user", "content": [{ "type": "tool_result", "content": "x" }] }));
    }
    json!({ "tools": [{ "name": "Read" }], "messages": messages })
}

#[test]
fn the_word_in_the_last_prompt_and_the_answers_to_it_tell_the_place() {
    let model = ClaudeModel::start(PathBuf::new());
    let first =
        model.prompt(&ClaudeScript::new().call(ClaudeCall::bash("one")).call(ClaudeCall::bash("two")));
    let second = model.prompt(&ClaudeScript::new().together([ClaudeCall::bash("a"), ClaudeCall::bash("b")]));
    assert!(ask(&model, &prompted(&first, 0)).contains("one"));
    assert!(ask(&model, &prompted(&format!("{first} and more"), 1)).contains("two"));
    assert!(ask(&model, &prompted(&first, 2)).contains("done"));
    assert!(ask(&model, &prompted(&second, 0)).contains("toolu_0004_1"));
    assert!(ask(&model, &prompted("play-9", 0)).contains("nothing to play"));
    assert_eq!(model.requests().len(), 5);
    assert_eq!(model.requests()[3].answer[1].input, json!({ "command": "b" }));
    assert_eq!(model.ended_turns(), 2);
}

#[test]
fn text_alone_is_asked_for_without_tools_or_in_words() {
    let model = ClaudeModel::start(PathBuf::new());
    let word = model.prompt(&ClaudeScript::new().call(ClaudeCall::bash("one")));
    let mut without_tools = prompted(&word, 0);
    without_tools["tools"] = json!([]);
    assert!(ask(&model, &without_tools).contains("SUMMARY"));
    let mut in_words = prompted(&word, 0);
    in_words["messages"][0]["content"][0]["text"] = json!("CRITICAL: Respond with TEXT ONLY. Do not");
    assert!(ask(&model, &in_words).contains("SUMMARY"));
}

#[test]
fn a_stream_says_the_same_in_pieces() {
    let answer = Answer::Calls(vec![ClaudeCall::bash("cat a")]);
    let message = reply::message("msg_1", &json!("m"), &answer, &uses(7, &answer, Path::new("")));
    let events = reply::events(&message);
    let kinds: Vec<&str> = events.lines().filter_map(|line| line.strip_prefix("event: ")).collect();
    let expected = ["message_start", "content_block_start", "content_block_delta", "content_block_stop"];
    assert_eq!(kinds, [&expected[..], &["message_delta", "message_stop"]].concat());
    assert!(events.contains(r#""partial_json":"{\"command\":\"cat a\"}""#), "{events}");
    assert!(message["content"][0]["id"] == "toolu_0007_0" && message["stop_reason"] == "tool_use");
}
