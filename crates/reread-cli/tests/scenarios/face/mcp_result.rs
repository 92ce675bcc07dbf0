//! What an MCP server answers, as the command line would have said it.

use std::process::Command;

use serde_json::Value;

use super::request::request;
use crate::reply::Reply;
use crate::world::World;

/// A tool and its arguments, by whichever door.
pub(super) struct ToolCall {
    pub(super) tool: Value,
    pub(super) arguments: Value,
    /// Whether the whole contract is wanted along with the text.
    pub(super) structured: bool,
}

/// Calls the tool that the words stand for. Its text stands for the output, its error for the messages.
pub(super) fn call_by(
    words: &[String],
    ask: impl FnOnce(&ToolCall) -> Result<Value, String>,
) -> Result<Reply, String> {
    let (request, as_json) = request(words)?;
    let mut request = serde_json::to_value(request).map_err(|error| error.to_string())?;
    let (tool, arguments) = (request["tool"].take(), request["arguments"].take());
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

/// The server that is to be called, standing in the world.
pub(super) fn server(world: &World, call: &ToolCall) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reread"));
    // What a guard says below a reply is not part of it either, nor where a person can be asked.
    command.args(["mcp", "--guard", "off", "--no-approvals"]).args(call.structured.then_some("--structured"));
    command.current_dir(&world.here).env_clear();
    command.env("HOME", world.home()).env("XDG_CONFIG_HOME", world.config());
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
