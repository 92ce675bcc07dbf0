//! The caller of a request: a principal and its conversation.
//!
//! A principal is whom the transport knows: on standard input and output, the one process at the other end; over HTTP,
//! the one that the request proves. Several conversations may share a principal, and each may have a name of its own.
//! That name is no proof: it divides what belongs to the principal, and reaches nothing else.

use std::fmt;
use std::hash::{Hash, Hasher};

use http::HeaderName;
use http::request::Parts;
use reread_store::CallerIdentity;
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
    host: Option<ClaimedHost>,
}

/// What a client calls itself at the handshake. It can claim anything, so that nothing is decided by it.
#[derive(Clone, Debug)]
pub(crate) struct ClaimedHost {
    name: String,
    version: Option<String>,
}

impl ClaimedHost {
    /// Without what could be taken for another part of an identity, and cut short.
    fn new(name: &str, version: &str) -> Option<Self> {
        let [name, version] = [name, version].map(|claim| {
            let is_plain = |character: char| {
                character.is_alphanumeric() || matches!(character, '.' | '-' | '_' | '+' | '/' | ' ')
            };
            let plain = claim.chars().take(LONGEST_CLAIM).map(|one| if is_plain(one) { one } else { '_' });
            plain.collect::<String>().trim().to_owned()
        });
        (!name.is_empty())
            .then(|| Self { name, version: Some(version).filter(|version| !version.is_empty()) })
    }
}

impl Sender {
    /// The sender of a request. On a transport with one process at the other end, that is `process`.
    pub(crate) fn of(
        context: &RequestContext<RoleServer>,
        process: &Principal,
    ) -> Result<Self, ProtocolError> {
        let host = claimed_host(context);
        if let Some(ClaimedHost { name: claimed, .. }) = &host {
            tracing::debug!(claimed, "a client names itself");
        }
        let Some(parts) = context.extensions.get::<Parts>() else {
            return Ok(Self { host, ..Self::new(process, &context.meta, Conversation::Only) });
        };
        let unproven = || ProtocolError::internal_error("the request proves no principal", None);
        let principal = parts.extensions.get::<Principal>().ok_or_else(unproven)?;
        let has_sessions = context.protocol_version() < Some(ProtocolVersion::V_2026_07_28);
        let session = parts.headers.get(SESSION).filter(|_| has_sessions).and_then(|id| id.to_str().ok());
        let otherwise = session.map_or(Conversation::Unnamed, |id| Conversation::Protocol(id.to_owned()));
        Ok(Self { host, ..Self::new(principal, &context.meta, otherwise) })
    }

    /// Whether the transport has no other client that would wait meanwhile.
    pub(crate) fn is_alone(context: &RequestContext<RoleServer>) -> bool {
        context.extensions.get::<Parts>().is_none()
    }

    /// What the host says comes before what the transport knows.
    pub(crate) fn new(principal: &Principal, meta: &JsonObject, otherwise: Conversation) -> Self {
        let thread = thread_id(meta).map(|id| Conversation::Thread(id.to_owned()));
        Self { principal: principal.clone(), conversation: thread.unwrap_or(otherwise), host: None }
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
        CallerKey { principal: self.principal.clone(), conversation, budget, host: self.host.clone() }
    }
}

/// A conversation of a principal, or the principal itself.
#[derive(Clone, Debug)]
pub(crate) struct CallerKey {
    principal: Principal,
    conversation: Conversation,
    /// The conversation whose budget the call is paid from.
    budget: Conversation,
    /// No part of the key.
    host: Option<ClaimedHost>,
}

impl CallerKey {
    /// What makes two callers one.
    fn key(&self) -> (&Principal, &Conversation, &Conversation) {
        (&self.principal, &self.conversation, &self.budget)
    }
}

impl PartialEq for CallerKey {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for CallerKey {}

impl Hash for CallerKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
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

    /// The program and its version as claimed, the conversation, and the principal.
    pub(crate) fn identity(&self) -> CallerIdentity {
        let (host, version) = match self.host.clone() {
            Some(ClaimedHost { name, version }) => (Some(name), version),
            None => (None, None),
        };
        let session = self.conversation.name();
        CallerIdentity { user: None, host, version, session, principal: Some(self.principal.to_string()) }
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

impl Conversation {
    /// Where its name comes from, and the name; `None` for one without a name.
    fn name(&self) -> Option<String> {
        match self {
            Self::Label(label) => Some(format!("session:{label}")),
            Self::Thread(id) => Some(format!("thread:{id}")),
            Self::Protocol(id) => Some(format!("protocol:{id}")),
            Self::Only | Self::Unnamed => None,
        }
    }
}

impl fmt::Display for CallerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.conversation.name() {
            Some(name) => write!(f, "{}/{name}", self.principal),
            None => self.principal.fmt(f),
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

/// The longest name or version of a program.
const LONGEST_CLAIM: usize = 64;

/// What a client calls itself.
fn claimed_host(context: &RequestContext<RoleServer>) -> Option<ClaimedHost> {
    // A request that stands for itself may claim nothing, and the library then claims a name in its place.
    let is_session =
        context.extensions.get::<Parts>().is_none_or(|parts| parts.headers.contains_key(SESSION));
    let of_session = || context.client_info().filter(|_| is_session);
    let claimed = context.meta.client_info().or_else(of_session)?;
    ClaimedHost::new(&claimed.name, &claimed.version)
}

#[cfg(test)]
mod tests;
