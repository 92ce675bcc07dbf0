//! The MCP server on standard input and output, and over HTTP: one process per call, so that nothing but the state carries
//! over. Its answers are shown as the command line would print them.

use std::process::Command;

use reread_testkit::{Era, HttpServerProcess, McpClient, TOKEN};
use serde_json::{Value, json};

use super::request::request;
use crate::reply::Reply;
use crate::scene::Scene;

/// Calls the tool that the words stand for, on standard input and output.
pub(crate) fn call_over_stdio(scene: &Scene, words: &[String]) -> Result<Reply, String> {
    call_by(words, |call| {
        let mut client = McpClient::spawn(server(scene, call));
        let answer = client.ask_in(Era::Stateless, "tools/call", call.params());
        let exit = client.end();
        let is_silent = exit.code == Some(0) && exit.stderr.is_empty();
        if is_silent { Ok(answer) } else { Err(format!("{exit:?}")) }
    })
}

/// Calls the tool that the words stand for, over HTTP.
pub(crate) fn call_over_http(scene: &Scene, words: &[String]) -> Result<Reply, String> {
    call_by(words, |call| {
        let mut command = server(scene, call);
        command.args(["--http", "0"]).env("REREAD_TOKEN", TOKEN);
        let server = HttpServerProcess::spawn(command);
        let mut client = McpClient::over_http(Era::Stateless, &server, TOKEN);
        let answer = client.ask_in(Era::Stateless, "tools/call", call.params());
        // A server that is killed may not have written everything yet, which would cost a diff.
        server.end();
        Ok(answer)
    })
}

/// A tool and its arguments.
struct ToolCall {
    tool: Value,
    arguments: Value,
    /// Whether the whole contract is wanted along with the text.
    structured: bool,
}

impl ToolCall {
    fn params(&self) -> Value {
        json!({ "name": self.tool, "arguments": self.arguments })
    }
}

/// Calls the tool that the words stand for. Its text stands for the output, its error for the messages.
fn call_by(words: &[String], ask: impl FnOnce(&ToolCall) -> Result<Value, String>) -> Result<Reply, String> {
    let (request, as_json) = request(words)?;
    let (tool, arguments) = match request {
        Ok(request) => (Value::from(request.tool()), request.arguments()),
        Err(rejected) => (Value::from(rejected.tool), rejected.arguments),
    };
    let mut answer = ask(&ToolCall { tool, arguments, structured: as_json })?;
    // Only servers have a guard, and its numbers are not part of a reply.
    if let Some(meta) = answer["result"]["structuredContent"]["meta"].as_object_mut() {
        meta.retain(|key, _| !["stabilization", "context_bundle_id"].contains(&key.as_str()));
    }
    let result = &answer["result"];
    let exit = exit_of(&result["_meta"]["reread/reply"]);
    if as_json {
        let text =
            serde_json::to_string_pretty(&result["structuredContent"]).map_err(|error| error.to_string())?;
        return Ok(Reply { output: (text + "\n").into_bytes(), exit, ..Reply::default() });
    }
    let text = result["content"][0]["text"].as_str().ok_or_else(|| format!("no text: {answer}"))?;
    if result["isError"] == false {
        return Ok(Reply { output: text.into(), exit, ..Reply::default() });
    }
    // The command line has no use for the code, which its exit code stands for.
    let (_, message) = text.split_once(": ").ok_or_else(|| format!("no code: {text}"))?;
    Ok(Reply { messages: format!("error: {message}").into_bytes(), exit, ..Reply::default() })
}

/// The server that is to be called, started in the scene.
fn server(scene: &Scene, call: &ToolCall) -> Command {
    let mut command = scene.command();
    // What a guard prints below a reply is not part of it, nor is where the user can be asked.
    command.args(["mcp", "--guard", "off", "--no-approvals"]).args(call.structured.then_some("--structured"));
    command
}

/// The exit code that the command line would have.
fn exit_of(contract: &Value) -> i32 {
    match contract["error"]["code"].as_str() {
        None => i32::from(contract["exists"] == false || has_found_nothing(contract)),
        Some("INVALID_ARGS" | "invalid_range" | "invalid_pattern" | "invalid_name") => 2,
        Some("io") => 5,
        Some(code) if REFUSALS.contains(&code) => 3,
        Some(_) => 4,
    }
}

fn has_found_nothing(contract: &Value) -> bool {
    match contract["operation"].as_str() {
        Some("search") => contract["matching_files"] == 0,
        Some("search_in_file" | "list_files") => contract["count"] == 0,
        _ => false,
    }
}

/// The codes of the border and of rules.
const REFUSALS: [&str; 7] =
    ["outside", "other_filesystem", "hard_linked", "denied", "approval_required", "not_allowed", "own_state"];
