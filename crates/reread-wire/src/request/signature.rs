//! What each tool is called with: its effect, and the names of its arguments.
//!
//! The list decides which names stand for one another, and which tools answer with a `PatchResult`. A test compares it with
//! the schemas that models are shown.

use serde_json::{Map, Value};

use crate::ErrorReply;

/// What a tool may do to files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It only reads.
    Reads,
    /// It may write, so that every reply to it is a `PatchResult`.
    Writes,
}

/// A tool and the arguments that it understands.
#[derive(Debug)]
pub struct ToolSignature {
    /// What a call names it by.
    pub name: &'static str,
    /// What a call may do.
    pub effect: Effect,
    /// The arguments without which there is no call.
    pub required: &'static [&'static str],
    /// The arguments that may be left out.
    pub optional: &'static [&'static str],
}

/// Arguments with other spellings, which models know from other tools. No schema lists them.
const SPELLINGS: [(&str, &[&str]); 5] = [
    ("path", &["file_path", "filepath"]),
    ("target", &["path", "file_path", "filepath"]),
    ("query", &["pattern"]),
    ("start_line", &["start"]),
    ("end_line", &["end"]),
];

impl ToolSignature {
    /// The signature of a tool; `None` if there is no tool of this name.
    pub fn of(tool: &str) -> Option<&'static Self> {
        SIGNATURES.iter().find(|signature| signature.name == tool)
    }

    /// Every tool with its arguments, older names and those that no server offers included.
    pub fn all() -> &'static [Self] {
        SIGNATURES
    }

    /// The names of all arguments.
    pub fn arguments(&self) -> impl Iterator<Item = &'static str> {
        self.required.iter().chain(self.optional).copied()
    }

    /// Whether the tool has an argument of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.arguments().any(|argument| argument == name)
    }

    /// The argument that a name stands for in this tool; the name itself if it is no other spelling of one.
    pub(super) fn argument<'a>(&self, name: &'a str) -> &'a str {
        let is_spelled = |(argument, spellings): &&(&'static str, &[&str])| {
            self.has(argument) && !self.has(name) && spellings.contains(&name)
        };
        SPELLINGS.iter().find(is_spelled).map_or(name, |(argument, _)| argument)
    }

    /// Gives every argument its one name. Two spellings of one argument are an error, unless they have the same value.
    pub(super) fn settle(&self, given: &Map<String, Value>) -> Result<Map<String, Value>, ErrorReply> {
        let mut settled = Map::new();
        for (name, value) in given {
            let argument = self.argument(name);
            if settled.get(argument).is_some_and(|earlier| earlier != value) {
                return Err(self.spelled_twice(given, argument));
            }
            settled.insert(argument.to_owned(), value.clone());
        }
        Ok(settled)
    }

    fn spelled_twice(&self, given: &Map<String, Value>, argument: &str) -> ErrorReply {
        let same = given.keys().filter(|name| self.argument(name) == argument);
        let names: Vec<&str> = same.map(String::as_str).collect();
        let message =
            format!("{}: {} are one argument, with different values", self.name, names.join(" and "));
        ErrorReply::invalid_args(message, &format!("keep one of them, under the name {argument}"))
    }
}

/// Every tool, those of older names included.
const SIGNATURES: &[ToolSignature] = &[
    reads("stat_file", &["path"], &[]),
    reads(
        "search",
        &["query"],
        &[
            "is_regex",
            "case_sensitive",
            "words",
            "globs",
            "paths",
            "max_matches",
            "before_lines",
            "after_lines",
        ],
    ),
    reads("list_files", &[], &["globs", "tags", "limit", "after"]),
    reads(
        "read",
        &["mode", "target"],
        &[
            "targets",
            "known",
            "offset",
            "limit",
            "from_byte",
            "start_line",
            "end_line",
            "context_lines",
            "path",
            "include_context",
            "against",
            "content",
            "preview_mode",
            "max_lines",
            "max_preview_chars",
            "max_tokens",
        ],
    ),
    writes("apply_patch", &[], &["patch", "edits", "path", "base", "dry_run", "literal"]),
    writes("write_file", &["path", "content"], &["mode", "if_match", "literal"]),
    reads("get_diff", &["path"], &["version1", "version2"]),
    reads("file_history", &["path"], &["limit"]),
    writes("rollback", &["path", "version_id"], &["dry_run"]),
    reads(
        "search_in_file",
        &["path", "query"],
        &["is_regex", "case_sensitive", "offset", "max_matches", "before_lines", "after_lines"],
    ),
    reads("read_file_range", &["path", "start_line", "end_line"], &[]),
    reads("read_lines", &["path", "start_line", "end_line"], &[]),
    reads("read_file_head", &["path", "max_lines"], &[]),
    reads("read_file_tail", &["path", "max_lines"], &[]),
    reads("get_excerpt", &["path"], &["max_lines"]),
    reads("summarize_file", &["path"], &["max_tokens", "if_match"]),
    reads("read_file", &["path"], &["offset", "limit"]),
    reads("dry_run_diff", &["target"], &["content", "against"]),
    reads("get_snippet", &["target", "start_line"], &["end_line", "context_lines", "known"]),
    reads("get_file_history", &["path"], &["limit"]),
    reads("read_symbol", &["symbol"], &["path", "include_context", "known"]),
    // The server does not offer these two.
    writes("undo", &[], &["dry_run", "skip"]),
    writes("proposals", &[], &[]),
];

type Names = &'static [&'static str];

const fn reads(name: &'static str, required: Names, optional: Names) -> ToolSignature {
    ToolSignature { name, effect: Effect::Reads, required, optional }
}

const fn writes(name: &'static str, required: Names, optional: Names) -> ToolSignature {
    ToolSignature { name, effect: Effect::Writes, required, optional }
}
