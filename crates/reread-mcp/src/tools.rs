//! The tools: their names, their descriptions for a model, and their arguments.
//!
//! The list depends on the options of the server and on nothing else. Every word in it is paid for by every
//! conversation, so a description says when to use the tool and what cannot be guessed.

mod descriptions;
mod schemas;

use reread_wire::{Code, Effect, ErrorReply, ToolSignature};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;

use crate::Profile::{self, Bounded, Core, Legacy};
use descriptions as say;

/// A name of the surface.
#[derive(Debug)]
pub(crate) struct Card {
    pub(crate) name: &'static str,
    /// The first profile that lists it.
    profile: Profile,
    description: &'static str,
    schema: fn() -> Value,
}

/// In the order in which they are listed: what to prefer comes first.
pub(crate) const CARDS: &[Card] = &[
    Card::new("stat_file", Core, say::STAT_FILE, schemas::only_path),
    Card::new("search", Core, say::SEARCH, schemas::search),
    Card::new("list_files", Core, say::LIST_FILES, schemas::list_files),
    Card::new("read", Core, say::READ, schemas::read),
    Card::new("apply_patch", Core, say::APPLY_PATCH, schemas::apply_patch),
    Card::new("write_file", Core, say::WRITE_FILE, schemas::write_file),
    Card::new("get_diff", Core, say::GET_DIFF, schemas::get_diff),
    Card::new("file_history", Core, say::FILE_HISTORY, schemas::file_history),
    Card::new("rollback", Core, say::ROLLBACK, schemas::rollback),
    Card::new("search_in_file", Bounded, say::SEARCH_IN_FILE, schemas::search_in_file),
    Card::new("read_file_range", Bounded, say::READ_FILE_RANGE, schemas::range),
    Card::new("read_lines", Bounded, say::READ_LINES, schemas::range),
    Card::new("read_file_head", Bounded, say::READ_FILE_HEAD, schemas::first_or_last),
    Card::new("read_file_tail", Bounded, say::READ_FILE_TAIL, schemas::first_or_last),
    Card::new("get_excerpt", Bounded, say::GET_EXCERPT, schemas::get_excerpt),
    Card::new("summarize_file", Bounded, say::SUMMARIZE_FILE, schemas::summarize_file),
    Card::new("read_file", Bounded, say::READ_FILE, schemas::read_file),
    Card::new("dry_run_diff", Legacy, say::DRY_RUN_DIFF, schemas::dry_run_diff),
    Card::new("get_snippet", Legacy, say::GET_SNIPPET, schemas::get_snippet),
    Card::new("get_file_history", Legacy, say::GET_FILE_HISTORY, schemas::file_history),
    Card::new("read_symbol", Legacy, say::READ_SYMBOL, schemas::read_symbol),
];

/// The card of a name.
pub(crate) fn find(name: &str) -> Option<&'static Card> {
    CARDS.iter().find(|card| card.name == name)
}

/// The list of a profile; a server that only reads lists no tool that writes.
pub(crate) fn listed(profile: Profile, read_only: bool) -> Vec<Tool> {
    let is_listed = |card: &&Card| card.profile <= profile && !(read_only && card.effect() == Effect::Writes);
    CARDS.iter().filter(is_listed).map(Card::tool).collect()
}

impl Card {
    const fn new(
        name: &'static str,
        profile: Profile,
        description: &'static str,
        schema: fn() -> Value,
    ) -> Self {
        Self { name, profile, description, schema }
    }

    /// What a call may do to files.
    fn effect(&self) -> Effect {
        ToolSignature::of(self.name).map_or(Effect::Writes, |signature| signature.effect)
    }

    /// The error for a call that writes, on a server that only reads.
    pub(crate) fn refusal(&self, read_only: bool) -> Option<ErrorReply> {
        (read_only && self.effect() == Effect::Writes).then(|| {
            let message = format!("{} writes, and this server only reads", self.name);
            ErrorReply::failed(Code::NotSupported, message, say::CHANGE)
        })
    }

    fn tool(&self) -> Tool {
        // The other two hints mean nothing of a tool that only reads. Nothing beyond the workspace is reached.
        let annotations = match self.effect() {
            Effect::Reads => ToolAnnotations::new().read_only(true),
            Effect::Writes => ToolAnnotations::new().read_only(false).destructive(true).idempotent(false),
        };
        let mut tool = Tool::new(self.name, self.description, self.input_schema());
        tool.annotations = Some(annotations.open_world(false));
        tool
    }

    /// The schema of the arguments.
    pub(crate) fn input_schema(&self) -> JsonObject {
        match (self.schema)() {
            Value::Object(schema) => schema,
            _ => JsonObject::new(),
        }
    }
}

#[cfg(test)]
mod tests;
