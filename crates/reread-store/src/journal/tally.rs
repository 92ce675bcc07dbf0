//! How often each file was read, and what that saved, as far as the journal goes back.

use std::collections::BTreeMap;
use std::io;

use reread_text::Digest;

use super::segments::Segment;
use super::{CallOutcome, JOURNAL, Journal, JournalEntry, JournalError, Record, UnixMillis, at};
use crate::private;

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
        self.count_reads(&mut files).map_err(at(JOURNAL))?;
        Ok(files.into_values().collect())
    }

    fn count_reads(&self, files: &mut BTreeMap<String, FileReads>) -> io::Result<()> {
        for segment in Segment::all(&self.audit)? {
            JournalEntry::each_in(segment.open(&self.audit)?, |record| count(record, files))?;
        }
        match private::open_file(&self.audit, JOURNAL) {
            Ok(file) => JournalEntry::each_in(file, |record| count(record, files)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
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
