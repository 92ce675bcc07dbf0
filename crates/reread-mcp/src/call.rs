//! From a name and its arguments to a request and the label that goes with it.

use reread_files::Workspace;
use reread_wire::{ReadMode, Request, Trouble};
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

impl Call {
    /// Whether it is over sooner than another thread could be woken for it.
    pub(crate) fn is_brief(&self, workspace: &Workspace) -> bool {
        let may_be = match &self.request {
            Request::Read(args) => {
                args.targets.is_empty() && matches!(args.mode, ReadMode::File | ReadMode::Snippet)
            }
            Request::ReadFile(_)
            | Request::ReadFileRange(_)
            | Request::ReadFileHead(_)
            | Request::ReadFileTail(_)
            | Request::GetExcerpt(_)
            | Request::StatFile(_) => true,
            Request::Search(_) | Request::ListFiles(_) | Request::SearchInFile(_) => false,
        };
        may_be && workspace.is_quick_to_read(self.request.target())
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
