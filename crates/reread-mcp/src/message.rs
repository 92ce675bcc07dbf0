//! Whether the bytes of a message have one meaning, and the error for those that have not.
//!
//! Two parsers may take different values from an object that names a key twice, so that one checks what the other does
//! not use. Such a message is rejected before the server acts on it, like one that is too deep or holds a number that no
//! parser can hold. It does not know what the message says.

use std::borrow::Cow;
use std::fmt;

use reread_text::visible_line;
use rmcp::ErrorData;
use rmcp::model::{ErrorCode, JsonRpcError, RequestId};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::batch::MOST_MESSAGES;

/// The longest message of either transport, in bytes.
pub(crate) const LONGEST: usize = 4 * 1024 * 1024;

/// The longest error message, in characters: a key may be of any length.
const LONGEST_ERROR: usize = 200;

/// Why a message is rejected before its content is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// It is not JSON that can be held: malformed, too deep, or with a number out of range.
    NotJson(String),
    /// It can be understood in two ways.
    Ambiguous(String),
    /// It is JSON, and not a valid MCP message.
    NoMessage,
    /// It is longer than any message.
    TooLong,
    /// It is a batch of more messages than are taken in at once.
    TooMany,
    /// A batch begins a session.
    InitializeInBatch,
    /// Another message of its batch has its id.
    SameId,
}

impl Flaw {
    /// The answer to the client that sent these bytes, for the request that they seem to be.
    pub(crate) fn answer(self, bytes: &[u8]) -> Box<JsonRpcError> {
        let (code, what) = match self {
            Flaw::NotJson(what) => (ErrorCode::PARSE_ERROR, what),
            Flaw::Ambiguous(what) => (ErrorCode::INVALID_REQUEST, what),
            Flaw::NoMessage => (ErrorCode::INVALID_REQUEST, "not a valid MCP message".to_owned()),
            Flaw::TooMany => {
                (ErrorCode::INVALID_REQUEST, format!("a batch has at most {MOST_MESSAGES} messages"))
            }
            Flaw::InitializeInBatch => {
                (ErrorCode::INVALID_REQUEST, "initialize cannot be part of a batch".to_owned())
            }
            Flaw::SameId => (ErrorCode::INVALID_REQUEST, "the id stands twice in one batch".to_owned()),
            Flaw::TooLong => {
                (ErrorCode::INVALID_REQUEST, format!("the message is longer than {LONGEST} bytes"))
            }
        };
        Box::new(JsonRpcError::new(id_of(bytes), ErrorData::new(code, what, None)))
    }
}

/// Checks that the bytes are one JSON value, and that no object in it names a key twice.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Flaw> {
    match serde_json::from_slice::<OneMeaning>(bytes) {
        Ok(OneMeaning) => Ok(()),
        Err(error) if error.is_data() => Err(Flaw::Ambiguous(capped(&error))),
        Err(error) => Err(Flaw::NotJson(capped(&error))),
    }
}

fn capped(error: &serde_json::Error) -> String {
    visible_line(&error.to_string()).chars().take(LONGEST_ERROR).collect()
}

/// The id at the top of a message, however wrong the rest is; none where there is none, or more than one.
fn id_of(bytes: &[u8]) -> Option<RequestId> {
    let mut ids = Vec::new();
    let mut parser = serde_json::Deserializer::from_slice(bytes);
    // What follows a mistake is lost; what came before it counts.
    let _ = Ids(&mut ids).deserialize(&mut parser);
    match <[Value; 1]>::try_from(ids).ok()? {
        [Value::String(id)] => Some(RequestId::String(id.into())),
        [Value::Number(id)] => id.as_i64().map(RequestId::Number),
        _ => None,
    }
}

/// A value of any kind that was looked through to its end.
struct OneMeaning;

impl<'de> Deserialize<'de> for OneMeaning {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for OneMeaning {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while let Some(Self) = items.next_element()? {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self, A::Error> {
        let mut keys = Vec::new();
        while let Some(Key(key)) = entries.next_key()? {
            keys.push(key);
            let Self = entries.next_value()?;
        }
        keys.sort_unstable();
        match keys.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(A::Error::custom(format!("the key {:?} stands twice in one object", pair[0]))),
            None => Ok(self),
        }
    }
}

/// A key as it reads, not as it is written: `"a"` and `"\u0061"` are one.
#[derive(Deserialize)]
#[serde(transparent)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// Collects every `id` at the top.
struct Ids<'a>(&'a mut Vec<Value>);

impl<'de> DeserializeSeed<'de> for Ids<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Ids<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(key) = entries.next_key::<String>()? {
            if key == "id" {
                self.0.push(entries.next_value()?);
            } else {
                entries.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
