//! HTTP written and read by hand, so that a test can also write it wrong.

use serde_json::{Value, json};

use super::Era;
use super::http_server::TOKEN;

/// A request as it is written.
#[derive(Clone, Debug)]
pub struct HttpRequest {
    method: String,
    target: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl HttpRequest {
    /// A message by POST, with the headers that every message has. The host is filled in when it is sent.
    pub fn post(token: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = [
            ("host", "{address}"),
            ("authorization", &format!("Bearer {token}")),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        Self { method: "POST".to_owned(), target: "/mcp".to_owned(), headers, body: body.into() }
    }

    /// A request of the newer era, which repeats its method and name in headers.
    pub fn call(token: &str, id: u64, method: &str, mut params: Value) -> Self {
        Era::Stateless.complete(&mut params);
        let name = params["name"].as_str().or(params["uri"].as_str()).map(str::to_owned);
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let request = Self::post(token, message.to_string());
        let request = request.with("mcp-protocol-version", "2026-07-28").with("mcp-method", method);
        match name {
            Some(name) => request.with("mcp-name", &name),
            None => request,
        }
    }

    /// A plain read of the newer era.
    pub fn read() -> Self {
        let arguments = json!({ "mode": "file", "target": "a.txt" });
        Self::call(TOKEN, 1, "tools/call", json!({ "name": "read", "arguments": arguments }))
    }

    /// A message in a session of the older era.
    pub fn in_session(token: &str, session: &str, message: impl Into<Vec<u8>>) -> Self {
        Self::post(token, message).with("mcp-session-id", session).with("mcp-protocol-version", "2025-11-25")
    }

    /// Another method than POST.
    pub fn method(mut self, method: &str) -> Self {
        self.method = method.to_owned();
        self
    }

    /// Another target than `/mcp`.
    pub fn target(mut self, target: &str) -> Self {
        self.target = target.to_owned();
        self
    }

    /// One more header, or one more of the same name.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// No header of that name.
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self
    }

    /// A header in place of what it was.
    pub fn set(self, name: &str, value: &str) -> Self {
        self.without(name).with(name, value)
    }

    /// Another body.
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// The request with its length and without its body.
    pub fn head(&self, address: &str, length: Option<usize>) -> Vec<u8> {
        let host = if address.starts_with("unix:") { "localhost" } else { address };
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.target);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {}\r\n", value.replace("{address}", host)));
        }
        if let Some(length) = length {
            head.push_str(&format!("content-length: {length}\r\n"));
        }
        (head + "\r\n").into_bytes()
    }

    /// The whole request; only a POST has a body.
    pub fn bytes(&self, address: &str) -> Vec<u8> {
        let length = (self.method == "POST").then_some(self.body.len());
        [self.head(address, length), self.body.clone()].concat()
    }
}

/// A response as it was read.
#[derive(Debug)]
pub struct HttpResponse {
    /// The status code.
    pub status: u16,
    /// Names in lower case and values, in their order.
    pub headers: Vec<(String, String)>,
    /// The body, put together if it came in chunks.
    pub body: String,
}

impl HttpResponse {
    /// Reads a response to its end; none if the connection ended before it.
    pub fn read(stream: &mut impl std::io::BufRead) -> Option<Self> {
        let mut line = || {
            let mut line = String::new();
            stream.read_line(&mut line).ok()?;
            line.strip_suffix("\r\n").map(str::to_owned)
        };
        let status = line()?.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
        let mut headers = Vec::new();
        while let Some((name, value)) = line()?.split_once(": ") {
            headers.push((name.to_owned(), value.to_owned()));
        }
        let mut response = Self { status, headers, body: String::new() };
        let mut body = Vec::new();
        if response.header("transfer-encoding") == Some("chunked") {
            while read_chunk(stream, &mut body)? {}
        } else if let Some(length) = response.header("content-length") {
            body.resize(length.parse().ok()?, 0);
            stream.read_exact(&mut body).ok()?;
        }
        response.body = String::from_utf8(body).unwrap();
        Some(response)
    }

    /// The value of a header, which must not stand there twice.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(other, _)| other == name);
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} stands twice");
        value
    }

    /// The message that it carries, as JSON or as the last event of a stream.
    pub fn message(&self) -> Value {
        let is_stream = self.header("content-type") == Some("text/event-stream");
        let text = if is_stream {
            let mut data = self.body.lines().filter_map(|line| line.strip_prefix("data: "));
            data.next_back().unwrap_or_else(|| panic!("no event: {self:?}"))
        } else {
            &self.body
        };
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// Reads a chunk; `false` at the last one.
fn read_chunk(stream: &mut impl std::io::BufRead, body: &mut Vec<u8>) -> Option<bool> {
    let mut line = String::new();
    stream.read_line(&mut line).ok()?;
    let length = usize::from_str_radix(line.trim_end(), 16).ok()?;
    let begin = body.len();
    body.resize(begin + length, 0);
    stream.read_exact(&mut body[begin..]).ok()?;
    stream.read_exact(&mut [0; 2]).ok()?;
    Some(length > 0)
}
