//! An answer of the model as the events of a stream.

use serde_json::{Value, json};

use crate::request::MadeCall;
use crate::script::{ScriptedAnswer, Step};

/// What the model says its context holds when the script claims nothing.
const FEW_TOKENS: u64 = 100;

/// The events that say one answer, with its calls under their numbers.
pub(super) fn events(Step { answer, tokens }: &Step, calls: &[MadeCall]) -> String {
    let tokens = tokens.unwrap_or(FEW_TOKENS);
    let (delta, reason) = match answer {
        ScriptedAnswer::Text(text) => (json!({ "role": "assistant", "content": text }), "stop"),
        ScriptedAnswer::Calls(_) => {
            let calls: Vec<Value> = calls.iter().enumerate().map(call).collect();
            (json!({ "role": "assistant", "tool_calls": calls }), "tool_calls")
        }
    };
    let usage = json!({ "prompt_tokens": tokens, "completion_tokens": 10, "total_tokens": tokens + 10 });
    let frames = [
        json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": null }] }),
        json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": reason }] }),
        json!({ "choices": [], "usage": usage }),
    ];
    let mut events: String = frames.into_iter().map(frame).collect();
    events.push_str("data: [DONE]\n\n");
    events
}

fn call((index, MadeCall { id, tool, arguments }): (usize, &MadeCall)) -> Value {
    let function = json!({ "name": tool, "arguments": arguments.to_string() });
    json!({ "index": index, "id": id, "type": "function", "function": function })
}

fn frame(mut chunk: Value) -> String {
    let head = [
        ("id", json!("scripted")),
        ("object", json!("chat.completion.chunk")),
        ("created", json!(1)),
        ("model", json!("scripted")),
    ];
    for (key, value) in head {
        chunk[key] = value;
    }
    format!("data: {chunk}\n\n")
}

#[cfg(test)]
mod tests;
