//! A call of a tool as nearly all of them come: its name, its arguments, and what the host says beside them.
//!
//! Such a call is answered where it is read if the answer is at hand. The library's way to it, through a task and
//! several copies of everything, costs half as much again as the answer. Whatever is not exactly like this goes that way.

use rmcp::model::{JsonObject, ProtocolVersion, RequestId, RequestMetaObject};
use serde::Deserialize;

/// What hosts of the later protocol say with each call begins like this.
const OF_THE_PROTOCOL: &str = "io.modelcontextprotocol/";

/// The call of a tool.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlainCall {
    #[serde(rename = "jsonrpc")]
    _version: Version,
    pub(super) id: RequestId,
    #[serde(rename = "method")]
    _method: Method,
    pub(super) params: Params,
}

/// Which tool, and with what.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Params {
    pub(super) name: String,
    #[serde(default)]
    pub(super) arguments: JsonObject,
    #[serde(default, rename = "_meta")]
    pub(super) meta: RequestMetaObject,
}

/// By what a call is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// By the handshake before it.
    InSession,
    /// By what it says about itself.
    Alone,
}

#[derive(Debug, Deserialize)]
enum Version {
    #[serde(rename = "2.0")]
    Two,
}

#[derive(Debug, Deserialize)]
enum Method {
    #[serde(rename = "tools/call")]
    CallTool,
}

impl PlainCall {
    /// The call that the bytes of a message are, and by what it is understood; none if they are anything else, or need a
    /// closer look.
    pub(super) fn parse(bytes: &[u8]) -> Option<(Self, Standing)> {
        let call: Self = serde_json::from_slice(bytes).ok()?;
        let meta = &call.params.meta;
        let (version, later) = (meta.protocol_version(), ProtocolVersion::V_2026_07_28);
        let standing = match version {
            None if !meta.keys().any(|key| key.starts_with(OF_THE_PROTOCOL)) => Standing::InSession,
            Some(version) if version == later && meta.missing_required_keys(&later).is_empty() => {
                Standing::Alone
            }
            _ => return None,
        };
        Some((call, standing))
    }
}

#[cfg(test)]
mod tests;
