//! Values as models write them, where what they stand for is certain: a number as a text, a list as one text, a version
//! without its `v`, lines behind the name of a snippet.

use reread_path::split_lines;
use serde_json::{Map, Value, json};

use super::signature::ToolSignature;
use crate::ErrorReply;

type Arguments = Map<String, Value>;

/// Arguments that name a line, or a number of things of which there must be one.
const FROM_ONE: [&str; 8] = [
    "offset",
    "limit",
    "start_line",
    "end_line",
    "max_lines",
    "max_preview_chars",
    "max_tokens",
    "max_matches",
];

/// Numbers that may be 0.
const FROM_ZERO: [&str; 4] = ["from_byte", "context_lines", "before_lines", "after_lines"];

const SWITCHES: [&str; 7] =
    ["is_regex", "case_sensitive", "words", "include_context", "dry_run", "literal", "skip"];

const LISTS: [&str; 5] = ["known", "targets", "globs", "paths", "tags"];

const VERSIONS: [&str; 3] = ["version_id", "version1", "version2"];

/// The digits of a version's number at the most; a digest has 16 or more.
const LONGEST_NUMBER: usize = 9;

/// The arguments with the values that are meant. What is not certain stays as it is.
pub(super) fn meant(tool: &str, mut given: Arguments) -> Arguments {
    let Some(signature) = ToolSignature::of(tool) else { return given };
    given.retain(|_, value| !value.is_null());
    if tool == "list_files" {
        given = with_globs(given);
    }
    for (name, value) in &mut given {
        let argument = signature.argument(name);
        if VERSIONS.contains(&argument) {
            settle_version(value);
        } else if FROM_ONE.contains(&argument) || FROM_ZERO.contains(&argument) {
            settle_number(value);
        } else if SWITCHES.contains(&argument) {
            settle_switch(value);
        } else if LISTS.contains(&argument) {
            settle_list(argument, value);
        }
    }
    with_lines_of_snippet(tool, given)
}

/// Refuses a number below the first that makes sense, in words that say which one that is.
pub(super) fn check_numbers(tool: &str, arguments: &Arguments) -> Result<(), ErrorReply> {
    for (name, value) in arguments {
        if let Some(message) = value.as_i64().and_then(|number| complaint(name, number)) {
            return Err(ErrorReply::invalid_args(format!("{tool}: {message}"), ""));
        }
    }
    Ok(())
}

/// The smallest value in place of a number that is too small.
pub(super) fn raised(argument: &str, value: Value) -> Value {
    match value.as_i64().and_then(|number| complaint(argument, number)) {
        Some(_) => json!(u64::from(FROM_ONE.contains(&argument))),
        None => value,
    }
}

fn complaint(argument: &str, number: i64) -> Option<String> {
    if number >= 0 {
        None
    } else if FROM_ONE.contains(&argument) {
        Some(format!("{argument} is {number}, and it counts from 1"))
    } else {
        FROM_ZERO.contains(&argument).then(|| format!("{argument} is {number}, and it counts from 0"))
    }
}

fn settle_number(value: &mut Value) {
    let number = value.as_str().and_then(|text| text.trim().parse::<i64>().ok());
    // 5.0 is 5 in JSON, and some clients write it so.
    let whole = value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 1e15);
    if let Some(number) = number {
        *value = json!(number);
    } else if let Some(whole) = whole.filter(|_| value.is_f64()) {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and below 1e15")]
        let whole = whole as i64;
        *value = json!(whole);
    }
}

fn settle_switch(value: &mut Value) {
    match value.as_str().map(str::to_ascii_lowercase).as_deref() {
        Some("true") => *value = json!(true),
        Some("false") => *value = json!(false),
        _ => {}
    }
}

