//! What is recorded of a call, and how much of it is written down.
//!
//! Secrets are replaced before anything is cut, since half a secret no longer looks like one. Content never comes
//! here: only digests and sizes do.

use reread_codes::Code;
use reread_text::{Digest, Redacted, redact, redact_formats};
use serde::{Deserialize, Serialize};

use super::hex;
use super::identity::CallerIdentity;
use super::line::{FORMAT, seal};
use super::making::Making;
use crate::cut::cut;

/// Milliseconds since the start of 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnixMillis(pub u64);

impl UnixMillis {
    /// `2026-11-15T20:24:00.125Z`.
    pub fn utc(self) -> String {
        reread_text::utc(i64::try_from(self.0).unwrap_or(i64::MAX))
    }
}

reread_codes::words! {
    /// How a call ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum CallOutcome {
        /// It was answered.
        Ok = "ok",
        /// It would have written, and an external change is at the same place: nothing was written.
        Conflict = "conflict",
        /// A rule refused it.
        Denied = "denied",
        /// It failed.
        Error = "error",
    }
}

/// What a record says of an outcome, besides whether the call was answered; one word in its line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub enum OutcomeNote {
    /// The code of the refusal or error.
    Failed(Code),
    /// Why a call that was answered wrote nothing.
    NotWritten(NotWritten),
    /// A word of another release, as its record has it.
    Other(String),
}

impl OutcomeNote {
    /// The word in the record.
    pub fn word(&self) -> &str {
        match self {
            Self::Failed(code) => code.as_str(),
            Self::NotWritten(why) => why.word(),
            Self::Other(word) => word,
        }
    }

    /// The note that a record of this outcome has with this word.
    pub fn of_word(outcome: CallOutcome, word: &str) -> Self {
        let note = match outcome {
            CallOutcome::Ok | CallOutcome::Conflict => {
                NotWritten::ALL.into_iter().find(|why| why.word() == word).map(Self::NotWritten)
            }
            CallOutcome::Denied | CallOutcome::Error => {
                Code::ALL.iter().find(|code| code.as_str() == word).copied().map(Self::Failed)
            }
        };
        note.unwrap_or_else(|| Self::Other(word.to_owned()))
    }
}

impl From<OutcomeNote> for String {
    fn from(note: OutcomeNote) -> Self {
        note.word().to_owned()
    }
}

/// A word alone: what it means depends on the outcome ([`OutcomeNote::of_word`]).
impl From<String> for OutcomeNote {
    fn from(word: String) -> Self {
        Self::Other(word)
    }
}

reread_codes::words! {
    /// Why an edit wrote nothing.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum NotWritten {
        /// The caller asked only what would be done.
        DryRun = "dry_run",
        /// The file is in conflict, and the conflict waits for a decision of the user.
        Conflict = "conflict",
        /// The file is in conflict, and the conflict waits nowhere.
        ConflictNotKept = "conflict_not_kept",
        /// Another file of the call is in conflict.
        NotApplied = "not_applied",
        /// The disk holds it already.
        AlreadyApplied = "already_applied",
        /// It changes nothing.
        NoChange = "no_change",
    }
}

/// One call. Each string is written with its secrets replaced, and cut to 4 KiB.
///
/// A line of the journal has these members, in this order; absent ones are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// When.
    pub time: UnixMillis,
    /// Who called, by what the transport knows and not by what the caller claims.
    pub caller: String,
    /// The user, the program and its version, the conversation and the principal; `None` in records of 0.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CallerIdentity>,
    /// The front end that was called: `mcp`, `cli`.
    pub face: String,
    /// The name by which it was called, or the command.
    pub tool: String,
    /// Its arguments as normalised JSON.
    pub arguments: String,
    /// How it ended.
    pub outcome: CallOutcome,
    /// Why it was not answered, or why it wrote nothing.
    #[serde(rename = "code", default, skip_serializing_if = "Option::is_none")]
    pub note: Option<OutcomeNote>,
    /// The file it was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// That file's content.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex::optional")]
    pub digest: Option<Digest>,
    /// What it held before the call wrote it; `None` if there was no such file, or nothing was written.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex::optional")]
    pub before: Option<Digest>,
    /// What it held then; `None` if it was removed, or nothing was written.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "hex::optional")]
    pub after: Option<Digest>,
    /// The receipt that was given out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    /// How the reply was made.
    #[serde(flatten)]
    pub making: Making,
    /// The length of the reply.
    pub sent_bytes: u64,
    /// By how much the reply, with everything around it, is shorter than the text that it stands for; below zero if it is
    /// longer. `None` if it stands for no text of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved_bytes: Option<i64>,
}

const LONGEST_STRING: usize = 4 << 10;

/// Of a part of an identity.
const LONGEST_NAME: usize = 256;

/// A record made fit for the journal, which only lacks its place there.
pub(super) struct RecordRow {
    call: Record,
    redacted: usize,
}

impl RecordRow {
    pub(super) fn of(record: &Record) -> Self {
        let mut redacted = 0;
        let mut fitted = |clean: Redacted<'_>, longest: usize| {
            redacted += clean.count;
            cut(&clean.text, longest)
        };
        // Arguments may hold a text of any kind. Everything else is a name.
        let arguments = fitted(redact(&record.arguments), LONGEST_STRING);
        let who = record.who.as_ref().map(|who| who.map(|name| fitted(redact_formats(name), LONGEST_NAME)));
        let mut clean = |text: &str| fitted(redact_formats(text), LONGEST_STRING);
        let call = Record {
            caller: clean(&record.caller),
            who,
            face: clean(&record.face),
            tool: clean(&record.tool),
            arguments,
            note: record.note.as_ref().map(|note| OutcomeNote::Other(clean(note.word()))),
            path: record.path.as_deref().map(&mut clean),
            receipt: record.receipt.as_deref().map(&mut clean),
            making: record.making.fitted(),
            ..*record
        };
        Self { call, redacted }
    }

    /// The line that puts this row after the record with the hash `prev`, and its own hash.
    pub(super) fn line(&self, seq: u64, prev: &Digest, repaired: Option<&str>) -> (Vec<u8>, Digest) {
        let redacted = (self.redacted > 0).then_some(self.redacted);
        seal(&Line { v: FORMAT, seq, prev: *prev, call: &self.call, redacted, repaired })
    }
}

/// The members of a line in the order they are written.
#[derive(Serialize)]
struct Line<'a> {
    v: u64,
    seq: u64,
    #[serde(serialize_with = "hex::serialize")]
    prev: Digest,
    #[serde(flatten)]
    call: &'a Record,
    #[serde(skip_serializing_if = "Option::is_none")]
    redacted: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<&'a str>,
}

#[cfg(test)]
mod tests;
