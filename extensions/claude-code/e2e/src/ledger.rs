//! What a transcript says the model was sent, recomputed message by message.
//!
//! This is a second implementation on purpose: it shares nothing with the product and has the requests to compare with. A
//! request of the ledger is a list of hashes; a hash is that of a message in a canonical form; a message is put together from
//! plain entries or stands in a blob.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::api_request::ApiRequest;

/// The requests of a transcript, and where their messages come from.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// The hashes of each request, by its id.
    requests: HashMap<String, Vec<String>>,
    /// The request that each assistant message answers.
    answered: Vec<(String, String)>,
    /// The hash of every message that entries say by themselves.
    plain: HashMap<String, &'static str>,
    /// The hash of every message that has a blob.
    blobs: HashMap<String, &'static str>,
}

/// How many messages were found, and where.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LedgerCheck {
    /// Requests that came out hash for hash.
    pub requests: usize,
    /// Messages with tool results that plain entries say.
    pub results: usize,
    /// Messages with tool results that stand in blobs only.
    pub results_in_blobs: usize,
    /// Answers whose request is in another transcript, from which this one was forked.
    pub elsewhere: usize,
}

impl Ledger {
    pub(crate) fn of(entries: &[Value]) -> Self {
        let mut ledger = Self::default();
        for entry in entries {
            match entry["type"].as_str() {
                Some("api-request") => ledger.add_request(entry),
                Some("api-request-blob") => {
                    let hash = word(&entry["hash"]);
                    assert!(forms(&entry["message"]).contains(&hash), "a blob has another hash: {entry}");
                    ledger.blobs.insert(hash, "blob");
                }
                _ => {}
            }
        }
        ledger.add_messages(entries);
        ledger
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    fn add_request(&mut self, entry: &Value) {
        let keep =
            entry["keep"].as_u64().map_or(0, |keep| usize::try_from(keep).expect("a number of messages"));
        let mut hashes = match entry["base"].as_str() {
            Some(base) => self.requests[base][..keep].to_vec(),
            None => Vec::new(),
        };
        hashes.extend(entry["tail"].as_array().into_iter().flatten().map(word));
        self.requests.insert(word(&entry["id"]), hashes);
    }

    /// Puts messages together: there is an entry per block of an answer, and one per tool result.
    fn add_messages(&mut self, entries: &[Value]) {
        let mut message_of = HashMap::new();
        let mut answers: Vec<(String, Vec<Value>)> = Vec::new();
        let mut results: Vec<(String, Vec<Value>)> = Vec::new();
        for entry in entries {
            let message = &entry["message"];
            let content = message["content"].as_array().cloned();
            match (entry["type"].as_str(), content) {
                (Some("assistant"), Some(content)) => {
                    let id = word(&message["id"]);
                    message_of.insert(word(&entry["uuid"]), id.clone());
                    let answered = (id.clone(), word(&entry["requestRef"]));
                    if entry["requestRef"].is_string() && !self.answered.contains(&answered) {
                        self.answered.push(answered);
                    }
                    extend(&mut answers, id, content);
                }
                (Some("user"), Some(content)) if has_result(&content) => {
                    let asked = message_of.get(&word(&entry["sourceToolAssistantUUID"]));
                    extend(&mut results, asked.cloned().unwrap_or_else(|| word(&entry["uuid"])), content);
                }
                (Some("user"), _) => self.add_plain(message, "prompt"),
                _ => {}
            }
        }
        for (_, content) in answers {
            self.add_plain(&json!({ "role": "assistant", "content": content }), "answer");
        }
        for (_, content) in results {
            self.add_plain(&json!({ "role": "user", "content": content }), "results");
        }
    }

    fn add_plain(&mut self, message: &Value, kind: &'static str) {
        let message = json!({ "role": message["role"], "content": message["content"] });
        self.plain.extend(forms(&message).into_iter().map(|hash| (hash, kind)));
    }

    /// Compares every request that it names with what the model was really sent.
    pub fn check(&self, sent: &[ApiRequest]) -> Result<LedgerCheck, String> {
        let mut check = LedgerCheck::default();
        for (message, request) in &self.answered {
            let Some(hashes) = self.requests.get(request) else {
                check.elsewhere += 1;
                continue;
            };
            let sent = sent.iter().find(|sent| sent.message == *message);
            let sent = sent.ok_or_else(|| format!("{message} is no answer of the model"))?;
            if hashes.len() != sent.messages().len() {
                return Err(format!("{message}: {} messages, not {}", hashes.len(), sent.messages().len()));
            }
            for (index, (hash, message)) in hashes.iter().zip(sent.messages()).enumerate() {
                if !forms(message).contains(hash) {
                    return Err(format!(
                        "message {index} before {} has another hash: {message}",
                        sent.message
                    ));
                }
                let is_result = message["content"].as_array().is_some_and(|content| has_result(content));
                match (self.plain.get(hash), self.blobs.get(hash)) {
                    (Some(_), _) => check.results += usize::from(is_result),
                    (None, Some(_)) => check.results_in_blobs += usize::from(is_result),
                    (None, None) => {
                        return Err(format!("the transcript does not hold message {index}: {message}"));
                    }
                }
            }
            check.requests += 1;
        }
        Ok(check)
    }
}

/// Appends to the content of a message that has begun, or begins one.
fn extend(messages: &mut Vec<(String, Vec<Value>)>, id: String, content: Vec<Value>) {
    match messages.iter_mut().find(|(known, _)| *known == id) {
        Some((_, blocks)) => blocks.extend(content),
        None => messages.push((id, content)),
    }
}

fn has_result(content: &[Value]) -> bool {
    content.iter().any(|block| block["type"] == "tool_result")
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The hashes that a message may have: a sole text is a string or a block.
fn forms(message: &Value) -> Vec<String> {
    let mut forms = vec![hash(message)];
    let mut add = |content: Value| {
        let mut other = message.clone();
        other["content"] = content;
        forms.push(hash(&other));
    };
    match &message["content"] {
        Value::String(text) => add(json!([{ "type": "text", "text": text }])),
        Value::Array(blocks) if blocks.len() == 1 && blocks[0]["type"] == "text" => {
            add(blocks[0]["text"].clone());
        }
        _ => {}
    }
    forms
}

fn hash(message: &Value) -> String {
    let digest = Sha256::digest(canonical(message).to_string().as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The same value with sorted keys and without marks of the provider's cache.
fn canonical(value: &Value) -> Value {
    match value {
        Value::Array(values) => values.iter().map(canonical).collect(),
        Value::Object(fields) => {
            let mut keys: Vec<&String> = fields.keys().filter(|key| *key != "cache_control").collect();
            keys.sort();
            Value::Object(
                keys.into_iter().map(|key| (key.clone(), canonical(&fields[key]))).collect::<Map<_, _>>(),
            )
        }
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests;
