//! A record as it is read back, for the user and for a replay.
//!
//! A line may come from anywhere: it is checked first, and what makes no sense is no record. Lines of the earliest form
//! lack what later ones say, and are records all the same.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read as _};

use reread_text::Digest;
use serde::Deserialize;

use super::line::unseal;
use super::record::{CallOutcome, OutcomeNote, Record};
use super::verify::next_line;
use super::{JOURNAL, Journal, JournalError, at};
use crate::private;

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

impl Journal {
    /// Every version that a record names, so that it is kept as long as a replay may need it.
    ///
    /// Only records since the last rotation count: what was sealed before keeps nothing in place.
    pub fn cited(&self) -> Result<HashSet<Digest>, JournalError> {
        let mut digests = HashSet::new();
        self.each_since_rotation(|record| digests.extend(record.cited()))?;
        Ok(digests)
    }

    /// The versions that it takes to make replies again: fewer, since a write is recorded with what it replaced, and its
    /// reply shows neither.
    pub fn replayed_from(&self) -> Result<HashSet<Digest>, JournalError> {
        let mut digests = HashSet::new();
        self.each_since_rotation(|record| digests.extend(record.replayed_from()))?;
        Ok(digests)
    }

    /// Hands over the records that are not sealed yet.
    pub(super) fn each_since_rotation(&self, each: impl FnMut(JournalEntry)) -> Result<(), JournalError> {
        match private::open_existing(&self.audit, JOURNAL).map_err(at(JOURNAL))? {
            Some(file) => JournalEntry::each_in(file, each).map_err(at(JOURNAL)),
            None => Ok(()),
        }
    }

    /// The calls among the last `records` that `keep` wants and that name their file, newest first.
    ///
    /// They say what was recorded and no more: that a text was sent does not show that a model still has it. A line that
    /// was altered is passed over, and so is one whose path had a secret in it, since the record does not say which file
    /// that is.
    pub fn recall(
        &self,
        records: usize,
        keep: impl Fn(&Record) -> bool,
    ) -> Result<Vec<Record>, JournalError> {
        let kept = |line: &String| {
            let entry = JournalEntry::read(line.as_bytes()).filter(JournalEntry::tells_path)?;
            Some(entry.call).filter(&keep)
        };
        Ok(self.tail(records)?.iter().rev().filter_map(kept).collect())
    }
}

impl Record {
    /// Whether it sent something of one version of a file.
    pub fn has_shown(&self) -> bool {
        self.outcome == CallOutcome::Ok && self.sent_bytes > 0 && self.digest.is_some()
    }

    /// Whether it changed its file, made it or removed it.
    pub fn has_written(&self) -> bool {
        self.outcome == CallOutcome::Ok && self.before != self.after
    }
}

impl JournalEntry {
    /// Reads a line without its newline; `None` if it is no whole record.
    pub fn read(line: &[u8]) -> Option<Self> {
        unseal(line).ok()?;
        let Fields { seq, mut call, redacted } = serde_json::from_slice(line).ok()?;
        call.note = call.note.map(|note| OutcomeNote::of_word(call.outcome, note.word()));
        Some(Self { seq, call, is_redacted: redacted.is_some() })
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
    #[serde(flatten)]
    call: Record,
    redacted: Option<u64>,
}

#[cfg(test)]
mod tests;
