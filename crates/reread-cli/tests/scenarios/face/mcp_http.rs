//! The MCP server over HTTP: one process per call, so that nothing but the state carries over.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use rustix::process::{Pid, Signal};
use serde_json::{Value, json};

use super::mcp_result::{ToolCall, call_by, server};
use crate::reply::Reply;
use crate::world::World;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Calls the tool that the words stand for.
pub(crate) fn call(world: &World, words: &[String]) -> Result<Reply, String> {
    call_by(words, |call| {
        let mut server = Server::start(world, call)?;
        let answer = server.ask(call);
        server.end()?;
        answer
    })
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(world: &World, call: &ToolCall) -> Result<Self, String> {
        let mut command = server(world, call);
        command.args(["--http", "0"]).env("REREAD_TOKEN", TOKEN);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let mut line = String::new();
        let errors = child.stderr.as_mut().ok_or("no errors")?;
        BufReader::new(errors).read_line(&mut line).map_err(|error| error.to_string())?;
        let address = line.trim_end().strip_prefix("reread mcp: listening on http://");
        let address = address.and_then(|address| address.strip_suffix("/mcp")).map(str::to_owned);
        let mut server = Self { child, address: address.clone().unwrap_or_default() };
        if address.is_none() {
            server.end()?;
            return Err(format!("no server: {line}"));
        }
        Ok(server)
    }

    fn ask(&mut self, call: &ToolCall) -> Result<Value, String> {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({ "name": call.tool, "arguments": call.arguments, "_meta": meta });
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
        let headers = [
            ("host", self.address.as_str()),
            ("authorization", &format!("Bearer {TOKEN}")),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", "tools/call"),
            ("mcp-name", call.tool.as_str().unwrap_or_default()),
            ("content-length", &body.len().to_string()),
            ("connection", "close"),
        ];
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let mut response = String::new();
        let mut exchange = || {
            let mut stream = TcpStream::connect(&self.address)?;
            stream.write_all(format!("POST /mcp HTTP/1.1\r\n{headers}\r\n{body}").as_bytes())?;
            stream.read_to_string(&mut response)
        };
        exchange().map_err(|error| error.to_string())?;
        let body = response.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        serde_json::from_str(body).map_err(|error| format!("no answer: {error}: {response}"))
    }

    /// In an orderly way: what a server that is killed has not written yet costs a diff.
    fn end(&mut self) -> Result<(), String> {
        let told = rustix::process::kill_process(Pid::from_child(&self.child), Signal::TERM);
        told.map_err(io::Error::from)
            .and_then(|()| self.child.wait())
            .map(|_| ())
            .map_err(|error| error.to_string())
    }
}
