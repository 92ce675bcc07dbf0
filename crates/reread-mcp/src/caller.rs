//! The caller of a request: a principal and its conversation.
//!
//! A principal is whom the transport knows: on standard input and output, the one process at the other end; over HTTP,
//! the one that the request proves. Several conversations may share a principal, and each may have a name of its own.
//! That name is no proof: it divides what belongs to the principal, and reaches nothing else.

use std::fmt;

use http::HeaderName;
use http::request::Parts;
use reread_text::visible_line;
use rmcp::ErrorData as ProtocolError;
use rmcp::RoleServer;
use rmcp::model::{JsonObject, ProtocolVersion};
use rmcp::service::RequestContext;
use serde_json::Value;

use crate::Principal;

/// The header with the session that a request of the older era belongs to.
pub(crate) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");

/// The sender of a request, as far as the transport and the host identify it.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    principal: Principal,
    conversation: Conversation,
}

impl Sender {
    /// The sender of a request. On a transport with one process at the other end, that is `process`.
    pub(crate) fn of(
        context: &RequestContext<RoleServer>,
        process: &Principal,
    ) -> Result<Self, ProtocolError> {
        if let Some(claimed) = claimed_name(context) {
            tracing::debug!(claimed, "a client names itself");
        }
        let Some(parts) = context.extensions.get::<Parts>() else {
            return Ok(Self::new(process, &context.meta, Conversation::Only));
        };
        let unproven = || ProtocolError::internal_error("the request proves no principal", None);
        let principal = parts.extensions.get::<Principal>().ok_or_else(unproven)?;
        let has_sessions = context.protocol_version() < Some(ProtocolVersion::V_2026_07_28);
        let session = parts.headers.get(SESSION).filter(|_| has_sessions).and_then(|id| id.to_str().ok());
        let otherwise = session.map_or(Conversation::Unnamed, |id| Conversation::Protocol(id.to_owned()));
        Ok(Self::new(principal, &context.meta, otherwise))
    }

    /// What the host says comes before what the transport knows.
    pub(crate) fn new(principal: &Principal, meta: &JsonObject, otherwise: Conversation) -> Self {
        let thread = thread_id(meta).map(|id| Conversation::Thread(id.to_owned()));
        Self { principal: principal.clone(), conversation: thread.unwrap_or(otherwise) }
    }

    /// The caller, by the name that it gives its conversation if it gives one: that comes before all else.
    pub(crate) fn caller(&self, label: Option<String>) -> CallerKey {
        let label = label.map(Conversation::Label);
        let budget = match (&self.conversation, &label) {
            // Nothing else distinguishes the conversation.
            (Conversation::Unnamed, Some(label)) => label.clone(),
            (conversation, _) => conversation.clone(),
        };
        let conversation = label.unwrap_or_else(|| self.conversation.clone());
        CallerKey { principal: self.principal.clone(), conversation, budget }
    }
}

/// A conversation of a principal, or the principal itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CallerKey {
    principal: Principal,
    conversation: Conversation,
    /// The conversation whose budget the call is paid from.
    budget: Conversation,
}

/// How the calls of one conversation are recognised.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Conversation {
    /// As the caller calls it in its arguments.
    Label(String),
    /// As the host calls it in the metadata of the call.
    Thread(String),
    /// As this server called it when the protocol's session began.
    Protocol(String),
    /// The only one that the transport has.
    Only,
    /// One of any number, which cannot be distinguished.
    Unnamed,
}

impl CallerKey {
    /// Whom the transport knows.
    pub(crate) fn principal(&self) -> &Principal {
        &self.principal
    }

    /// The conversation whose budget the call is paid from: the thread of the host, else the session of the protocol, else
    /// the process. A label counts only if there is nothing else, since a model could choose a new one for every call.
    pub(crate) fn budget_key(&self) -> &Conversation {
        &self.budget
    }

    /// What the caller calls its conversation.
    pub(crate) fn label(&self) -> Option<&str> {
        match &self.conversation {
            Conversation::Label(label) => Some(label),
            _ => None,
        }
    }

    /// Whether anything may be kept for this conversation from one call to the next. Not if calls of different
    /// conversations cannot be distinguished.
    pub(crate) fn remembers(&self) -> bool {
        self.conversation != Conversation::Unnamed
    }
}

impl fmt::Display for CallerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.conversation {
            Conversation::Label(label) => write!(f, "{}/session:{label}", self.principal),
            Conversation::Thread(id) => write!(f, "{}/thread:{id}", self.principal),
            Conversation::Protocol(id) => write!(f, "{}/protocol:{id}", self.principal),
            Conversation::Only | Conversation::Unnamed => self.principal.fmt(f),
        }
    }
}

/// The longest name of a thread that is taken for one.
const LONGEST: usize = 128;

/// The thread that hosts name, each in its way: Codex, and goose. A `sessionId` would not do: sub-agents share it.
fn thread_id(meta: &JsonObject) -> Option<&str> {
    let of_turn = meta.get("x-codex-turn-metadata").and_then(|turn| turn.get("thread_id"));
    let named = [of_turn, meta.get("threadId"), meta.get("agent-session-id")];
    let mut ids = named.into_iter().flatten().filter_map(Value::as_str);
    ids.find(|id| !id.is_empty() && id.len() <= LONGEST)
}

/// What a client calls itself, escaped and cut short. A client can claim any name, so it is for logs and decides nothing.
fn claimed_name(context: &RequestContext<RoleServer>) -> Option<String> {
    // A request that stands for itself may claim nothing, and the library then claims a name in its place.
    let is_session =
        context.extensions.get::<Parts>().is_none_or(|parts| parts.headers.contains_key(SESSION));
    let of_session = || context.client_info().filter(|_| is_session);
    let name = context.meta.client_info().or_else(of_session)?.name;
    Some(visible_line(&name.chars().take(LONGEST).collect::<String>()).into_owned())
}

#[cfg(test)]
mod tests;
