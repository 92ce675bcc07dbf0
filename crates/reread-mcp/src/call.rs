//! A call: from a name and arguments to a request.

use reread_wire::{Request, Trouble};
use rmcp::model::JsonObject;
use serde_json::Value;

use crate::read_arguments::{read_request, snippet_request};

/// The longest label of a session.
const LONGEST_LABEL: usize = 128;

/// A call that makes sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    /// What the caller calls its conversation.
    pub(crate) label: Option<String>,
    pub(crate) request: Request,
}

impl Call {
    /// Understands the arguments of a tool whose engine is there.
    ///
    /// An argument that is null counts as left out: some clients fill in what the model did not say.
    pub(crate) fn parse(tool: &str, arguments: Value) -> Result<Self, Trouble> {
        let mut arguments = match arguments {
            Value::Object(arguments) => arguments,
            Value::Null => JsonObject::new(),
            _ => {
                return Err(invalid_args(
                    format!("{tool}: the arguments are no object"),
                    "name each argument",
                ));
            }
        };
        arguments.retain(|_, value| !value.is_null());
        let label = arguments.shift_remove("session").map(label).transpose()?;
        let request = match tool {
            "read" => read_request(arguments)?,
            "get_snippet" => snippet_request(arguments)?,
            _ => request(tool, arguments)?,
        };
        Ok(Self { label, request })
    }
}

/// The request that a tool and its arguments spell.
pub(crate) fn request(tool: &str, arguments: JsonObject) -> Result<Request, Trouble> {
    let parts = [("tool", Value::from(tool)), ("arguments", Value::Object(arguments))];
    let spelled = parts.map(|(key, value)| (key.to_owned(), value)).into_iter().collect();
    serde_json::from_value(Value::Object(spelled)).map_err(|error| {
        invalid_args(format!("{tool}: {error}"), "call it again with arguments as its schema has them")
    })
}

fn label(value: Value) -> Result<String, Trouble> {
    match value {
        Value::String(label) if (1..=LONGEST_LABEL).contains(&label.len()) => Ok(label),
        _ => Err(invalid_args(
            format!("session is not a text of 1 to {LONGEST_LABEL} bytes"),
            "leave it out, or give a short name",
        )),
    }
}

/// The longest message, in characters: what it quotes may be of any length.
const LONGEST_MESSAGE: usize = 400;

/// Arguments that make no sense, whatever the file.
pub(crate) fn invalid_args(mut message: String, hint: &str) -> Trouble {
    if let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) {
        message.truncate(end);
        message.push('…');
    }
    Trouble { code: "INVALID_ARGS", message, hint: hint.to_owned(), refused: false }
}

#[cfg(test)]
mod tests;
