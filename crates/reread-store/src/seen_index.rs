//! Which snapshots were ever shown for a file: where the base of a diff is looked up.
//!
//! It is a list of candidates and never evidence. One small file per key, replaced as a whole; a file that cannot be
//! understood is an empty list, and of two writers at the same moment one may be forgotten. Either costs tokens.

use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use cap_std::fs::Dir;
use reread_text::Digest;

use crate::private;
use crate::state_dir::{StateError, TEMPS, enter};
use crate::temp_file::TempFile;

/// The lists, one per file key.
#[derive(Debug)]
pub struct SeenIndex {
    lists: Dir,
    temps: Dir,
}

/// Why a digest was not recorded.
#[derive(Debug, thiserror::Error)]
#[error("cannot record what was seen of {file_key}")]
pub struct SeenError {
    /// The file, by its key.
    pub file_key: Digest,
    /// What the system said.
    pub source: io::Error,
}

const SEEN: &str = "seen";
const HEADER: &str = "reread seen 1\n";
const LONGEST_LIST: usize = 32;
const LINE: usize = 65;

impl SeenIndex {
    pub(crate) fn within(cache: &Dir, path: &Path) -> Result<Self, StateError> {
        Ok(Self {
            lists: enter(cache, SEEN.as_ref(), &path.join(SEEN))?,
            temps: enter(cache, TEMPS.as_ref(), &path.join(TEMPS))?,
        })
    }

    /// Puts the digest first in the file's list; the oldest beyond 32 is forgotten.
    pub fn record(&self, file_key: &Digest, digest: &Digest) -> Result<(), SeenError> {
        self.put_first(&file_key.to_string(), digest)
            .map_err(|source| SeenError { file_key: *file_key, source })
    }

    /// The digests recorded for the file, newest first, at most 32.
    pub fn digests(&self, file_key: &Digest) -> Vec<Digest> {
        self.read(&file_key.to_string()).unwrap_or_default()
    }

    /// Forgets files of which nothing was recorded for that long, and says how many.
    pub fn prune(&self, unused_for: Duration, now: SystemTime) -> u64 {
        let Ok(entries) = self.lists.entries() else {
            return 0;
        };
        let mut removed = 0;
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let Ok(modified) = entry.metadata().and_then(|metadata| metadata.modified()) else { continue };
            let unused = now.duration_since(modified.into_std()).is_ok_and(|age| age >= unused_for);
            let ours = name.parse::<Digest>().is_ok();
            removed += u64::from(ours && unused && self.lists.remove_file(&name).is_ok());
        }
        removed
    }

    fn put_first(&self, name: &str, digest: &Digest) -> io::Result<()> {
        let mut digests = self.read(name).unwrap_or_default();
        if digests.first() == Some(digest) {
            return private::touch(&private::open_file(&self.lists, name)?);
        }
        digests.retain(|old| old != digest);
        digests.insert(0, *digest);
        digests.truncate(LONGEST_LIST);
        TempFile::write(&self.temps, render(&digests).as_bytes())?.replace(&self.lists, name)
    }

    fn read(&self, name: &str) -> Option<Vec<Digest>> {
        let longest = HEADER.len() + LONGEST_LIST * LINE;
        parse(&private::read_small(&self.lists, name, longest as u64).ok()??)
    }
}

fn render(digests: &[Digest]) -> String {
    let mut text = String::from(HEADER);
    for digest in digests {
        text.push_str(&digest.to_string());
        text.push('\n');
    }
    text
}

fn parse(bytes: &[u8]) -> Option<Vec<Digest>> {
    let lines = std::str::from_utf8(bytes).ok()?.strip_prefix(HEADER)?;
    if lines.len() > LONGEST_LIST * LINE {
        return None;
    }
    lines.split_inclusive('\n').map(|line| line.strip_suffix('\n')?.parse().ok()).collect()
}

#[cfg(test)]
mod tests;
