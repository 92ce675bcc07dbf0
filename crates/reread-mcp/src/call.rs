//! From a name and its arguments to a request and the label that goes with it.

use reread_wire::{Request, Trouble};
use serde_json::Value;

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
    pub(crate) fn parse(tool: &str, mut arguments: Value) -> Result<Self, Trouble> {
        let label = arguments.as_object_mut().and_then(|arguments| arguments.shift_remove("session"));
        let label = label.filter(|label| !label.is_null()).map(checked).transpose()?;
        Ok(Self { label, request: Request::parse(tool, arguments)? })
    }
}

fn checked(label: Value) -> Result<String, Trouble> {
    match label {
        Value::String(label) if (1..=LONGEST_LABEL).contains(&label.len()) => Ok(label),
        _ => Err(Trouble::invalid_args(
            format!("session is not a text of 1 to {LONGEST_LABEL} bytes"),
            "leave it out, or give a short name",
        )),
    }
}

#[cfg(test)]
mod tests;
