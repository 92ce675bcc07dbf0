use super::*;

fn hash(canonical: &str) -> Digest {
    Digest::of(canonical.as_bytes())
}

#[test]
fn keys_are_sorted_and_cache_marks_are_left_out() {
    let message = json!({
        "role": "user",
        "content": [
            { "type": "tool_result", "tool_use_id": "t1", "content": "é\n\u{1}", "cache_control": { "type": "ephemeral" } },
            { "type": "text", "text": "b" },
        ],
    });
    let canonical = "{\"content\":[{\"content\":\"é\\n\\u0001\",\"tool_use_id\":\"t1\",\"type\":\"tool_result\"},\
                     {\"text\":\"b\",\"type\":\"text\"}],\"role\":\"user\"}";
    assert_eq!(message_hashes(&message), [hash(canonical)]);
}

#[test]
fn a_sole_text_has_two_forms() {
    let as_string = hash(r#"{"content":"hi","role":"user"}"#);
    let as_list = hash(r#"{"content":[{"text":"hi","type":"text"}],"role":"user"}"#);
    assert_eq!(message_hashes(&json!({ "role": "user", "content": "hi" })), [as_string, as_list]);
    let list = json!({ "role": "user", "content": [{ "type": "text", "text": "hi" }] });
    assert_eq!(message_hashes(&list), [as_list, as_string]);
}

#[test]
fn other_fields_of_a_message_count() {
    let message = json!({ "role": "system", "content": [], "output_config": { "effort": "medium" } });
    let canonical = r#"{"content":[],"output_config":{"effort":"medium"},"role":"system"}"#;
    assert_eq!(message_hashes(&message), [hash(canonical)]);
}

#[test]
fn blocks_of_several_entries_are_one_message() {
    let blocks = [json!({ "type": "text", "text": "a" }), json!({ "type": "text", "text": "b" })];
    let mut hasher = BlockHasher::new("assistant");
    for block in &blocks {
        hasher.add(block);
    }
    let whole = json!({ "role": "assistant", "content": blocks });
    assert_eq!(message_hashes(&whole), [hasher.hash()]);
}
