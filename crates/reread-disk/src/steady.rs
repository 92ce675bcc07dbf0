//! Reading an open file without mixing two versions of it.
//!
//! The size is taken at the start and nothing beyond it is read, so a file that grows cannot hold a reader.
//! Size and times are taken again at the end: if another process wrote meanwhile, the reading is discarded and
//! tried again, and after a few tries it is kept but flagged. Nothing is memory-mapped: a file cut short by
//! another process would kill this one.
//!
//! A file that was written a moment ago is read until two readings agree, since its times may stand for a write that
//! has not ended yet.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::facts::FileFacts;

/// How often a reading is tried before it is kept as it is.
const TRIES: u32 = 3;

/// A write stamps the file when it begins, not when it ends. A stamp that is younger than this may belong to a write
/// that is still going on, and only a second reading tells.
const FRESH: Duration = Duration::from_millis(250);

/// How far apart two readings of a fresh file are.
const PAUSE: Duration = Duration::from_millis(3);

/// Bytes taken at a time when a file is not kept whole; larger pieces are not faster and leave the cache.
pub const CHUNK: usize = 64 * 1024;

/// What was read, and whether another process wrote meanwhile.
#[derive(Debug)]
pub struct Steady<T> {
    /// What the last reading gave.
    pub value: T,
    /// Whether the file was still being written at the last try, so that the value may mix two versions.
    pub changed_during_read: bool,
}

/// Runs a reading of `file` until no write fell into it, a few times at most.
pub fn steadily<T: PartialEq>(
    file: &File,
    mut reading: impl FnMut(u64) -> io::Result<T>,
) -> io::Result<Steady<T>> {
    let mut before = FileFacts::of(file)?;
    let mut earlier: Option<T> = None;
    for _ in 0..TRIES {
        if earlier.is_some() && is_fresh(&before) {
            // A writer that was interrupted in the middle gets a chance to finish.
            std::thread::sleep(PAUSE);
        }
        let value = reading(before.size)?;
        let after = FileFacts::of(file)?;
        let is_quiet = after.stamp == before.stamp;
        if is_quiet && (!is_fresh(&before) || earlier.as_ref() == Some(&value)) {
            return Ok(Steady { value, changed_during_read: false });
        }
        before = after;
        earlier = Some(value);
    }
    let value = earlier.expect("at least one reading was tried");
    Ok(Steady { value, changed_during_read: true })
}

/// Whether the file was written a moment ago, or in the future, as far as the clock can tell.
#[expect(clippy::disallowed_methods, reason = "only the clock can tell whether a stamp is young")]
pub fn is_fresh(facts: &FileFacts) -> bool {
    let modified = u64::try_from(facts.modified_unix_ms).map(Duration::from_millis).unwrap_or_default();
    SystemTime::now().duration_since(UNIX_EPOCH + modified).map_or(true, |age| age < FRESH)
}

/// Fills `buffer` from `offset` on, as far as the file goes; how many bytes it got.
pub fn fill_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read_at(&mut buffer[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Reads at most `size` bytes, the size that the file had when it was opened, into a memory that is used again.
pub fn read_all(file: &File, size: u64, memory: &mut Vec<u8>) -> io::Result<()> {
    memory.resize(usize::try_from(size).map_err(io::Error::other)?, 0);
    let filled = fill_at(file, memory, 0)?;
    memory.truncate(filled);
    Ok(())
}

/// Hands over the bytes from `start` to `end` chunk by chunk, until `each` says that it has enough.
pub fn chunks(file: &File, start: u64, end: u64, mut each: impl FnMut(&[u8]) -> Enough) -> io::Result<()> {
    let mut buffer = vec![0; CHUNK.min(usize::try_from(end.saturating_sub(start)).unwrap_or(CHUNK)).max(1)];
    let mut offset = start;
    while offset < end {
        let wanted = buffer.len().min(usize::try_from(end - offset).unwrap_or(usize::MAX));
        let count = fill_at(file, &mut buffer[..wanted], offset)?;
        if count == 0 || each(&buffer[..count]) == Enough::Yes {
            return Ok(());
        }
        offset += count as u64;
    }
    Ok(())
}

/// Whether a reader of chunks wants more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Enough {
    /// The reader stops here.
    Yes,
    /// The reader takes the next chunk.
    No,
}

#[cfg(test)]
mod tests;
