//! How often each file was read, and what that saved, as far as the journal goes back.

use std::collections::BTreeMap;

use reread_text::Digest;

use super::segments::Segment;
use super::{CallOutcome, JOURNAL, Journal, JournalEntry, JournalError, Record, UnixMillis, at};

/// What the records say about the reads of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReads {
    /// The file, as the records spell it.
    pub path: String,
    /// What it held when it was read last; `None` if it was too long to be hashed.
    pub digest: Option<Digest>,
    /// How many reads of it were answered.
    pub reads: u64,
    /// How many bytes of text they sent.
    pub sent_bytes: u64,
    /// By how much the replies were shorter than the texts that they stand for.
    pub saved_bytes: i64,
    /// When it was read last.
    pub last: UnixMillis,
}

impl Journal {
    /// The reads of each file, in the order of their names.
    ///
    /// A line that was altered is passed over, and so is one whose path had a secret in it. Records of earlier releases do
    /// not tell what a read saved, and are not counted.
    pub fn file_reads(&self) -> Result<Vec<FileReads>, JournalError> {
        let mut files = BTreeMap::new();
        for segment in Segment::all(&self.audit).map_err(at(JOURNAL))? {
            let segment = segment.open(&self.audit).map_err(at(JOURNAL))?;
            JournalEntry::each_in(segment, |record| count(record, &mut files)).map_err(at(JOURNAL))?;
        }
        self.each_since_rotation(|record| count(record, &mut files))?;
        Ok(files.into_values().collect())
    }
}

fn count(recorded: JournalEntry, files: &mut BTreeMap<String, FileReads>) {
    let is_read = recorded.call.outcome == CallOutcome::Ok && recorded.tells_path();
    let Record { path, digest, sent_bytes, saved_bytes, time, .. } = recorded.call;
    let (Some(path), Some(saved_bytes), true) = (path, saved_bytes, is_read) else { return };
    let file = files.entry(path).or_insert_with_key(|path| FileReads {
        path: path.clone(),
        digest,
        reads: 0,
        sent_bytes: 0,
        saved_bytes: 0,
        last: UnixMillis(0),
    });
    file.digest = digest;
    file.reads += 1;
    file.sent_bytes = file.sent_bytes.saturating_add(sent_bytes);
    file.saved_bytes = file.saved_bytes.saturating_add(saved_bytes);
    file.last = file.last.max(time);
}
