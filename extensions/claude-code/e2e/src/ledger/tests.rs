use super::*;

/// An answer that was given to these messages.
fn sent(message: &str, messages: &Value) -> ApiRequest {
    let body = json!({ "messages": messages });
    let (session, agent) = Default::default();
    ApiRequest { session, agent, body, message: message.to_owned(), answer: Vec::new() }
}

fn check(entries: &Value, sent: &[ApiRequest], expected: &str) {
    let ledger = Ledger::of(entries.as_array().unwrap());
    let outcome = match ledger.check(sent) {
        Ok(check) => format!("{check:?}"),
        Err(fault) => fault,
    };
    assert!(outcome.contains(expected), "{outcome}");
}

#[test]
fn the_hash_is_that_of_sorted_keys_without_marks_of_the_cache() {
    let message = json!({ "role": "user", "content": [
        { "type": "text", "text": "ä\u{2028}\n", "cache_control": { "type": "ephemeral" } },
        { "b": 1, "a": null, "type": "x" },
    ] });
    let bytes = "{\"content\":[{\"text\":\"ä\u{2028}\\n\",\"type\":\"text\"},{\"a\":null,\"b\":1,\"type\":\"x\"}],\"role\":\"user\"}";
    assert_eq!(canonical(&message).to_string(), bytes);
    assert_eq!(forms(&message).len(), 1);
    let plain = json!({ "role": "user", "content": "a" });
    let block = json!({ "role": "user", "content": [{ "type": "text", "text": "a" }] });
    assert_eq!(forms(&plain)[0], forms(&block)[1]);
    assert_eq!(forms(&plain)[1], forms(&block)[0]);
}

#[test]
fn a_request_is_the_beginning_of_another_and_a_tail() {
    let prompt = json!({ "role": "user", "content": "go" });
    let answer = json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": "t" }] });
    let result =
        json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": "t", "content": "x" }] });
    let entries = json!([
        { "type": "user", "message": prompt },
        { "type": "api-request", "id": "r1", "tail": [hash(&prompt)] },
        { "type": "assistant", "uuid": "u", "requestRef": "r1",
          "message": { "id": "m1", "role": "assistant", "content": answer["content"] } },
        { "type": "user", "sourceToolAssistantUUID": "u", "message": result },
        { "type": "api-request", "id": "r2", "base": "r1", "keep": 1, "tail": [hash(&answer), hash(&result)] },
        { "type": "assistant", "requestRef": "r2", "message": { "id": "m2", "content": [] } },
        { "type": "assistant", "requestRef": "r0", "message": { "id": "m3", "content": [] } },
    ]);
    let first = sent("m1", &json!([prompt]));
    let second = sent("m2", &json!([prompt, answer, result]));
    check(
        &entries,
        &[first.clone(), second],
        "LedgerCheck { requests: 2, results: 1, results_in_blobs: 0, elsewhere: 1 }",
    );
    check(&entries, std::slice::from_ref(&first), "m2 is no answer of the model");
    check(&entries, &[first.clone(), sent("m2", &json!([prompt]))], "m2: 3 messages, not 1");
    check(
        &entries,
        &[first, sent("m2", &json!([prompt, answer, prompt]))],
        "message 2 before m2 has another hash",
    );
}
