//! What the extension hands over of entries and messages, as `extensions/pi/src/entries.ts` makes it.

use reread_text::Digest;
use serde_json::{Map, Value, json};

/// An entry as pi writes it, with a digest in place of its text.
pub(crate) fn distilled(id: &str, parent: Option<&str>, fields: &Value) -> Value {
    let mut entry = picked(fields, &["type", "targetId", "customType"]);
    entry.insert("id".into(), id.into());
    entry.insert("parentId".into(), parent.into());
    if fields["customType"] == "pi-readcache" {
        entry.extend(picked(fields, &["data"]));
    }
    if let Some(message) = fields.get("message") {
        entry.insert("message".into(), distilled_message(message));
    }
    Value::Object(entry)
}

fn distilled_message(message: &Value) -> Value {
    if message["role"] == "assistant" {
        return json!({ "role": "assistant", "content": calls(&message["content"]) });
    }
    let mut distilled = picked(message, &["role", "toolCallId", "toolName", "isError"]);
    if is_read(message) {
        let content = &message["content"];
        if let Some(text) = text_of(content) {
            distilled.insert("contentDigest".into(), digest_of(text).into());
            distilled.insert("contentLength".into(), text.encode_utf16().count().into());
            distilled.insert("contentLines".into(), text.split('\n').count().into());
        }
        let mut details = picked(&message["details"], &["readcache", "truncation"]);
        if let Some(Value::Object(truncation)) = details.get_mut("truncation") {
            truncation.remove("content");
        }
        distilled.insert("details".into(), details.into());
    }
    Value::Object(distilled)
}

fn calls(content: &Value) -> Vec<Value> {
    let blocks = content.as_array().into_iter().flatten().filter(|block| block["type"] == "toolCall");
    let short = |block: &Value| {
        let mut call = picked(block, &["type", "id", "name"]);
        call.insert("arguments".into(), picked(&block["arguments"], &["path"]).into());
        call.into()
    };
    blocks.map(short).collect()
}

/// Whether a message is the result of a read.
pub(crate) fn is_read(message: &Value) -> bool {
    message["role"] == "toolResult" && message["toolName"] == "read"
}

/// The text of a content that is one text and nothing else.
pub(crate) fn text_of(content: &Value) -> Option<&str> {
    match content.as_array()?.as_slice() {
        [block] if block["type"] == "text" => block["text"].as_str(),
        _ => None,
    }
}

pub(crate) fn digest_of(text: &str) -> String {
    Digest::of(text.as_bytes()).to_string()
}

/// The fields of these names that there are.
fn picked(object: &Value, names: &[&str]) -> Map<String, Value> {
    let field = |name: &&str| Some(((*name).to_owned(), object.get(*name)?.clone()));
    names.iter().filter_map(field).collect()
}
