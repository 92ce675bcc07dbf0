//! The call that was probably meant, for a call whose arguments make no sense.
//!
//! It has the caller's own values under the right names, and it is shown only if it can be parsed. Nothing is done
//! with it: the mode of a read, and what a wrong name stands for, are never guessed in place of the caller.

use reread_text::visible_line;
use serde_json::{Map, Value, json};

use super::ReadMode;
use super::parse::parsed;
use super::signature::ToolSignature;
use super::written_values::{meant, raised};

type Arguments = Map<String, Value>;

/// The longest text of the caller that is repeated, in characters.
const LONGEST_VALUE: usize = 160;

/// The longest call that is shown, in bytes.
const LONGEST_CALL: usize = 2_000;

/// What models call an argument elsewhere. Case and `_` do not count.
const MEANT: [(&str, &[&str]); 12] = [
    (
        "path",
        &["file_path", "file", "filename", "file_name", "target", "target_file", "uri", "absolute_path"],
    ),
    (
        "target",
        &[
            "file_path",
            "file",
            "filename",
            "file_name",
            "target_file",
            "uri",
            "absolute_path",
            "symbol",
            "name",
        ],
    ),
    ("paths", &["path", "file_path", "directory", "dir", "folder", "files", "include"]),
    ("query", &["regex", "search", "text", "term", "needle", "q"]),
    ("globs", &["glob", "path", "directory", "dir", "folder", "include"]),
    ("content", &["text", "contents", "body", "file_text", "data"]),
    ("patch", &["diff", "input", "patch_text"]),
    ("offset", &["start_line", "start", "line", "first_line", "from_line"]),
    ("limit", &["max_lines", "lines", "count", "num_lines", "max_results", "head_limit"]),
    ("start_line", &["offset", "line", "first_line", "from_line", "line_start"]),
    ("end_line", &["last_line", "to_line", "line_end"]),
    ("version_id", &["version", "id", "to"]),
];

/// The arguments that are missing are shown by what they stand for.
const PLACEHOLDERS: [(&str, &str); 7] = [
    ("path", "PATH"),
    ("target", "PATH"),
    ("query", "TEXT"),
    ("content", "TEXT"),
    ("version_id", "v1"),
    ("symbol", "NAME"),
    ("patch", "PATCH"),
];

/// `call read with {"mode":"file","target":"a.txt"}`; `None` if no call can be made of it.
pub(super) fn hint(tool: &str, given: &Arguments) -> Option<String> {
    let signature = ToolSignature::of(tool)?;
    let (call, dropped) = renamed(signature, &meant(tool, given.clone()));
    let mut call: Arguments =
        call.into_iter().map(|(name, value)| (name.clone(), raised(&name, value))).collect();
    if tool == "read" {
        call = as_read(call);
    }
    for argument in signature.required {
        if !call.contains_key(*argument) {
            call.insert((*argument).to_owned(), placeholder(argument));
        }
    }
    parsed(tool, &call).ok()?;
    let shown: Arguments = call.into_iter().map(|(name, value)| (name, shortened(value))).collect();
    let shown = Value::Object(shown).to_string();
    if shown.len() > LONGEST_CALL {
        return None;
    }
    let note = if shown.contains('…') { ", where … stands for the text that you sent" } else { "" };
    let without = match &dropped[..] {
        [] => String::new(),
        names => format!(", without {}", names.join(", ")),
    };
    Some(format!("call {tool} with {shown}{note}{without}"))
}

/// The longest name of the caller that is repeated, in characters.
const LONGEST_NAME: usize = 40;

