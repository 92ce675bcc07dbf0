//! A conversation as the host keeps it: one JSON object per line.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::ledger::Ledger;

/// The entries of a transcript, in the order of the file.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// Where it lies.
    pub file: PathBuf,
    /// Every line.
    pub entries: Vec<Value>,
}

impl Transcript {
    pub(crate) fn load(file: &Path) -> Self {
        let text = fs::read_to_string(file)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", file.display()));
        // The last line may be half written while the host runs.
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let entry = |line: &str| {
            serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{} holds a damaged line: {error}\n{line}", file.display()))
        };
        Self { file: file.to_owned(), entries: lines.map(entry).collect() }
    }

    /// Whether it is that of a sub-agent.
    pub fn is_of_agent(&self) -> bool {
        self.file.parent().is_some_and(|folder| folder.ends_with("subagents"))
    }

    /// How many entries are of that type and subtype.
    pub fn entries_of(&self, kind: &str, subtype: &str) -> usize {
        self.entries.iter().filter(|entry| entry["type"] == *kind && entry["subtype"] == *subtype).count()
    }

    /// What the host says it sent.
    pub fn ledger(&self) -> Ledger {
        Ledger::of(&self.entries)
    }
}
