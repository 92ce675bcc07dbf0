//! Batches of JSON-RPC: several messages in one array.
//!
//! Revision 2025-03-26 of the protocol says that every implementation must be able to receive them; the revision after it
//! has none. So a client may send one only if that revision was agreed on. The answers come back in one array, and
//! `initialize` is never part of a batch.

use std::collections::HashSet;

use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, JsonRpcError, JsonRpcMessage, ProtocolVersion, RequestId,
};
use serde::Deserialize as _;
use serde_json::Value;

use crate::message::Flaw;

/// More messages than this are not taken in at once.
pub(crate) const MOST_MESSAGES: usize = 64;

/// The messages of a batch, and the answers to what is none.
pub(crate) struct Batch {
    /// In the order in which they were sent.
    pub(crate) messages: Vec<BatchMessage>,
    pub(crate) errors: Vec<JsonRpcError>,
}

/// A message as it came, and as it is understood.
pub(crate) struct BatchMessage {
    pub(crate) value: Value,
    pub(crate) message: ClientJsonRpcMessage,
}

/// Whether this revision of the protocol has batches.
pub(crate) fn has_batches(version: &ProtocolVersion) -> bool {
    *version == ProtocolVersion::V_2025_03_26
}

/// Whether the bytes of a message are an array.
pub(crate) fn is_batch(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"[")
}

impl Batch {
    /// Takes a batch apart. An empty one, and one of too many messages, is one mistake; a wrong message in it is
    /// answered by itself.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, Box<JsonRpcError>> {
        let values: Vec<Value> = serde_json::from_slice(bytes).map_err(|_| Flaw::NoMessage.answer(bytes))?;
        if values.is_empty() {
            return Err(Flaw::NoMessage.answer(b""));
        }
        if values.len() > MOST_MESSAGES {
            return Err(Flaw::TooMany.answer(b""));
        }
        let (mut batch, mut ids) = (Self { messages: Vec::new(), errors: Vec::new() }, HashSet::new());
        for value in values {
            match parse(&value, &mut ids) {
                Ok(message) => batch.messages.push(BatchMessage { value, message }),
                Err(flaw) => batch.errors.push(*flaw.answer(value.to_string().as_bytes())),
            }
        }
        Ok(batch)
    }

    /// The requests that have to be answered.
    pub(crate) fn requests(&self) -> impl Iterator<Item = &RequestId> {
        self.messages.iter().filter_map(BatchMessage::request)
    }
}

impl BatchMessage {
    /// The id, if it is a request.
    pub(crate) fn request(&self) -> Option<&RequestId> {
        match &self.message {
            JsonRpcMessage::Request(request) => Some(&request.id),
            _ => None,
        }
    }
}

fn parse(value: &Value, ids: &mut HashSet<RequestId>) -> Result<ClientJsonRpcMessage, Flaw> {
    let message = ClientJsonRpcMessage::deserialize(value).map_err(|_| Flaw::NoMessage)?;
    if let JsonRpcMessage::Request(request) = &message {
        if matches!(request.request, ClientRequest::InitializeRequest(_)) {
            return Err(Flaw::InitializeInBatch);
        }
        if !ids.insert(request.id.clone()) {
            return Err(Flaw::SameId);
        }
    }
    Ok(message)
}

#[cfg(test)]
mod tests;
