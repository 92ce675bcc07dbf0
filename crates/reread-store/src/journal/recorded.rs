//! A record as it is read back, for the user and for a replay.
//!
//! A line may come from anywhere: it is checked first, and what makes no sense is no record. Lines of the earliest form
//! lack what later ones say, and are records all the same.

use std::fs::File;
use std::io::{self, BufReader, Read as _};

use reread_text::Digest;
use serde::Deserialize;

use super::UnixMillis;
use super::line::unseal;
use super::making::MakingFields;
use super::record::{CallOutcome, OutcomeNote, Record};
use super::verify::next_line;

/// One call, as its line tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalEntry {
    /// Its number, counted from 1.
    pub seq: u64,
    /// What was recorded. Texts may have been cut, and secrets in them replaced.
    pub call: Record,
    /// Whether a secret was replaced somewhere in it.
    pub is_redacted: bool,
}

impl JournalEntry {
    /// Reads a line without its newline; `None` if it is no whole record.
    pub fn read(line: &[u8]) -> Option<Self> {
        unseal(line).ok()?;
        let fields: Fields = serde_json::from_slice(line).ok()?;
        let digest = |digits: Option<String>| digits.map(|digits| digits.parse()).transpose().ok();
        let outcome = CallOutcome::of_word(&fields.outcome)?;
        let call = Record {
            time: UnixMillis(fields.time),
            outcome,
            note: fields.code.map(|word| OutcomeNote::of_word(outcome, &word)),
            digest: digest(fields.digest)?,
            before: digest(fields.before)?,
            after: digest(fields.after)?,
            making: fields.making.read()?,
            caller: fields.caller,
            face: fields.face,
            tool: fields.tool,
            arguments: fields.arguments,
            path: fields.path,
            receipt: fields.receipt,
            sent_bytes: fields.sent_bytes,
            saved_bytes: fields.saved_bytes,
        };
        Some(Self { seq: fields.seq, call, is_redacted: fields.redacted.is_some() })
    }

    /// Reads all that a file holds now; lines that are no record are passed over.
    pub(super) fn each_in(file: File, mut each: impl FnMut(Self)) -> io::Result<()> {
        let size = file.metadata()?.len();
        let mut lines = BufReader::with_capacity(64 << 10, file).take(size);
        let mut line = Vec::new();
        while next_line(&mut lines, &mut line)? {
            line.strip_suffix(b"\n").and_then(Self::read).into_iter().for_each(&mut each);
        }
        Ok(())
    }

    /// Whether the path is the one that was meant: one with a secret in it was replaced in part.
    pub(super) fn tells_path(&self) -> bool {
        let path = self.call.path.as_deref();
        path.is_some_and(|path| !self.is_redacted || !path.contains("[redacted:"))
    }

    /// Every version that it cites.
    pub fn cited(&self) -> impl Iterator<Item = Digest> {
        let Record { digest, before, after, making, .. } = &self.call;
        let files = making.files.iter().map(|file| file.digest);
        [*digest, *before, *after, making.base].into_iter().flatten().chain(files)
    }

    /// The versions that it takes to make its reply again; none if there is no reply, or no way.
    pub(super) fn replayed_from(&self) -> impl Iterator<Item = Digest> {
        let Record { digest, making, .. } = &self.call;
        let is_made_again = making.reply.is_some() && making.not_replayable.is_none();
        let files = making.files.iter().map(|file| file.digest);
        [*digest, making.base].into_iter().flatten().chain(files).filter(move |_| is_made_again)
    }
}

#[derive(Deserialize)]
struct Fields {
    seq: u64,
    time: u64,
    caller: String,
    face: String,
    tool: String,
    arguments: String,
    outcome: String,
    code: Option<String>,
    path: Option<String>,
    digest: Option<String>,
    before: Option<String>,
    after: Option<String>,
    receipt: Option<String>,
    sent_bytes: u64,
    saved_bytes: Option<i64>,
    redacted: Option<u64>,
    #[serde(flatten)]
    making: MakingFields,
}

#[cfg(test)]
mod tests;
