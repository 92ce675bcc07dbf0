//! Suggestions from a real HTTP server on this machine.
#![expect(clippy::unwrap_used, reason = "tests fail loudly")]

use std::time::Duration;

use reread_edit::merge;
use reread_review::{AnswerError, AskError, Endpoint, ReviewError, SuggestionError, suggest};
use reread_testkit::ModelEndpoint;
use serde_json::{Value, json};

const BASE: &[u8] = b"one\ntwo\nthree\n";
const OURS: &[u8] = b"one\nzwei\nthree\n";
const THEIRS: &[u8] = b"one\ndeux\nthree\n";

fn completion(content: &str) -> Value {
    json!({ "choices": [{ "finish_reason": "stop", "message": { "role": "assistant", "content": content } }] })
}

fn deciding(text: &str) -> Value {
    completion(&json!({ "resolutions": [{ "conflict": 1, "text": text }] }).to_string())
}

fn asked(server: &ModelEndpoint) -> Result<String, ReviewError> {
    let endpoint = Endpoint::new(&server.url(), "judge", false)
        .unwrap()
        .with_key(Some("k-123".to_owned()))
        .with_timeout(Duration::from_secs(20));
    let merge = merge(BASE, OURS, THEIRS).unwrap();
    suggest(&endpoint, "song.txt", &merge).map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn a_model_decides_a_conflict_and_nothing_else() {
    let server = ModelEndpoint::answering(200, &deciding("zwei et deux\n").to_string());
    assert_eq!(asked(&server).unwrap(), "one\nzwei et deux\nthree\n");
    let request = server.request();
    assert!(request.head.starts_with("POST /v1/chat/completions HTTP/1.1"), "{}", request.head);
    assert!(request.head.to_lowercase().contains("authorization: bearer k-123"), "{}", request.head);
    let body: Value = serde_json::from_str(&request.body).unwrap();
    assert_eq!((&body["model"], &body["temperature"]), (&json!("judge"), &json!(0)));
    assert!(body["messages"][1]["content"].as_str().unwrap().contains("deux"));
}

#[test]
fn what_the_model_says_is_looked_at() {
    let marked = ModelEndpoint::answering(200, &deciding("<<<<<<< ours\n").to_string());
    assert!(matches!(
        asked(&marked),
        Err(ReviewError::Suggestion(SuggestionError::Suspicious { line: 2, .. }))
    ));
    let chatty = ModelEndpoint::answering(200, &completion("I would keep ours.").to_string());
    assert!(matches!(asked(&chatty), Err(ReviewError::Answer(AnswerError::NotInForm))));
}

#[test]
fn an_endpoint_that_fails_is_named_for_what_it_did() {
    let refusing = ModelEndpoint::answering(401, r#"{"error":{"message":"no such key k-123"}}"#);
    let refused = asked(&refusing).unwrap_err();
    assert_eq!(refused.to_string(), "the endpoint answered 401: no such key (the key)");

    let strange = ModelEndpoint::answering(200, "<html>hello</html>");
    assert!(matches!(asked(&strange), Err(ReviewError::Ask(AskError::NotCompletions))));

    let mut short = deciding("zwei\n");
    short["choices"][0]["finish_reason"] = json!("length");
    let short = ModelEndpoint::answering(200, &short.to_string());
    assert!(matches!(asked(&short), Err(ReviewError::Ask(AskError::Cut))));

    let endless = ModelEndpoint::answering(200, &completion(&"x".repeat(5 << 20)).to_string());
    assert!(matches!(asked(&endless), Err(ReviewError::Ask(AskError::Cut))));

    let gone = ModelEndpoint::answering(200, "").closed();
    assert!(matches!(asked(&gone), Err(ReviewError::Ask(AskError::Unreachable(_)))));
}

#[test]
fn source_is_not_sent_on_to_where_a_redirect_leads() {
    let elsewhere = ModelEndpoint::answering(200, &deciding("stolen\n").to_string());
    let server = ModelEndpoint::redirecting(&elsewhere.url());
    let refused = asked(&server);
    assert!(matches!(refused, Err(ReviewError::Ask(AskError::Status { status: 307, .. }))), "{refused:?}");
    assert!(elsewhere.has_no_request());
}
