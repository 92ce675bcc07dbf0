//! The arguments of `read`: each mode has its own, and no mode is ever guessed.

use reread_text::LineRange;
use reread_wire::{Request, Trouble};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::call::{invalid_args, request};
use crate::unbuilt::not_supported;

/// The modes of `read`, with what is to be done instead where one has no engine yet.
const MODES: [(&str, Option<&str>); 5] = [
    ("file", None),
    ("snippet", None),
    ("symbol", Some("find its lines, then read them with mode='snippet'")),
    ("diff_preview", Some("read with known shows what changed since you saw the file")),
    ("outline", Some("get_excerpt shows the beginning and the end; search_in_file finds definitions")),
];

/// Arguments that belong to one mode.
const OF_ONE_MODE: [(&str, &str); 8] = [
    ("from_byte", "file"),
    ("start_line", "snippet"),
    ("end_line", "snippet"),
    ("context_lines", "snippet"),
    ("path", "symbol"),
    ("include_context", "symbol"),
    ("against", "diff_preview"),
    ("content", "diff_preview"),
];

/// The request that the arguments of `read` spell.
pub(crate) fn read_request(mut arguments: JsonObject) -> Result<Request, Trouble> {
    let mode = mode_of(&arguments)?;
    let of_another = |(argument, of): &&(&str, &str)| *of != mode && arguments.contains_key(*argument);
    if let Some((argument, of)) = OF_ONE_MODE.iter().find(of_another) {
        let message = format!("{argument} is only valid for mode='{of}'. Remove it or switch mode.");
        return Err(invalid_args(message, &format!("leave out {argument}, or say mode='{of}'")));
    }
    if let Some((_, Some(advice))) = MODES.iter().find(|(name, _)| *name == mode) {
        return Err(not_supported(format!("mode='{mode}' is not supported yet"), advice));
    }
    check_preview_mode(&mut arguments)?;
    if let Some(Value::String(tag)) = arguments.get("known") {
        // One tag without its list is what models write most often.
        let known = json!([tag]);
        arguments.insert("known".to_owned(), known);
    }
    if mode == "snippet" {
        lines_of_snippet(&mut arguments)?;
    }
    request("read", arguments)
}

/// The same for the older name of a snippet, which calls the file `path`.
pub(crate) fn snippet_request(mut arguments: JsonObject) -> Result<Request, Trouble> {
    if arguments.contains_key("mode") || arguments.contains_key("target") {
        return Err(invalid_args(
            "get_snippet takes neither mode nor target".to_owned(),
            "name the file with path, or call read",
        ));
    }
    let file = arguments.shift_remove("path").or_else(|| arguments.shift_remove("filepath"));
    arguments.extend(file.map(|file| ("target".to_owned(), file)));
    arguments.insert("mode".to_owned(), json!("snippet"));
    read_request(arguments)
}

fn mode_of(arguments: &JsonObject) -> Result<&'static str, Trouble> {
    let known = MODES.map(|(name, _)| name).join(", ");
    let hint = "say mode='file' for a file or its lines, mode='snippet' for lines with context";
    match arguments.get("mode") {
        None => Err(invalid_args(format!("mode is missing; it is one of {known}"), hint)),
        Some(mode) => {
            let found = MODES.iter().find(|(name, _)| mode == name);
            let unknown = || invalid_args(format!("mode={mode} is none of {known}"), hint);
            found.map(|(name, _)| *name).ok_or_else(unknown)
        }
    }
}

fn check_preview_mode(arguments: &mut JsonObject) -> Result<(), Trouble> {
    match arguments.shift_remove("preview_mode") {
        None => Ok(()),
        Some(Value::String(mode)) if mode == "snippet" => Ok(()),
        Some(Value::String(mode)) if mode == "none" => {
            let message = "preview_mode='none' is not supported yet".to_owned();
            Err(not_supported(message, "stat_file tells about a file without its text"))
        }
        Some(other) => {
            let message = format!("preview_mode={other} is neither 'none' nor 'snippet'");
            Err(invalid_args(message, "leave preview_mode out"))
        }
    }
}

/// Turns the lines of a snippet into lines of a file. `offset` and `limit` choose among them, which is how one that
/// was cut goes on.
fn lines_of_snippet(arguments: &mut JsonObject) -> Result<(), Trouble> {
    let mut number = |argument: &str| match arguments.shift_remove(argument) {
        None => Ok(None),
        Some(value) => value.as_u64().map(Some).ok_or_else(|| {
            invalid_args(format!("{argument}={value} is no line number"), "give a whole number, from 1")
        }),
    };
    let Some(start) = number("start_line")? else {
        let message = "mode='snippet' needs start_line".to_owned();
        return Err(invalid_args(message, "give start_line, and end_line if it is more than one line"));
    };
    let asked = LineRange::new(start, number("end_line")?.unwrap_or(start))?;
    let context = number("context_lines")?.unwrap_or(0);
    let wanted = LineRange::new(number("offset")?.unwrap_or(1), u64::MAX)?;
    let limit = number("limit")?;
    let first = asked.first().saturating_sub(context).max(wanted.first());
    let last = asked.last().saturating_add(context);
    let last = limit.map_or(last, |limit| last.min(first.saturating_add(limit).saturating_sub(1)));
    let lines = LineRange::new(first, last)?;
    arguments.insert("mode".to_owned(), json!("file"));
    arguments.insert("offset".to_owned(), json!(lines.first()));
    arguments.insert("limit".to_owned(), json!((lines.last() - lines.first()).saturating_add(1)));
    Ok(())
}