/// The arguments under names that the tool has, and the names of those that are dropped.
fn renamed(signature: &ToolSignature, given: &Arguments) -> (Arguments, Vec<String>) {
    let (mut call, mut unknown) = (Arguments::new(), Vec::new());
    for (name, value) in given.iter().filter(|(_, value)| !value.is_null()) {
        let argument = signature.argument(name);
        match signature.has(argument) {
            true if call.contains_key(argument) => {}
            true => drop(call.insert(argument.to_owned(), value.clone())),
            false => unknown.push((name, value)),
        }
    }
    let mut dropped = Vec::new();
    for (name, value) in unknown {
        let free = signature.arguments().filter(|argument| !call.contains_key(*argument));
        let nearest = free
            .min_by_key(|argument| (distance(name, argument), edits(name.as_bytes(), argument.as_bytes())));
        match nearest.filter(|argument| distance(name, argument) < FAR) {
            Some(argument) => drop(call.insert(argument.to_owned(), value.clone())),
            None => {
                let name: String = name.chars().take(LONGEST_NAME).collect();
                dropped.push(visible_line(&name).into_owned());
            }
        }
    }
    (call, dropped)
}

/// A distance at which two names have nothing to do with each other.
const FAR: usize = 3;

/// How far a name is from that of an argument: case and `_` do not count, and neither does what other tools call it.
fn distance(name: &str, argument: &str) -> usize {
    let plain = |text: &str| text.replace(['_', '-'], "").to_lowercase();
    let (plain_name, plain_argument) = (plain(name), plain(argument));
    let meant = MEANT.iter().filter(|(of, _)| *of == argument).flat_map(|(_, names)| *names);
    if plain_name == plain_argument {
        0
    } else if meant.into_iter().any(|other| plain(other) == plain_name) {
        1
    } else {
        // Short names are near everything.
        1 + edits(plain_name.as_bytes(), plain_argument.as_bytes())
            .max(FAR.saturating_sub(plain_argument.len() / 2))
    }
}

/// How many bytes have to be added, removed or changed to make one name the other. Names are short.
fn edits(one: &[u8], other: &[u8]) -> usize {
    if one.len() > 64 {
        return FAR;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, byte) in one.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], index + 1);
        for (column, with) in other.iter().enumerate() {
            let changed = diagonal + usize::from(byte != with);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

/// The mode and the target of a read: `path` is the target, unless both are there and a symbol may be meant.
fn as_read(mut call: Arguments) -> Arguments {
    let said = call.get("mode").and_then(Value::as_str).map(str::to_lowercase);
    let mode = ReadMode::ALL.into_iter().find(|mode| Some(mode.word()) == said.as_deref());
    if !call.contains_key("target") && mode.is_none_or(|mode| mode == ReadMode::File) {
        take_first_target(&mut call);
    }
    if !call.contains_key("target") {
        let path = call.shift_remove("path").filter(|_| mode != Some(ReadMode::Symbol));
        call.extend(path.map(|path| ("target".to_owned(), path)));
    } else if call.get("path") == call.get("target") {
        call.shift_remove("path");
    }
    let mode = match mode {
        Some(mode) if mode != ReadMode::File => mode,
        mode => ReadMode::with_arguments(|argument| call.contains_key(argument))
            .or(mode)
            .unwrap_or(ReadMode::File),
    };
    let rest = call.into_iter().filter(|(argument, _)| argument != "mode" && mode.has(argument));
    [("mode".to_owned(), json!(mode))].into_iter().chain(rest).collect()
}

/// The first of several targets as the target, if only `targets` is given.
fn take_first_target(call: &mut Arguments) {
    let first = match call.get_mut("targets") {
        Some(Value::Array(targets)) if !targets.is_empty() => targets.remove(0),
        Some(Value::String(target)) => json!(std::mem::take(target)),
        _ => return,
    };
    call.insert("target".to_owned(), first);
    if call["targets"].as_array().is_none_or(Vec::is_empty) {
        call.shift_remove("targets");
    }
}

fn placeholder(argument: &str) -> Value {
    let text = PLACEHOLDERS.iter().find(|(of, _)| *of == argument).map(|(_, text)| *text);
    text.map_or(json!(1), |text| json!(text))
}

/// A value of the caller without its long texts.
fn shortened(value: Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > LONGEST_VALUE => json!("…"),
        Value::Array(values) => values.into_iter().map(shortened).collect(),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, value)| (name, shortened(value))).collect())
        }
        value => value,
    }
}
