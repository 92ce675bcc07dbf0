//! What is in a session file of pi, for those who want to look into it: its tree, what is held at a leaf and why not
//! more, what was saved, and whether every marker was right.
//!
//! Each question has a report, which is plain data, and its JSON. Nothing is decided here and nothing is changed.

mod audit;
mod held;
mod outline;
mod status;

use reread_codes::Code;
use reread_context::{EntryIndex, Event, History};
use reread_hosts::pi::{SessionReader, Skipped};
use serde_json::{Value, json};

use crate::Trouble;

pub use audit::{AuditTotals, audit_json};
pub use held::{HeldBy, HeldFile, HeldReport, HeldVersion, NotHeld, reason_sentence, reason_words};
pub use outline::{Happened, Outline, OutlineEntry, Outliner, ReadOutcome};
pub use status::{CacheFacts, ModeCounts, SavedTokens, StatusReport};

/// What a session says of itself, and what of it could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionFacts {
    /// Its name; `None` if it has no header.
    pub session: Option<String>,
    /// The folder that relative names start from.
    pub cwd: Option<String>,
    /// The version of its format.
    pub version: Option<u64>,
    /// Whether that version is understood: of another one, no read is believed.
    pub is_understood: bool,
    /// How many entries it has.
    pub entries: u64,
    /// The leaf that is looked at; `None` if there is no entry.
    pub leaf: Option<String>,
    /// Entries that share their name with another, or whose parent came after them: what came before is unknown.
    pub ambiguous: Vec<String>,
    /// What was not read.
    pub skipped: Skipped,
}

impl SessionFacts {
    /// Asks a session that was read.
    pub fn of(reader: &SessionReader<'_>, leaf: Option<EntryIndex>) -> Self {
        let (header, history) = (reader.header(), reader.history());
        let is_ambiguous = |entry: &EntryIndex| *history.event(*entry) == Event::Ambiguous;
        let ambiguous = history.entries().filter(is_ambiguous);
        Self {
            session: header.map(|header| header.session.clone()),
            cwd: header.and_then(|header| header.cwd.clone()),
            version: header.and_then(|header| header.version),
            is_understood: header.is_some_and(reread_hosts::pi::Header::is_understood),
            entries: history.len() as u64,
            leaf: leaf.map(|leaf| history.id(leaf).to_owned()),
            ambiguous: ambiguous.map(|entry| history.id(entry).to_owned()).collect(),
            skipped: reader.skipped(),
        }
    }

    /// A file's name as people know it: from the session's folder on, if it lies there.
    pub fn short_name<'a>(&self, file: &'a str) -> &'a str {
        let inside = self.cwd.as_deref().and_then(|cwd| file.strip_prefix(cwd)?.strip_prefix('/'));
        inside.filter(|name| !name.is_empty()).unwrap_or(file)
    }

    fn json(&self) -> Value {
        json!({
            "id": self.session,
            "cwd": self.cwd,
            "version": self.version,
            "understood": self.is_understood,
            "entries": self.entries,
            "leaf": self.leaf,
            "ambiguous_entries": self.ambiguous,
            "unreadable_lines": self.skipped.unreadable,
            "torn_last_line": self.skipped.torn,
        })
    }
}

/// How many entries are named to choose from.
const MOST_CANDIDATES: usize = 5;

/// The leaf to look at: the one that is named, in full or by a beginning that no other has, or where pi would go on.
/// `None` if there is no entry at all.
pub fn choose_leaf(reader: &SessionReader<'_>, named: Option<&str>) -> Result<Option<EntryIndex>, Trouble> {
    let history = reader.history();
    let last = reader.leaf().or_else(|| history.last());
    let Some(named) = named else { return Ok(last) };
    if let Some(found) = history.find(named) {
        return Ok(Some(found));
    }
    let begins = |entry: &EntryIndex| !named.is_empty() && history.id(*entry).starts_with(named);
    let candidates: Vec<EntryIndex> = history.entries().filter(begins).collect();
    match candidates[..] {
        [found] => Ok(Some(found)),
        [] => Err(unknown_entry(history, named, last)),
        _ => Err(ambiguous_leaf(history, named, &candidates)),
    }
}

fn unknown_entry(history: &History, named: &str, last: Option<EntryIndex>) -> Trouble {
    let hint = match last {
        Some(last) => {
            format!("the last entry is {}; `reread session show` lists the others", history.id(last))
        }
        None => "the session has no entry".to_owned(),
    };
    let message = format!("there is no entry `{named}` in the session");
    Trouble { code: Code::UnknownEntry, message, hint, refused: false }
}

fn ambiguous_leaf(history: &History, named: &str, candidates: &[EntryIndex]) -> Trouble {
    let count = candidates.len();
    let mut names: Vec<String> =
        candidates.iter().take(MOST_CANDIDATES).map(|entry| history.id(*entry).to_owned()).collect();
    if count > MOST_CANDIDATES {
        names.push(format!("and {} more", count - MOST_CANDIDATES));
    }
    let message = format!("{count} entries have a name that begins with `{named}`");
    let hint = format!("name one of them: {}", names.join(", "));
    Trouble { code: Code::AmbiguousLeaf, message, hint, refused: false }
}

/// A file that holds nothing of a session is not one.
pub fn check_is_session(reader: &SessionReader<'_>, name: &str) -> Result<(), Trouble> {
    if reader.header().is_some() || !reader.history().is_empty() {
        return Ok(());
    }
    Err(Trouble {
        code: Code::NotASession,
        message: format!("{name} is not a session of pi: no line in it is a header or an entry"),
        hint: "name a file from ~/.pi/agent/sessions, such as 2026-01-02T03-04-05-678Z_….jsonl".to_owned(),
        refused: false,
    })
}

/// The frame of every reply about a session.
fn reply(operation: &str, ok: bool, facts: &SessionFacts) -> Value {
    json!({ "ok": ok, "success": ok, "operation": operation, "session": facts.json() })
}
