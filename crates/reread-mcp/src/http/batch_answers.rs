//! The answers to a batch over HTTP: each message is handled by itself, and the answers are put into one array.

use bytes::Bytes;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt as _, Full};
use rmcp::model::RequestId;
use serde_json::Value;

use super::rejection::{Body, plain};
use super::service::Protocol;
use crate::batch::{Batch, BatchMessage};
use crate::message::Flaw;

/// Hands every message of a batch to the protocol, in order. The response has the answers, or nothing if there are none.
pub(super) async fn answer_batch(protocol: &Protocol, mut parts: Parts, batch: Batch) -> Response<Body> {
    parts.headers.remove(CONTENT_LENGTH);
    let mut answers: Vec<Value> =
        batch.errors.iter().filter_map(|error| serde_json::to_value(error).ok()).collect();
    for message in &batch.messages {
        let body = Full::new(Bytes::from(message.value.to_string()));
        let response = protocol.handle(Request::from_parts(parts.clone(), body)).await;
        answers.extend(answer_in(response, message).await);
    }
    if answers.is_empty() {
        return plain(StatusCode::ACCEPTED, "application/json", "");
    }
    plain(StatusCode::OK, "application/json", Value::Array(answers).to_string())
}

/// The answer to a request in the response that it got. What the server sends besides, such as progress, is dropped.
async fn answer_in(response: Response<Body>, message: &BatchMessage) -> Option<Value> {
    let id = message.request()?;
    let is_stream = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|media| media.as_bytes().starts_with(b"text/event-stream"));
    let body = match response.into_body().collect().await {
        Ok(body) => body.to_bytes(),
    };
    let messages: Vec<Value> = match is_stream {
        true => events(&body).filter_map(|data| serde_json::from_slice(data).ok()).collect(),
        false => serde_json::from_slice(&body).ok().into_iter().collect(),
    };
    let refused = || serde_json::to_value(Flaw::NoMessage.answer(message.value.to_string().as_bytes())).ok();
    messages.into_iter().find(|answer| is_answer(answer, id)).or_else(refused)
}

/// The data of each event of a stream.
fn events(body: &[u8]) -> impl Iterator<Item = &[u8]> {
    body.split(|byte| *byte == b'\n').filter_map(|line| line.strip_prefix(b"data:")).map(<[u8]>::trim_ascii)
}

fn is_answer(message: &Value, id: &RequestId) -> bool {
    serde_json::to_value(id).is_ok_and(|id| message.get("id") == Some(&id)) && message.get("method").is_none()
}
