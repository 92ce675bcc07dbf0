//! The entries of a session and what happened at each, as a tree.

use std::collections::{HashMap, HashSet};

use reread_context::{EntryIndex, Event, FileKey, ReadResult, ReadScope, RejectedEvidence, SessionHistory};
use reread_text::LineRange;
use serde_json::{Value, json};

use crate::pi::{SessionEntry, SessionEntryKind, SessionToolResult};

use super::{SessionFacts, joined, reply};

/// Takes note of what happened, entry by entry, while a session is read.
#[derive(Clone, Debug, Default)]
pub struct SessionOutliner {
    happened: HashMap<EntryIndex, EntrySummary>,
}

/// What happened at an entry. Files are known once the session was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntrySummary {
    /// A file was read.
    Read(ReadOutcome),
    /// Another tool gave a result.
    Tool {
        /// Its name.
        tool: String,
        /// Whether it failed.
        failed: bool,
        /// How many files it read by itself, as scripts do.
        reads: u64,
    },
    /// A message, by its role: `user`, `assistant`, `system`.
    Said(String),
    /// What came before was summed up.
    Compaction,
    /// Another entry's content was removed or replaced.
    ContextEdit {
        /// The id of the entry whose content changed; `None` if it cannot be read.
        target: Option<String>,
        /// Whether it was removed.
        removed: bool,
    },
    /// Anything else, by pi's word for it.
    Other(String),
    /// The line could not be read beyond its name.
    Unreadable,
}

/// What a read came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    /// It showed nothing, or says nothing of it that could be used, for this reason.
    Untold(RejectedEvidence),
    /// This is said about it.
    Told {
        /// The mode, by its word.
        mode: &'static str,
        /// The lines that it showed, or speaks of; `None` if it was cut before the end of its first line.
        lines: Option<LineRange>,
        /// How many lines the file had.
        total_lines: u64,
        /// Whether it was to show more and was cut.
        cut: bool,
    },
}

/// A session as a tree.
#[derive(Clone, Debug, Default)]
pub struct SessionOutline {
    /// The entries in the order in which they were appended.
    pub entries: Vec<OutlineEntry>,
}

/// One entry of the tree.
#[derive(Clone, Debug)]
pub struct OutlineEntry {
    /// Its name.
    pub id: String,
    /// The place of the entry that it follows.
    pub parent: Option<usize>,
    /// The places of those that follow it.
    pub children: Vec<usize>,
    /// The kind of entry, with what is shown about it.
    pub happened: EntrySummary,
    /// The file that was read, written or asked for anew.
    pub file: Option<FileKey>,
    /// What was asked for anew.
    pub refreshed: Option<ReadScope>,
    /// Whether it lies on the way to the leaf.
    pub is_active: bool,
    /// Whether what came before is unknown: another entry has its name, or its parent came later.
    pub is_ambiguous: bool,
}

impl SessionOutliner {
    /// Takes note of an entry.
    pub fn note(&mut self, index: EntryIndex, entry: &SessionEntry<'_>) {
        let happened = match &entry.kind {
            SessionEntryKind::ToolResult(result) if result.tool == "read" => {
                EntrySummary::Read(outcome(result))
            }
            SessionEntryKind::ToolResult(result) => {
                let reads = result.nested_calls().iter().filter(|call| call.tool == "read").count() as u64;
                EntrySummary::Tool {
                    tool: result.tool.to_string(),
                    failed: result.is_error == Some(true),
                    reads,
                }
            }
            SessionEntryKind::Assistant(_) => EntrySummary::Said("assistant".to_owned()),
            SessionEntryKind::Message { role } => {
                EntrySummary::Said(role.as_deref().unwrap_or("unknown").to_owned())
            }
            SessionEntryKind::Compaction { .. } => EntrySummary::Compaction,
            SessionEntryKind::ContextEdit(edit) => EntrySummary::ContextEdit {
                target: edit.target.as_deref().map(str::to_owned),
                removed: edit.replacement().is_none(),
            },
            SessionEntryKind::Custom { custom_type, .. } => {
                EntrySummary::Other(custom_type.as_deref().unwrap_or("custom").to_owned())
            }
            SessionEntryKind::Other => EntrySummary::Other(entry.entry_type.to_string()),
            SessionEntryKind::Unreadable => EntrySummary::Unreadable,
        };
        self.happened.insert(index, happened);
    }

