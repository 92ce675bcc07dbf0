//! Who is calling.
//!
//! A principal is whom the transport knows: on standard input and output, the one process at the other end. Several
//! conversations may share it, and each may have a name of its own. That name is no proof: it divides what belongs to
//! the principal, and reaches nothing else.

use std::fmt;

use rmcp::model::JsonObject;
use serde_json::Value;

/// A conversation of a principal, or the principal itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CallerKey {
    principal: String,
    conversation: Conversation,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Conversation {
    /// As the caller calls it in its arguments.
    Label(String),
    /// As the host calls it in the metadata of the call.
    Thread(String),
    /// Nobody says.
    Only,
}

impl CallerKey {
    /// What the caller says comes first, then what the host says.
    pub(crate) fn new(principal: &str, label: Option<String>, meta: &JsonObject) -> Self {
        let thread = || thread_id(meta).map(|id| Conversation::Thread(id.to_owned()));
        let conversation = label.map(Conversation::Label).or_else(thread).unwrap_or(Conversation::Only);
        Self { principal: principal.to_owned(), conversation }
    }

    /// What the caller calls its conversation.
    pub(crate) fn label(&self) -> Option<&str> {
        match &self.conversation {
            Conversation::Label(label) => Some(label),
            _ => None,
        }
    }

    /// Whom the transport knows.
    pub(crate) fn principal(&self) -> &str {
        &self.principal
    }
}

impl fmt::Display for CallerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.conversation {
            Conversation::Label(label) => write!(f, "{}/session:{label}", self.principal),
            Conversation::Thread(id) => write!(f, "{}/thread:{id}", self.principal),
            Conversation::Only => f.write_str(&self.principal),
        }
    }
}

/// The longest name of a thread that is taken for one.
const LONGEST: usize = 128;

/// The thread that hosts name, each in its way. A session would not do: sub-agents share it.
fn thread_id(meta: &JsonObject) -> Option<&str> {
    let of_codex = meta.get("x-codex-turn-metadata").and_then(|turn| turn.get("thread_id"));
    let id = of_codex.or_else(|| meta.get("threadId")).and_then(Value::as_str);
    id.filter(|id| !id.is_empty() && id.len() <= LONGEST)
}

#[cfg(test)]
mod tests;
