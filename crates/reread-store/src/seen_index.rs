//! Which versions of a file were shown, and in which order: where tags and the bases of diffs are looked up.
//!
//! It is a list of candidates and never evidence. One log for all files: a showing is one line at its end, so that it
//! costs no file of its own, and a lookup reads only what was added since the last time. What cannot
//! be understood counts for nothing, and the oldest showings are forgotten once the log is long. Either makes tags
//! unknown and costs tokens.

mod log;
mod row;

use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use cap_std::fs::Dir;
use reread_text::Digest;

use crate::own_directory::{TEMPS, enter};
use crate::state_error::StateError;
use log::Log;

/// A snapshot that was shown for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenSnapshot {
    /// Rises with each version that is shown after another one, by random steps.
    pub generation: u64,
    /// How many lines the version has.
    pub total_lines: u64,
    /// Which version.
    pub digest: Digest,
}

/// The result of recording a snapshot that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenUpdate {
    /// The version that is shown.
    pub seen: SeenSnapshot,
    /// Whether another one was shown of the file before.
    pub is_change: bool,
}

/// The showings, by file.
#[derive(Debug)]
pub struct SeenIndex {
    cache: Dir,
    temps: Dir,
    /// Open since it was first asked for.
    log: Mutex<Option<Log>>,
}

/// Why a digest was not recorded.
#[derive(Debug, thiserror::Error)]
#[error("cannot record what was seen of {file_key}")]
pub struct SeenError {
    /// Identifies the file without naming it.
    pub file_key: Digest,
    /// What the system said.
    pub source: io::Error,
}

impl SeenIndex {
    pub(crate) fn within(cache: Dir, path: &Path) -> Result<Self, StateError> {
        let temps = enter(&cache, TEMPS.as_ref(), &path.join(TEMPS))?;
        Ok(Self { cache, temps, log: Mutex::new(None) })
    }

    /// Reads the log, so that the first showing need not wait for that. A failure shows again when something is recorded.
    pub fn prepare(&self) {
        let mut kept = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = self.current(&mut kept);
    }

    /// Notes that this version is shown now, and says under which generation. The same version again is the same
    /// generation, as long as no other was shown in between; of a file, the oldest beyond 32 is forgotten.
    pub fn record(
        &self,
        file_key: &Digest,
        digest: &Digest,
        total_lines: u64,
    ) -> Result<SeenUpdate, SeenError> {
        self.put_first(file_key, digest, total_lines)
            .map_err(|source| SeenError { file_key: *file_key, source })
    }

    /// What was shown of the file, newest first, at most 32.
    pub fn versions(&self, file_key: &Digest) -> Vec<SeenSnapshot> {
        let mut kept = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        self.current(&mut kept).map(|log| log.of_file(file_key)).unwrap_or_default()
    }

    /// The log as it is now.
    fn current<'l>(&self, kept: &'l mut Option<Log>) -> io::Result<&'l mut Log> {
        // What fails in the middle is read anew.
        let known = kept.take().and_then(|log| log.caught_up(&self.cache).ok().flatten());
        Ok(kept.insert(match known {
            Some(log) => log,
            None => Log::open(&self.cache)?,
        }))
    }

    fn put_first(&self, file_key: &Digest, digest: &Digest, total_lines: u64) -> io::Result<SeenUpdate> {
        let mut kept = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..LOST_RACES {
            let log = self.current(&mut kept)?;
            let mut is_change = false;
            let seen = log.append(&self.cache, file_key, |latest| {
                is_change = latest.is_some_and(|latest| latest.digest != *digest);
                next(latest, digest, total_lines)
            })?;
            let Some(seen) = seen else { continue };
            if log.is_long() {
                // The next call finds another file under the name, and reads that.
                log.shorten(&self.cache, &self.temps)?;
                *kept = None;
            }
            return Ok(SeenUpdate { seen, is_change });
        }
        Err(io::Error::other("the log of what was shown is replaced again and again"))
    }
}

/// How often another process may replace the log between two looks at it.
const LOST_RACES: usize = 16;

/// The showing to be recorded after the latest one; none if that is it.
fn next(latest: Option<SeenSnapshot>, digest: &Digest, total_lines: u64) -> io::Result<Option<SeenSnapshot>> {
    let generation = match latest {
        Some(latest) if latest.digest == *digest => return Ok(None),
        // A record that was lost must not be made again under its old number: its tags would come back to life.
        Some(latest) => latest.generation + 1 + u64::from(getrandom::u32()?),
        None => getrandom::u64()? >> 1,
    };
    Ok(Some(SeenSnapshot { generation, total_lines, digest: *digest }))
}