    /// The tree, with one branch marked.
    pub fn outline(mut self, history: &SessionHistory, leaf: Option<EntryIndex>) -> SessionOutline {
        let active: HashSet<EntryIndex> =
            leaf.map(|leaf| history.branch(leaf)).unwrap_or_default().into_iter().collect();
        let places: HashMap<EntryIndex, usize> = history.entries().zip(0..).collect();
        let mut entries: Vec<OutlineEntry> = Vec::with_capacity(history.len());
        for (entry, place) in history.entries().zip(0..) {
            let parent = history.parent(entry).map(|parent| places[&parent]);
            if let Some(parent) = parent {
                entries[parent].children.push(place);
            }
            let (file, refreshed) = match history.event(entry) {
                Event::Read(ReadResult { file, .. }) | Event::Write(file) => (file.clone(), None),
                Event::Refresh { file, scope } => (Some(file.clone()), Some(*scope)),
                _ => (None, None),
            };
            entries.push(OutlineEntry {
                id: history.id(entry).to_owned(),
                parent,
                children: Vec::new(),
                happened: self.happened.remove(&entry).unwrap_or(EntrySummary::Unreadable),
                file,
                refreshed,
                is_active: active.contains(&entry),
                is_ambiguous: *history.event(entry) == Event::Ambiguous,
            });
        }
        SessionOutline { entries }
    }
}

fn outcome(result: &SessionToolResult<'_>) -> ReadOutcome {
    if result.is_error == Some(true) {
        return ReadOutcome::Untold(RejectedEvidence::FailedResult);
    }
    let details = result.details();
    let metadata = match details.metadata {
        Some(Ok(metadata)) => metadata,
        Some(Err(_)) => return ReadOutcome::Untold(RejectedEvidence::UnusableMetadata),
        None => return ReadOutcome::Untold(RejectedEvidence::NoMetadata),
    };
    let asked = metadata.lines();
    let cut = details.truncation.ok().flatten().filter(|truncation| truncation.truncated);
    let lines = cut.map_or(Some(asked), |cut| {
        let complete = cut.output_lines.saturating_sub(u64::from(cut.last_line_partial));
        LineRange::new(asked.first(), (asked.first() - 1).saturating_add(complete)).ok()
    });
    ReadOutcome::Told {
        mode: metadata.claim.mode.word(),
        lines,
        total_lines: metadata.claim.total_lines,
        cut: cut.is_some(),
    }
}

impl SessionOutline {
    /// The tree as JSON: one object per entry, which names its parent.
    pub fn json(&self, facts: &SessionFacts) -> Value {
        let entries: Value = self.entries.iter().map(|entry| self.entry_json(entry)).collect();
        reply("session_show", true, facts, json!({ "entries": entries }))
    }

    fn entry_json(&self, entry: &OutlineEntry) -> Value {
        let common = json!({
            "id": entry.id,
            "parent": entry.parent.map(|parent| &self.entries[parent].id),
            "active": entry.is_active,
            "ambiguous": entry.is_ambiguous,
        });
        let happened = match &entry.happened {
            EntrySummary::Read(ReadOutcome::Untold(reason)) => {
                json!({ "kind": "read", "mode": null, "reason": reason.word() })
            }
            EntrySummary::Read(ReadOutcome::Told { mode, lines, total_lines, cut }) => {
                let lines = lines.map(|lines| lines.to_string());
                json!({ "kind": "read", "mode": mode, "lines": lines, "total_lines": total_lines, "cut": cut })
            }
            EntrySummary::Tool { tool, failed, reads } => {
                json!({ "kind": "tool", "reads": reads, "tool": tool, "failed": failed })
            }
            EntrySummary::ContextEdit { target, removed } => {
                json!({ "kind": "context_edit", "target": target, "removed": removed })
            }
            EntrySummary::Said(word) | EntrySummary::Other(word) => json!({ "kind": word }),
            EntrySummary::Compaction => json!({ "kind": "compaction" }),
            EntrySummary::Unreadable => json!({ "kind": "unreadable" }),
        };
        let mut value = joined(common, happened);
        if let Some(file) = &entry.file {
            value["path"] = json!(file.as_str());
        }
        if let Some(scope) = &entry.refreshed {
            value["scope"] = json!(scope.to_string());
        }
        value
    }
}
