//! The session as pi keeps it: entries that form a tree, one of which is the leaf.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// The entries of a session, in the order of the file, and the place in it.
#[derive(Clone, Debug)]
pub struct PiSession {
    /// Every entry, of all branches.
    pub entries: Vec<PiEntry>,
    /// The entry that the next one will follow; nothing before the first.
    pub leaf: Option<String>,
}

/// One line of a session file after its header, as pi wrote it.
#[derive(Clone, Debug, PartialEq)]
pub struct PiEntry(Value);

/// The result of a tool call, as the session keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct PiToolResult {
    /// The entry that holds it.
    pub entry: String,
    /// The call it answers.
    pub call: String,
    /// The tool that was called.
    pub tool: String,
    /// Its text; several blocks follow each other directly, images are left out.
    pub text: String,
    /// What the tool noted beside it; null if nothing.
    pub details: Value,
    /// Whether the call failed.
    pub is_error: bool,
    /// The calls that a script made on its way; null if none.
    pub nested: Value,
}

impl PiSession {
    /// Reads a session file; its last entry is the leaf.
    pub fn load(file: &Path) -> Self {
        let text = fs::read_to_string(file)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", file.display()));
        // The first line is about the file; it is no entry.
        let lines = text.split_terminator('\n').skip(1);
        let entry = |line| {
            serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{} holds a damaged line: {error}\n{line}", file.display()))
        };
        let entries: Vec<PiEntry> = lines.map(|line| PiEntry(entry(line))).collect();
        let leaf = entries.last().map(|entry| entry.id().to_owned());
        Self { entries, leaf }
    }

    /// Reads the reply to `get_entries`.
    pub(crate) fn of_reply(reply: &Value) -> Self {
        let entries = reply["entries"].as_array().into_iter().flatten().cloned().map(PiEntry).collect();
        Self { entries, leaf: reply["leafId"].as_str().map(str::to_owned) }
    }

    /// The entry with that id.
    pub fn entry(&self, id: &str) -> Option<&PiEntry> {
        self.entries.iter().find(|entry| entry.id() == id)
    }

    /// The entries from the root to the leaf: the active branch, oldest first.
    pub fn branch(&self) -> Vec<&PiEntry> {
        let by_id: HashMap<&str, &PiEntry> = self.entries.iter().map(|entry| (entry.id(), entry)).collect();
        let mut branch = Vec::new();
        let mut next = self.leaf.as_deref();
        while let Some(entry) = next.and_then(|id| by_id.get(id)) {
            branch.push(*entry);
            next = entry.parent();
        }
        branch.reverse();
        branch
    }

    /// The tool results on the active branch, oldest first.
    pub fn results(&self) -> Vec<PiToolResult> {
        self.branch().into_iter().filter_map(PiEntry::tool_result).collect()
    }

    /// The prompts of the user on the active branch, oldest first.
    pub fn prompts(&self) -> Vec<&PiEntry> {
        self.branch().into_iter().filter(|entry| entry.role() == Some("user")).collect()
    }
}

impl PiEntry {
    /// The whole entry.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// Its name.
    pub fn id(&self) -> &str {
        self.0["id"].as_str().unwrap_or_default()
    }

    /// The entry it follows; nothing for a root.
    pub fn parent(&self) -> Option<&str> {
        self.0["parentId"].as_str()
    }

    /// Its type: `message`, `compaction`, `context_edit`...
    pub fn kind(&self) -> &str {
        self.0["type"].as_str().unwrap_or_default()
    }

    /// Who speaks, if it is a message.
    pub fn role(&self) -> Option<&str> {
        self.0["message"]["role"].as_str()
    }

    /// The result in it, if it is one.
    pub fn tool_result(&self) -> Option<PiToolResult> {
        let message = &self.0["message"];
        if self.role() != Some("toolResult") {
            return None;
        }
        let word = |key: &str| message[key].as_str().unwrap_or_default().to_owned();
        let blocks = message["content"].as_array().into_iter().flatten();
        Some(PiToolResult {
            entry: self.id().to_owned(),
            call: word("toolCallId"),
            tool: word("toolName"),
            text: blocks.filter_map(|block| block["text"].as_str()).collect(),
            details: message["details"].clone(),
            is_error: message["isError"] == true,
            nested: message["nestedCalls"].clone(),
        })
    }
}

#[cfg(test)]
mod tests;
