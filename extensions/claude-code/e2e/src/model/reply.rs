//! An answer of the model, as one message and as the events of a stream.

use serde_json::{Value, json};

use crate::api_request::ToolUse;
use crate::script::Answer;

/// The whole message.
pub(super) fn message(id: &str, model: &Value, answer: &Answer, uses: &[ToolUse]) -> Value {
    let (content, reason) = match answer {
        Answer::Text(text) => (vec![json!({ "type": "text", "text": text })], "end_turn"),
        Answer::Calls(_) => (uses.iter().map(block).collect(), "tool_use"),
    };
    json!({
        "id": id,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": reason,
        "stop_sequence": null,
        "usage": {
            "input_tokens": 100,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": 10,
        },
    })
}

fn block(ToolUse { id, tool, input, .. }: &ToolUse) -> Value {
    json!({ "type": "tool_use", "id": id, "name": tool, "input": input })
}

/// The events that say a message.
pub(super) fn events(message: &Value) -> String {
    let mut start = message.clone();
    start["content"] = json!([]);
    start["stop_reason"] = Value::Null;
    let mut events = vec![json!({ "type": "message_start", "message": start })];
    for (index, block) in message["content"].as_array().into_iter().flatten().enumerate() {
        let mut empty = block.clone();
        let delta = match block["type"] == "text" {
            true => {
                empty["text"] = json!("");
                json!({ "type": "text_delta", "text": block["text"] })
            }
            false => {
                empty["input"] = json!({});
                json!({ "type": "input_json_delta", "partial_json": block["input"].to_string() })
            }
        };
        events.push(json!({ "type": "content_block_start", "index": index, "content_block": empty }));
        events.push(json!({ "type": "content_block_delta", "index": index, "delta": delta }));
        events.push(json!({ "type": "content_block_stop", "index": index }));
    }
    let delta = json!({ "stop_reason": message["stop_reason"], "stop_sequence": null });
    events.push(json!({ "type": "message_delta", "delta": delta, "usage": { "output_tokens": 10 } }));
    events.push(json!({ "type": "message_stop" }));
    events.iter().map(frame).collect()
}

fn frame(event: &Value) -> String {
    let kind = event["type"].as_str().unwrap_or_default();
    format!("event: {kind}\ndata: {event}\n\n")
}
