//! Reports about a session: its tree, the lines held at a leaf and the reads that do not count, the tokens saved, and
//! whether every marker was justified.
//!
//! Each report is plain data with a JSON form. A report decides nothing and changes nothing.

mod audit;
mod held;
mod outline;
mod status;

use reread_codes::Code;
use reread_context::{EntryIndex, Event};
use serde::Serialize;
use serde_json::{Value, json};

use crate::pi::{SessionHeader, SessionReader, SkippedLines};

pub use audit::{AuditTotals, audit_json};
pub use held::{HeldBy, HeldFile, HeldReport, HeldSnapshot, NotHeld, reason_words};
pub use outline::{EntrySummary, OutlineEntry, ReadOutcome, SessionOutline, SessionOutliner};
pub use status::{CacheFacts, ModeCounts, SavedTokens, StatusReport};

/// What a session says of itself, and what of it could be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionFacts {
    /// Its name; `None` if it has no header.
    #[serde(rename = "id")]
    pub session: Option<String>,
    /// The folder that relative names start from.
    pub cwd: Option<String>,
    /// The version of its format.
    pub version: Option<u64>,
    /// Whether that version is understood: of another one, no read is believed.
    #[serde(rename = "understood")]
    pub is_understood: bool,
    /// How many entries it has.
    pub entries: u64,
    /// The leaf that is looked at; `None` if there is no entry.
    pub leaf: Option<String>,
    /// Entries that share their name with another, or whose parent came after them: what came before is unknown.
    #[serde(rename = "ambiguous_entries")]
    pub ambiguous: Vec<String>,
    /// What was not read.
    #[serde(flatten)]
    pub skipped: SkippedLines,
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
            is_understood: header.is_some_and(SessionHeader::is_understood),
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
}

/// Why a question about a session has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SessionQueryError {
    /// No entry has that name, nor a name that begins so.
    #[error("there is no entry `{named}` in the session")]
    UnknownEntry {
        /// The name that was asked for.
        named: String,
        /// The entry that pi would continue at; `None` if the session has no entry.
        last: Option<String>,
    },
    /// Several entries have a name that begins so, and none has exactly that name.
    #[error("{} entries have a name that begins with `{named}`", .candidates.len())]
    AmbiguousLeaf {
        /// The beginning that was asked for.
        named: String,
        /// The names of all of them, in the order of the file.
        candidates: Vec<String>,
    },
    /// No line of the file is a header or an entry.
    #[error("{name} is not a session of pi: no line in it is a header or an entry")]
    NotASession {
        /// The file.
        name: String,
    },
}

impl SessionQueryError {
    /// The stable word that callers branch on.
    pub fn code(&self) -> Code {
        match self {
            Self::UnknownEntry { .. } => Code::UnknownEntry,
            Self::AmbiguousLeaf { .. } => Code::AmbiguousLeaf,
            Self::NotASession { .. } => Code::NotASession,
        }
    }
}

/// The leaf to look at: the entry of that name, the only one whose name begins so, or the one that pi would continue at.
/// `None` if there is no entry at all.
pub fn choose_leaf(
    reader: &SessionReader<'_>,
    named: Option<&str>,
) -> Result<Option<EntryIndex>, SessionQueryError> {
    let history = reader.history();
    let last = reader.leaf().or_else(|| history.last());
    let Some(named) = named else { return Ok(last) };
    if let Some(found) = history.find(named) {
        return Ok(Some(found));
    }
    let begins = |entry: &EntryIndex| !named.is_empty() && history.id(*entry).starts_with(named);
    let candidates: Vec<EntryIndex> = history.entries().filter(begins).collect();
    let id = |entry: EntryIndex| history.id(entry).to_owned();
    match candidates[..] {
        [found] => Ok(Some(found)),
        [] => Err(SessionQueryError::UnknownEntry { named: named.to_owned(), last: last.map(id) }),
        _ => Err(SessionQueryError::AmbiguousLeaf {
            named: named.to_owned(),
            candidates: candidates.into_iter().map(id).collect(),
        }),
    }
}

/// Refuses a file that holds neither a header nor an entry.
pub fn check_is_session(reader: &SessionReader<'_>, name: &str) -> Result<(), SessionQueryError> {
    if reader.header().is_some() || !reader.history().is_empty() {
        return Ok(());
    }
    Err(SessionQueryError::NotASession { name: name.to_owned() })
}

/// A reply about a session: the frame of all of them, and the fields of this one.
fn reply(operation: &str, ok: bool, facts: &SessionFacts, fields: Value) -> Value {
    joined(json!({ "ok": ok, "success": ok, "operation": operation, "session": facts }), fields)
}

/// The fields of both objects, in their order.
fn joined(mut object: Value, more: Value) -> Value {
    if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
        object.extend(more);
    }
    object
}
