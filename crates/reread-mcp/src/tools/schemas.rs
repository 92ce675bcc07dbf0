//! The arguments of the tools, as schemas.
//!
//! Plain types only: some clients refuse `$schema`, `format` and types with null.

use reread_files::FileTag;
use serde_json::{Value, json};

/// An object with these properties. Other properties are errors, except the label of a session, which is not listed.
fn object(properties: Value, required: &[&str]) -> Value {
    let mut schema =
        json!({ "type": "object", "properties": {}, "required": required, "additionalProperties": false });
    schema["properties"] = properties;
    schema
}

fn string(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

/// A text that needs no words.
fn text() -> Value {
    json!({ "type": "string" })
}

/// A number that needs no words. That none is below its first is for the server to say.
fn count() -> Value {
    json!({ "type": "integer" })
}

fn number(description: &str) -> Value {
    json!({ "type": "integer", "description": description })
}

fn known() -> Value {
    texts("Tags whose lines you can still see.")
}

pub(super) fn read() -> Value {
    let properties = json!({
        "mode": { "type": "string", "enum": ["file", "snippet", "symbol", "outline", "diff_preview"] },
        "target": string("The file, perhaps with lines: path:40-60; or the symbol."),
        "targets": texts("file only: more of them."),
        "known": known(),
        "offset": number("First line, or row of an outline."),
        "limit": count(),
        "from_byte": number("To go on inside a long line."),
        "start_line": number("snippet only."),
        "end_line": number("snippet only."),
        "context_lines": number("snippet only."),
        "path": string("symbol only: its file."),
        "include_context": { "type": "boolean", "description": "symbol only." },
        "against": against("diff_preview only; HEAD otherwise."),
        "content": string("diff_preview only: proposed text."),
        "preview_mode": { "type": "string", "enum": ["snippet", "none"], "description": "none: only size and cost." },
        "max_lines": count(),
        "max_preview_chars": count(),
        "max_tokens": count(),
    });
    object(properties, &["mode", "target"])
}

fn against(description: &str) -> Value {
    json!({ "type": "string", "enum": ["HEAD", "INDEX", "WORKTREE"], "description": description })
}

/// `path` is understood as well.
pub(super) fn dry_run_diff() -> Value {
    let properties = json!({
        "target": string("The file."),
        "content": string("The text that is proposed; the file as it is otherwise."),
        "against": against("HEAD otherwise."),
    });
    object(properties, &["target"])
}

/// `path` is understood as well.
pub(super) fn get_snippet() -> Value {
    let properties = json!({
        "target": string("The file."),
        "start_line": number("First line, from 1."),
        "end_line": number("Last line, included."),
        "context_lines": number("Lines around them."),
        "known": known(),
    });
    object(properties, &["target", "start_line"])
}

pub(super) fn read_file() -> Value {
    let properties = json!({
        "path": text(),
        "offset": number("First line, from 1."),
        "limit": number("How many lines."),
    });
    object(properties, &["path"])
}

pub(super) fn only_path() -> Value {
    object(json!({ "path": text() }), &["path"])
}

pub(super) fn range() -> Value {
    let properties = json!({
        "path": text(),
        "start_line": number("First line, from 1."),
        "end_line": number("Last line, included."),
    });
    object(properties, &["path", "start_line", "end_line"])
}

pub(super) fn first_or_last() -> Value {
    object(json!({ "path": text(), "max_lines": number("How many lines.") }), &["path", "max_lines"])
}

pub(super) fn get_excerpt() -> Value {
    let properties = json!({ "path": text(), "max_lines": number("How many lines together; 80 otherwise.") });
    object(properties, &["path"])
}

fn texts(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "description": description })
}

pub(super) fn search() -> Value {
    let properties = json!({
        "query": string("Literal text, or a regular expression with is_regex."),
        "is_regex": { "type": "boolean" },
        "case_sensitive": { "type": "boolean", "description": "true otherwise." },
        "words": flag(),
        "globs": texts("Such as src/**/*.rs, or !tests to leave out."),
        "paths": texts("Files and folders to look in."),
        "max_matches": number("50 otherwise."),
        "before_lines": count(),
        "after_lines": count(),
    });
    object(properties, &["query"])
}

pub(super) fn list_files() -> Value {
    let properties = json!({
        "globs": texts("As in search."),
        "tags": { "type": "array", "items": { "type": "string", "enum": FileTag::ALL.map(FileTag::word) } },
        "limit": number("200 otherwise."),
        "after": string("The name to go on after."),
    });
    object(properties, &[])
}

pub(super) fn search_in_file() -> Value {
    let properties = json!({
        "path": text(),
        "query": string("Literal text, or a regular expression with is_regex."),
        "is_regex": { "type": "boolean" },
        "case_sensitive": { "type": "boolean", "description": "true otherwise." },
        "offset": number("First line to search, from 1: to go on."),
        "max_matches": number("100 otherwise."),
        "before_lines": count(),
        "after_lines": count(),
    });
    object(properties, &["path", "query"])
}

fn flag() -> Value {
    json!({ "type": "boolean" })
}

pub(super) fn apply_patch() -> Value {
    let properties = json!({
        "patch": string("Unified or git diff, *** Begin Patch, or search/replace blocks."),
        "edits": edits(),
        "path": string("The file, for edits or a patch without names."),
        "base": string("Tags of the versions it was made from."),
        "dry_run": flag(),
        "literal": flag(),
    });
    object(properties, &[])
}

/// Texts to replace, in place of a patch.
fn edits() -> Value {
    json!({
        "type": "array",
        "items": {
            "type": "object",
            "properties": { "old": string("Unique; may be part of a line."), "new": text(), "all": flag() },
            "required": ["old", "new"],
        },
    })
}

pub(super) fn write_file() -> Value {
    let properties = json!({
        "path": text(),
        "content": text(),
        "mode": { "type": "string", "enum": ["truncate", "append", "create"] },
        "if_match": string("Tag of the version you replace."),
        "literal": flag(),
    });
    object(properties, &["path", "content"])
}

pub(super) fn get_diff() -> Value {
    let properties = json!({
        "path": text(),
        "version1": string("The last saved otherwise."),
        "version2": string("The disk otherwise."),
    });
    object(properties, &["path"])
}

pub(super) fn file_history() -> Value {
    object(json!({ "path": text(), "limit": count() }), &["path"])
}

pub(super) fn rollback() -> Value {
    let properties = json!({ "path": text(), "version_id": text(), "dry_run": flag() });
    object(properties, &["path", "version_id"])
}

pub(super) fn summarize_file() -> Value {
    let properties = json!({
        "path": text(),
        "max_tokens": number("500 otherwise."),
        "if_match": string("Digest that it must have, or a tag."),
    });
    object(properties, &["path"])
}

pub(super) fn read_symbol() -> Value {
    let properties = json!({
        "symbol": string("Its name, qualified name or id."),
        "path": string("Where it is, if the name is not the only one."),
        "include_context": flag(),
        "known": known(),
    });
    object(properties, &["symbol"])
}
