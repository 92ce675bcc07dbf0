//! The hash by which the ledger names a message.
//!
//! It is SHA-256 of the message as JSON: keys sorted at every level, no spaces, characters as they are, without
//! `cache_control` at any level. A message whose whole content is one text may be hashed with that text as a string, or
//! as a list of one block.

use reread_text::{Digest, DigestBuilder};
use serde_json::{Value, json};

/// What marks where the provider may begin to cache; it is no part of a message.
const CACHE_CONTROL: &str = "cache_control";

/// The hashes that a message may have.
pub(crate) fn message_hashes(message: &Value) -> Vec<Digest> {
    let mut hashes = vec![Digest::of(&canonical(message))];
    if let Some(content) = message.get("content").and_then(other_form) {
        let mut other = message.clone();
        other["content"] = content;
        hashes.push(Digest::of(&canonical(&other)));
    }
    hashes
}

/// One text in the other of its two forms; `None` if the content is more than one text.
fn other_form(content: &Value) -> Option<Value> {
    match content {
        Value::String(text) => Some(json!([{ "type": "text", "text": text }])),
        Value::Array(blocks) => match &blocks[..] {
            [block] => sole_text(block).map(Value::from),
            _ => None,
        },
        _ => None,
    }
}

/// The text of a block that is nothing but a text.
fn sole_text(block: &Value) -> Option<&str> {
    let is_text = |key: &String| matches!(key.as_str(), "type" | "text" | CACHE_CONTROL);
    let fields = block.as_object().filter(|fields| fields.keys().all(is_text))?;
    (fields.get("type")? == "text").then(|| fields.get("text")?.as_str())?
}

/// The hash of a message whose blocks come one after the other, each in an entry of its own.
#[derive(Clone)]
pub(crate) struct BlockHasher {
    begun: DigestBuilder,
    role: &'static str,
    is_empty: bool,
}

impl BlockHasher {
    /// Before the first block.
    pub(crate) fn new(role: &'static str) -> Self {
        let mut begun = DigestBuilder::default();
        begun.update(b"{\"content\":[");
        Self { begun, role, is_empty: true }
    }

    pub(crate) fn add(&mut self, block: &Value) {
        if !self.is_empty {
            self.begun.update(b",");
        }
        self.is_empty = false;
        self.begun.update(&canonical(block));
    }

    /// The hash of the message with the blocks so far.
    pub(crate) fn hash(&self) -> Digest {
        let mut whole = self.begun.clone();
        whole.update(format!("],\"role\":\"{}\"}}", self.role).as_bytes());
        whole.finish()
    }
}

/// The one spelling of a value.
fn canonical(value: &Value) -> Vec<u8> {
    let mut spelled = Vec::new();
    spell(value, &mut spelled);
    spelled
}

/// Recursion ends: the parser refuses what is nested more than 128 levels deep.
fn spell(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().filter(|(key, _)| *key != CACHE_CONTROL).collect();
            fields.sort_unstable_by_key(|(key, _)| *key);
            out.push(b'{');
            for (number, (key, value)) in fields.into_iter().enumerate() {
                separate(number, out);
                out.extend_from_slice(Value::from(key.as_str()).to_string().as_bytes());
                out.push(b':');
                spell(value, out);
            }
            out.push(b'}');
        }
        Value::Array(items) => {
            out.push(b'[');
            for (number, item) in items.iter().enumerate() {
                separate(number, out);
                spell(item, out);
            }
            out.push(b']');
        }
        scalar => out.extend_from_slice(scalar.to_string().as_bytes()),
    }
}

fn separate(number: usize, out: &mut Vec<u8>) {
    if number > 0 {
        out.push(b',');
    }
}

#[cfg(test)]
mod tests;