/// `1` and `"1"` are `v1`: no digest is so short.
fn settle_version(value: &mut Value) {
    let number = match &*value {
        Value::Number(number) => number.as_u64().map(|number| number.to_string()),
        Value::String(text) => Some(text.trim().to_owned()),
        _ => None,
    };
    let is_number = |text: &String| {
        !text.is_empty() && text.len() <= LONGEST_NUMBER && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if let Some(number) = number.filter(is_number) {
        *value = json!(format!("v{number}"));
    }
}

/// A list that is written as JSON in a text, and tags that are joined by blanks or commas.
fn settle_list(argument: &str, value: &mut Value) {
    let list = value.as_str().filter(|text| text.trim_start().starts_with('[')).map(serde_json::from_str);
    if let Some(Ok(Value::Array(list))) = list
        && list.iter().all(Value::is_string)
    {
        *value = Value::Array(list);
    }
    if argument != "known" {
        return;
    }
    let texts: Vec<&str> = match &*value {
        Value::String(text) => vec![text],
        Value::Array(list) if list.iter().all(Value::is_string) => {
            list.iter().filter_map(Value::as_str).collect()
        }
        _ => return,
    };
    *value = texts.into_iter().flat_map(tags).collect();
}

/// The tags of a text. A tag may have commas in it, but a `#` only at its beginning.
fn tags(text: &str) -> Vec<&str> {
    let starts = text.match_indices('#').map(|(at, _)| at);
    let is_start = |at: &usize| text[..*at].ends_with(|before: char| before.is_whitespace() || before == ',');
    let mut cuts: Vec<usize> = vec![0];
    cuts.extend(starts.filter(is_start));
    cuts.push(text.len());
    let parts = cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]);
    let parts = parts.map(|part| part.trim_matches(|end: char| end.is_whitespace() || end == ','));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    // A text without any tag stays one, so that the reply can say that it is none.
    if parts.is_empty() { vec![text] } else { parts }
}

/// The globs of `list_files`: a folder in `path`, a glob in `pattern` or `glob`. All files are no glob.
fn with_globs(mut given: Arguments) -> Arguments {
    if given.contains_key("globs") {
        return given;
    }
    let folder = ["path", "directory", "dir", "folder"].iter().find_map(|name| given.shift_remove(*name));
    let glob = ["pattern", "glob"].iter().find_map(|name| given.shift_remove(*name));
    let globs = match (folder, glob) {
        (Some(Value::String(folder)), Some(Value::String(glob))) => json!(beneath(&folder, &glob)),
        (Some(folder), None) => folder,
        (_, Some(glob)) => glob,
        (None, None) => return given,
    };
    if globs.as_str().is_none_or(|glob| !is_everything(glob)) {
        given.insert("globs".to_owned(), globs);
    }
    given
}

fn is_everything(glob: &str) -> bool {
    matches!(glob.trim(), "" | "." | "./")
}

fn beneath(folder: &str, glob: &str) -> String {
    let folder = folder.trim_start_matches("./").trim_end_matches('/');
    match (is_everything(folder), glob.contains('/')) {
        (true, _) => glob.to_owned(),
        (false, true) => format!("{folder}/{glob}"),
        (false, false) => format!("{folder}/**/{glob}"),
    }
}

/// A snippet with its lines behind its name: `src/a.rs:5-8`.
fn with_lines_of_snippet(tool: &str, mut given: Arguments) -> Arguments {
    let is_snippet = tool == "get_snippet"
        || tool == "read" && given.get("mode").and_then(Value::as_str) == Some("snippet");
    if !is_snippet || given.contains_key("start_line") || given.contains_key("start") {
        return given;
    }
    let target = given.get("target").or_else(|| given.get("path").filter(|_| tool == "get_snippet"));
    let target = target.and_then(Value::as_str).map(str::to_owned);
    if let Some((name, Ok(lines))) = target.as_deref().and_then(split_lines) {
        given.shift_remove("path");
        given.insert("target".to_owned(), json!(name));
        given.insert("start_line".to_owned(), json!(lines.first()));
        given.entry("end_line").or_insert(json!(lines.last()));
    }
    given
}
