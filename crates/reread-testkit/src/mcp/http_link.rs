//! Messages to a server over HTTP, each by a connection of its own.

use serde_json::{Value, json};

use super::Era;
use super::http_message::{HttpRequest, HttpResponse};
use super::http_server::{HttpServerProcess, ServerAddress};

#[derive(Debug)]
pub(super) struct HttpLink {
    address: ServerAddress,
    token: String,
    /// The session that the server named in the handshake.
    session: Option<String>,
}

impl HttpLink {
    pub(super) fn to(server: &HttpServerProcess, token: &str) -> Self {
        Self { address: server.server_address(), token: token.to_owned(), session: None }
    }

    pub(super) fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    pub(super) fn ask(&mut self, era: Era, id: u64, method: &str, params: Value) -> Value {
        if era == Era::Stateless {
            return self.address.send(&HttpRequest::call(&self.token, id, method, params)).message();
        }
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let response = self.post(&message.to_string());
        if method == "initialize" {
            self.session = response.header("mcp-session-id").map(str::to_owned);
        }
        response.message()
    }

    pub(super) fn notify(&mut self, message: &Value) {
        let response = self.post(&message.to_string());
        assert_eq!(response.status, 202, "{response:?}");
    }

    /// Posts a text, in the session if there is one.
    pub(super) fn post(&mut self, text: &str) -> HttpResponse {
        let request = match &self.session {
            Some(session) => HttpRequest::in_session(&self.token, session, text),
            None => HttpRequest::post(&self.token, text),
        };
        self.address.send(&request)
    }
}
