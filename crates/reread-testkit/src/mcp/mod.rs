//! `reread mcp` as a client sees it. Nothing here knows the library that the server is built on.

mod client;
mod http_link;
mod http_message;
mod http_server;
mod stdio_link;

use serde_json::{Value, json};

pub use client::McpClient;
pub use http_message::{HttpRequest, HttpResponse};
pub use http_server::{HttpServerProcess, HttpStream, TOKEN};

/// An era of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2025-11-25: a handshake, then calls.
    Handshake,
    /// 2026-07-28: every request says for itself what it speaks.
    Stateless,
}

/// Both of them.
pub const ERAS: [Era; 2] = [Era::Handshake, Era::Stateless];

impl Era {
    /// Adds the metadata that every request of the era carries.
    pub fn complete(self, params: &mut Value) {
        if self == Self::Stateless {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
    }
}

/// How a server ended.
#[derive(Debug)]
pub struct ServerExit {
    /// The exit code; `None` for a server that a signal ended.
    pub code: Option<i32>,
    /// What it wrote to standard error.
    pub stderr: String,
}

/// The one text of a result.
pub fn text_of(result: &Value) -> String {
    let content = result["content"].as_array().unwrap();
    assert_eq!((content.len(), &content[0]["type"]), (1, &json!("text")), "{result}");
    content[0]["text"].as_str().unwrap().to_owned()
}

/// The contract in the metadata of a result.
pub fn contract_of(result: &Value) -> &Value {
    &result["_meta"]["reread/reply"]
}

/// The tag of a result.
pub fn tag_of(result: &Value) -> String {
    contract_of(result)["meta"]["tag"].as_str().unwrap_or_else(|| panic!("no tag: {result}")).to_owned()
}
