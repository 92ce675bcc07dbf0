//! What is recorded of a call, and how much of it is written down.
//!
//! Secrets are replaced before anything is cut, since half a secret no longer looks like one. Content never comes
//! here: only digests and sizes do.

use reread_codes::Code;
use reread_text::{Digest, redact};
use serde::Serialize;

use super::line::{FORMAT, seal};
use super::making::{Making, MakingFields};
use crate::cut::cut;

/// Milliseconds since the start of 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixMillis(pub u64);

impl UnixMillis {
    /// `2026-11-15T20:24:00.125Z`.
    pub fn utc(self) -> String {
        reread_text::utc(i64::try_from(self.0).unwrap_or(i64::MAX))
    }
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallOutcome {
    /// It was answered.
    Ok,
    /// A rule refused it.
    Denied,
    /// It failed.
    Error,
}

impl CallOutcome {
    /// The word in the record.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Denied => "denied",
            Self::Error => "error",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Self> {
        [Self::Ok, Self::Denied, Self::Error].into_iter().find(|outcome| outcome.word() == word)
    }
}

/// What a record says of an outcome, besides whether the call was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
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
            CallOutcome::Ok => {
                NotWritten::ALL.into_iter().find(|why| why.word() == word).map(Self::NotWritten)
            }
            CallOutcome::Denied | CallOutcome::Error => {
                Code::ALL.iter().find(|code| code.as_str() == word).copied().map(Self::Failed)
            }
        };
        note.unwrap_or_else(|| Self::Other(word.to_owned()))
    }
}

/// Why an edit wrote nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotWritten {
    /// It was only shown what would be done.
    DryRun,
    /// A file of the call is in conflict.
    Conflict,
    /// The disk holds it already.
    AlreadyApplied,
    /// It changes nothing.
    NoChange,
}

impl NotWritten {
    const ALL: [Self; 4] = [Self::DryRun, Self::Conflict, Self::AlreadyApplied, Self::NoChange];

    fn word(self) -> &'static str {
        match self {
            Self::DryRun => "dry_run",
            Self::Conflict => "conflict",
            Self::AlreadyApplied => "already_applied",
            Self::NoChange => "no_change",
        }
    }
}

/// One call. Each string is written with its secrets replaced, and cut to 4 KiB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Who called, by what the transport knows and not by what the caller claims.
    pub caller: String,
    /// The front end that was called: `pi`, `mcp`, `cli`.
    pub face: String,
    /// The name by which it was called, or the command.
    pub tool: String,
    /// Its arguments as normalised JSON.
    pub arguments: String,
    /// When.
    pub time: UnixMillis,
    /// How it ended.
    pub outcome: CallOutcome,
    /// Why it was not answered, or why it wrote nothing; `code` in the line.
    pub note: Option<OutcomeNote>,
    /// The file it was about.
    pub path: Option<String>,
    /// That file's content.
    pub digest: Option<Digest>,
    /// What it held before the call wrote it; `None` if there was no such file, or nothing was written.
    pub before: Option<Digest>,
    /// What it held then; `None` if it was removed, or nothing was written.
    pub after: Option<Digest>,
    /// The receipt that was given out.
    pub receipt: Option<String>,
    /// The length of the reply.
    pub sent_bytes: u64,
    /// By how much the reply, with everything around it, is shorter than the text that it stands for; below zero if it is
    /// longer. `None` if it stands for no text of a file.
    pub saved_bytes: Option<i64>,
    /// How the reply was made.
    pub making: Making,
}

const LONGEST_STRING: usize = 4 << 10;

/// A record made fit for the journal, which only lacks its place there.
pub(super) struct RecordRow {
    caller: String,
    face: String,
    tool: String,
    arguments: String,
    time: u64,
    outcome: &'static str,
    code: Option<String>,
    path: Option<String>,
    digest: Option<String>,
    before: Option<String>,
    after: Option<String>,
    receipt: Option<String>,
    sent_bytes: u64,
    saved_bytes: Option<i64>,
    making: MakingFields,
    redacted: usize,
}

impl RecordRow {
    pub(super) fn of(record: &Record) -> Self {
        let mut redacted = 0;
        let mut clean = |text: &str| {
            let clean = redact(text);
            redacted += clean.count;
            cut(&clean.text, LONGEST_STRING)
        };
        Self {
            caller: clean(&record.caller),
            face: clean(&record.face),
            tool: clean(&record.tool),
            arguments: clean(&record.arguments),
            time: record.time.0,
            outcome: record.outcome.word(),
            code: record.note.as_ref().map(OutcomeNote::word).map(&mut clean),
            path: record.path.as_deref().map(&mut clean),
            digest: record.digest.map(|digest| digest.to_string()),
            before: record.before.map(|digest| digest.to_string()),
            after: record.after.map(|digest| digest.to_string()),
            receipt: record.receipt.as_deref().map(&mut clean),
            sent_bytes: record.sent_bytes,
            saved_bytes: record.saved_bytes,
            making: MakingFields::of(&record.making),
            redacted,
        }
    }

    /// The line that puts this row after the record with the hash `prev`, and its own hash.
    pub(super) fn line(&self, seq: u64, prev: &Digest, repaired: Option<&str>) -> (Vec<u8>, Digest) {
        seal(&Line {
            v: FORMAT,
            seq,
            prev: &prev.to_string(),
            time: self.time,
            caller: &self.caller,
            face: &self.face,
            tool: &self.tool,
            arguments: &self.arguments,
            outcome: self.outcome,
            code: self.code.as_deref(),
            path: self.path.as_deref(),
            digest: self.digest.as_deref(),
            before: self.before.as_deref(),
            after: self.after.as_deref(),
            receipt: self.receipt.as_deref(),
            making: &self.making,
            sent_bytes: self.sent_bytes,
            saved_bytes: self.saved_bytes,
            redacted: (self.redacted > 0).then_some(self.redacted),
            repaired,
        })
    }
}

/// The members of a line in the order they are written; absent ones are left out.
#[derive(Serialize)]
struct Line<'a> {
    v: u64,
    seq: u64,
    prev: &'a str,
    time: u64,
    caller: &'a str,
    face: &'a str,
    tool: &'a str,
    arguments: &'a str,
    outcome: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<&'a str>,
    #[serde(flatten)]
    making: &'a MakingFields,
    sent_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_bytes: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redacted: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repaired: Option<&'a str>,
}

#[cfg(test)]
mod tests;
