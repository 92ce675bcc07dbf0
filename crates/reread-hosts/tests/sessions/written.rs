//! Lines of a session, as pi writes them.

use serde_json::{Value, json};

pub(crate) const CWD: &str = "/home/dev/proj";

/// A session whose entries follow one another; their names are their numbers.
pub(crate) fn session(entries: &[Value]) -> String {
    let header = json!({"type": "session", "version": 3, "id": "s", "timestamp": "…", "cwd": CWD});
    let mut text = format!("{header}\n");
    for (number, fields) in entries.iter().enumerate() {
        let parent = number.checked_sub(1).map(|parent| parent.to_string());
        let mut entry = json!({"type": fields["type"], "id": number.to_string(), "parentId": parent});
        for (name, value) in fields.as_object().expect("entries are objects") {
            entry[name] = value.clone();
        }
        text += &format!("{entry}\n");
    }
    text
}

pub(crate) fn call(call_id: &str, path: &str) -> Value {
    let block = json!({"type": "toolCall", "id": call_id, "name": "read", "arguments": {"path": path}});
    json!({"type": "message", "message": {"role": "assistant", "content": [block], "stopReason": "toolUse"}})
}

pub(crate) fn result(call_id: &str, text: &str, details: &Value) -> Value {
    json!({"type": "message", "message": {"role": "toolResult", "toolCallId": call_id, "toolName": "read",
        "content": [{"type": "text", "text": text}], "details": details, "isError": false, "durationMs": 17}})
}
