//! From a name and its arguments to a request and the label that goes with it.

use reread_wire::{ErrorReply, Rejected, Request};
use serde_json::Value;

/// The longest label of a session, in bytes.
const LONGEST_LABEL: usize = 128;

/// A request or its rejection, with the caller's name for its conversation.
#[derive(Debug)]
pub(crate) struct LabelledRequest {
    /// `None` also if the label itself is the reason of the rejection.
    pub(crate) label: Option<String>,
    pub(crate) request: Result<Request, Box<Rejected>>,
}

impl LabelledRequest {
    /// Parses the arguments of a tool. The label is not an argument of the tool.
    pub(crate) fn parse(tool: &str, mut arguments: Value) -> Self {
        let session = arguments.as_object_mut().and_then(|arguments| arguments.shift_remove("session"));
        let label = match session.clone() {
            None | Some(Value::Null) => None,
            Some(Value::String(label)) if (1..=LONGEST_LABEL).contains(&label.len()) => Some(label),
            Some(_) => {
                let error = ErrorReply::invalid_args(
                    format!("session is not a text of 1 to {LONGEST_LABEL} bytes"),
                    "leave it out, or give a short name",
                );
                return Self::rejected(with_session(Rejected::new(tool, arguments, error), session));
            }
        };
        let request = Request::parse(tool, arguments).map_err(|rejected| with_session(rejected, session));
        Self { label, request }
    }

    /// A call that is rejected whatever its label.
    pub(crate) fn rejected(rejected: Box<Rejected>) -> Self {
        Self { label: None, request: Err(rejected) }
    }
}

/// The record of a rejected call has every argument.
fn with_session(mut rejected: Box<Rejected>, session: Option<Value>) -> Box<Rejected> {
    if let (Some(arguments), Some(session)) = (rejected.arguments.as_object_mut(), session) {
        arguments.insert("session".to_owned(), session);
    }
    rejected
}

#[cfg(test)]
mod tests;
