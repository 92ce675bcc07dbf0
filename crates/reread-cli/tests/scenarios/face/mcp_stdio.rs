//! The MCP server on standard input and output: one process per call, so that nothing but the state carries over.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use super::mcp_result::{ToolCall, call_by, server};
use crate::reply::Reply;
use crate::world::World;

/// Calls the tool that the words stand for.
pub(crate) fn call(world: &World, words: &[String]) -> Result<Reply, String> {
    call_by(words, |call| ask(world, call))
}

/// Starts a server, calls one tool, and waits for both to end.
fn ask(world: &World, call: &ToolCall) -> Result<Value, String> {
    let mut command = server(world, call);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "name": call.tool, "arguments": call.arguments, "_meta": meta });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let mut input = child.stdin.take().ok_or("no input")?;
    input.write_all(format!("{call}\n").as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() || !output.stderr.is_empty() {
        return Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("no answer: {error}"))
}
