//! The MCP server on standard input and output: one process per call, so that nothing but the state carries over.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::request::request;
use crate::reply::Reply;
use crate::world::World;

/// Calls the tool that the words stand for. Its text stands for the output, its error for the messages.
pub(crate) fn call(world: &World, words: &[String]) -> Result<Reply, String> {
    let (request, as_json) = request(words)?;
    let request = serde_json::to_value(request).map_err(|error| error.to_string())?;
    let mut answer = ask(world, as_json, &request["tool"], &request["arguments"])?;
    // Nor are its numbers.
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

/// Starts a server, calls one tool, and waits for both to end.
fn ask(world: &World, structured: bool, tool: &Value, arguments: &Value) -> Result<Value, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reread"));
    // Only servers have a guard, and what it says below a reply is not part of it.
    command
        .args(["mcp", "--guard", "off"])
        .args(structured.then_some("--structured"))
        .current_dir(&world.here)
        .env_clear();
    command.env("HOME", world.home()).env("XDG_CONFIG_HOME", world.config());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
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

/// The exit code that the command line would have.
fn exit_of(contract: &Value) -> i32 {
    match contract["error"]["code"].as_str() {
        None => i32::from(contract["exists"] == false || is_search_without_matches(contract)),
        Some("INVALID_ARGS" | "invalid_range" | "invalid_pattern" | "invalid_name") => 2,
        Some("io") => 5,
        Some(code) if REFUSALS.contains(&code) => 3,
        Some(_) => 4,
    }
}

fn is_search_without_matches(contract: &Value) -> bool {
    contract["operation"] == "search_in_file" && contract["count"] == 0
}

/// The codes of the border and of rules.
const REFUSALS: [&str; 7] =
    ["outside", "other_filesystem", "hard_linked", "denied", "approval_required", "not_allowed", "own_state"];
