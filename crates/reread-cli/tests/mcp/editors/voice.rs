//! How a client talks to a server.

use reread_testkit::{Era, HttpServerProcess, McpClient, TOKEN};
use serde_json::Value;

/// One of the two ways.
pub(crate) enum Voice<'s> {
    /// Lines to a server of its own.
    Lines(Box<McpClient>, Era),
    /// HTTP to a server that other clients talk to as well.
    Http(&'s HttpServerProcess),
}

impl Voice<'_> {
    /// Calls a tool; its result.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        match self {
            Voice::Lines(client, era) => client.call_in(*era, tool, arguments),
            Voice::Http(server) => server.call(TOKEN, tool, arguments),
        }
    }

    /// Ends what was started for this client alone.
    pub(crate) fn end(self) {
        if let Voice::Lines(client, _) = self {
            assert_eq!(client.end().code, Some(0));
        }
    }
}
