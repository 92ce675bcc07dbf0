//! How often each file was read, and what that saved, as far as the journal goes back.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Read as _};

use reread_text::Digest;
use serde::Deserialize;

use super::line::{LONGEST_LINE, unseal};
use super::{JOURNAL, Journal, JournalError, UnixMillis, at};
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
        let file = match private::open_file(&self.audit, JOURNAL) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(at(JOURNAL)(error)),
        };
        let mut files = BTreeMap::new();
        let mut rest = BufReader::with_capacity(64 << 10, file);
        let mut line = Vec::new();
        loop {
            line.clear();
            rest.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(at(JOURNAL))?;
            // An unfinished line is no record, and one of any length is none of ours.
            let Some(line) = line.strip_suffix(b"\n") else { break };
            count(line, &mut files);
        }
        Ok(files.into_values().collect())
    }
}

fn count(line: &[u8], files: &mut BTreeMap<String, FileReads>) -> Option<()> {
    #[derive(Deserialize)]
    struct Fields {
        time: u64,
        outcome: String,
        path: String,
        digest: Option<String>,
        sent_bytes: u64,
        saved_bytes: i64,
        redacted: Option<u64>,
    }

    let fields: Fields = serde_json::from_slice(line).ok()?;
    let is_whole = fields.redacted.is_none() || !fields.path.contains("[redacted:");
    if fields.outcome != "ok" || !is_whole {
        return None;
    }
    unseal(line).ok()?;
    let digest = fields.digest.and_then(|digest| digest.parse().ok());
    let file = files.entry(fields.path).or_insert_with_key(|path| FileReads {
        path: path.clone(),
        digest,
        reads: 0,
        sent_bytes: 0,
        saved_bytes: 0,
        last: UnixMillis(0),
    });
    file.digest = digest;
    file.reads += 1;
    file.sent_bytes = file.sent_bytes.saturating_add(fields.sent_bytes);
    file.saved_bytes = file.saved_bytes.saturating_add(fields.saved_bytes);
    file.last = file.last.max(UnixMillis(fields.time));
    Some(())
}
