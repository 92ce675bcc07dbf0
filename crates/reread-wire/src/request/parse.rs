//! From the name of a tool and its arguments, as a transport brings them, to a request.

use serde::Deserialize as _;
use serde_json::{Map, Value, json};

use super::read_args::check_mode;
use super::signature::ToolSignature;
use super::written_values::{check_numbers, meant};
use super::{ReadMode, Rejected, Request, ToolCall, corrected};
use crate::ErrorReply;

type Arguments = Map<String, Value>;

impl Request {
    /// Parses a call. An argument that is null counts as left out: some clients fill in what was not given. The error shows
    /// the call that was probably meant.
    pub fn parse(tool: &str, arguments: Value) -> Result<Self, Box<Rejected>> {
        let given = match arguments {
            Value::Object(arguments) => arguments,
            Value::Null => Arguments::new(),
            other => {
                let message = format!("{tool}: the arguments are no object");
                let error = ErrorReply::invalid_args(message, "name each argument");
                return Err(Rejected::new(tool, other, error));
            }
        };
        parsed(tool, &given).map_err(|mut rejected| {
            let hints =
                [corrected::hint(tool, &given), Some(rejected.error.hint).filter(|hint| !hint.is_empty())];
            let hints: Vec<String> = hints.into_iter().flatten().collect();
            rejected.error.hint = match hints.is_empty() {
                true => "call it again with arguments as its schema has them".to_owned(),
                false => hints.join("; "),
            };
            rejected
        })
    }
}

/// Parses a call without looking for another one that may be meant.
pub(super) fn parsed(tool: &str, given: &Arguments) -> Result<Request, Box<Rejected>> {
    match deserialize(tool, meant(tool, given.clone())) {
        Ok(call) => Request::try_from(call),
        Err(error) => Err(Rejected::new(tool, given.clone().into(), error)),
    }
}

fn deserialize(tool: &str, arguments: Arguments) -> Result<ToolCall, ErrorReply> {
    let arguments = match ToolSignature::of(tool) {
        Some(signature) => {
            if tool == "read" {
                check_file_name(signature, &arguments)?;
            }
            signature.settle(&arguments)?
        }
        None => arguments,
    };
    check_numbers(tool, &arguments)?;
    let (tool, arguments) = match tool {
        "dry_run_diff" => ("read", as_read(tool, ReadMode::DiffPreview, arguments)?),
        "get_snippet" => ("read", as_read(tool, ReadMode::Snippet, arguments)?),
        "read_symbol" => ("read", as_read(tool, ReadMode::Symbol, arguments)?),
        "apply_patch" => (tool, with_edits(arguments)),
        _ => (tool, arguments),
    };
    if tool == "read" {
        check_mode(said_mode(&arguments)?, |argument| arguments.contains_key(argument))?;
    }
    let mut spelled = json!({ "tool": tool, "arguments": arguments });
    ToolCall::deserialize(&spelled).map_err(|error| {
        let words = error.to_string().replace("expected u64", "expected a whole number");
        let is_missing = error.to_string().starts_with("missing field");
        let argument = if is_missing { None } else { culprit(&mut spelled, &error.to_string()) };
        let argument = argument.map_or(String::new(), |argument| format!(" {argument}:"));
        ErrorReply::invalid_args(format!("{tool}:{argument} {words}"), "")
    })
}

/// Refuses another spelling of `path` where the file is the target, under the name that the caller wrote.
fn check_file_name(signature: &ToolSignature, given: &Arguments) -> Result<(), ErrorReply> {
    let mode = said_mode(given)?;
    let spelled = given.keys().find(|name| *name != "path" && signature.argument(name) == "path");
    match spelled.filter(|_| mode != ReadMode::Symbol) {
        None => Ok(()),
        Some(name) => {
            let message = format!("read: there is no {name}; in mode='{}' the file is target", mode.word());
            Err(ErrorReply::invalid_args(message, ""))
        }
    }
}

/// The argument without which the complaint would be another one. The words of a complaint do not name it.
fn culprit(spelled: &mut Value, complaint: &str) -> Option<String> {
    let arguments = spelled["arguments"].as_object().cloned().unwrap_or_default();
    arguments.keys().find_map(|name| {
        let mut rest = arguments.clone();
        rest.shift_remove(name);
        spelled["arguments"] = Value::Object(rest);
        let without = ToolCall::deserialize(&*spelled).err().map(|error| error.to_string());
        let is_named = complaint.contains(&format!("`{name}`"));
        (without.as_deref() != Some(complaint) && !is_named).then(|| name.clone())
    })
}

fn said_mode(arguments: &Arguments) -> Result<ReadMode, ErrorReply> {
    let modes = ReadMode::ALL.map(ReadMode::word).join(", ");
    let message = match arguments.get("mode") {
        None => format!("mode is missing; it is one of {modes}"),
        Some(said) => match ReadMode::ALL.into_iter().find(|mode| said == mode.word()) {
            Some(mode) => return Ok(mode),
            None => format!("mode={said} is none of {modes}"),
        },
    };
    let hint = "say mode='file' for a file or its lines, mode='snippet' for lines with context, mode='symbol' for a \
                definition, mode='outline' for what a file declares, mode='diff_preview' for what changed since a commit";
    Err(ErrorReply::invalid_args(message, hint))
}

/// The arguments of an older name, which stands for one mode of `read`. It calls the target so, or a symbol `symbol`.
fn as_read(tool: &str, mode: ReadMode, mut arguments: Arguments) -> Result<Arguments, ErrorReply> {
    if arguments.contains_key("mode") {
        let message = format!("{tool} takes no mode");
        return Err(ErrorReply::invalid_args(message, "leave out mode, or call read"));
    }
    if let Some(symbol) = arguments.shift_remove("symbol").filter(|_| mode == ReadMode::Symbol)
        && arguments.insert("target".to_owned(), symbol).is_some()
    {
        let message = format!("{tool} takes target or symbol, not both");
        return Err(ErrorReply::invalid_args(message, "leave out symbol"));
    }
    arguments.insert("mode".to_owned(), json!(mode));
    Ok(arguments)
}

/// The arguments of `apply_patch` with a list of edits, where a model gives a single edit or the JSON of a list.
fn with_edits(mut arguments: Arguments) -> Arguments {
    let parts = ["old", "old_string", "old_str", "new", "new_string", "new_str", "all", "replace_all"];
    if !arguments.contains_key("edits") && !arguments.contains_key("patch") {
        let edit: Arguments = parts.iter().filter_map(|part| arguments.shift_remove_entry(*part)).collect();
        if !edit.is_empty() {
            arguments.insert("edits".to_owned(), json!([edit]));
        }
    }
    if let Some(edits) = arguments.get_mut("edits") {
        let text = edits.as_str().map(serde_json::from_str::<Value>);
        if let Some(Ok(list)) = text {
            *edits = list;
        }
        if edits.is_object() {
            *edits = json!([edits.take()]);
        }
    }
    arguments
}

#[cfg(test)]
mod tests;
