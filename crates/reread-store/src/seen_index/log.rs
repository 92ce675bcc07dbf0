//! The log of showings, and what of it is in memory.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::Arc;

use cap_std::fs::Dir;
use reread_text::Digest;

use super::SeenSnapshot;
use super::row::{HEADER, parse, render};
use crate::kept_file::KeptFile;
use crate::lock;
use crate::private;
use crate::temp_file::TempFile;

const NAME: &str = "shown";

/// Beyond this the older half is forgotten: some thousands of showings.
const LONG: u64 = 1 << 20;

/// Versions of one file.
const LONGEST_LIST: usize = 32;

/// The log, read up to some place.
#[derive(Debug)]
pub(super) struct Log {
    file: Arc<KeptFile>,
    /// The end of the last whole line that was read.
    read_to: u64,
    /// Newest last.
    lists: HashMap<Digest, Vec<SeenSnapshot>>,
    /// Whether it begins like something else, so that nothing in it counts.
    is_foreign: bool,
}

impl Log {
    /// Opens the log and reads it.
    pub(super) fn open(cache: &Dir) -> io::Result<Self> {
        let file = Arc::new(KeptFile::new(NAME, private::open_append(cache, NAME)?)?);
        let size = file.file.metadata()?.len();
        let mut log = Self { file, read_to: 0, lists: HashMap::new(), is_foreign: false };
        log.read_on(size)?;
        Ok(log)
    }

    /// The same log with what was added since; none if the name leads to another one by now, or it was cut.
    pub(super) fn caught_up(mut self, cache: &Dir) -> io::Result<Option<Self>> {
        match self.file.size_in_place(cache) {
            Some(size) if size == self.read_to => Ok(Some(self)),
            Some(size) if size > self.read_to => self.read_on(size).map(|()| Some(self)),
            Some(_) | None => Ok(None),
        }
    }

    /// What was shown of a file, newest first.
    pub(super) fn of_file(&self, file_key: &Digest) -> Vec<SeenSnapshot> {
        self.lists.get(file_key).into_iter().flatten().rev().copied().collect()
    }

    pub(super) fn is_long(&self) -> bool {
        self.read_to > LONG
    }

    /// Adds what `next` makes of the latest showing of a file, and returns the one that is the latest then. No other process
    /// adds anything in between. `None` if the name leads to another log by now.
    pub(super) fn append(
        &mut self,
        cache: &Dir,
        file_key: &Digest,
        next: impl FnOnce(Option<SeenSnapshot>) -> io::Result<Option<SeenSnapshot>>,
    ) -> io::Result<Option<SeenSnapshot>> {
        let kept = Arc::clone(&self.file);
        let mut file = &kept.file;
        let _held = lock::exclusive(file)?;
        let Some(mut size) = kept.size_in_place(cache) else { return Ok(None) };
        self.read_on(size)?;
        if self.is_foreign {
            file.set_len(0)?;
            (size, self.is_foreign) = (0, false);
        }
        let latest = self.lists.get(file_key).and_then(|list| list.last()).copied();
        let Some(seen) = next(latest)? else { return Ok(latest) };
        let mut added = String::new();
        if size == 0 {
            added.push_str(HEADER);
        } else if size > self.read_to {
            // A writer died in the middle of a line. What is left of it counts for nothing.
            added.push('\n');
        }
        added.push_str(&render(file_key, &seen));
        file.write_all(added.as_bytes()).inspect_err(|_| {
            // If even this fails, the next writer finds the unfinished line.
            let _ = file.set_len(size);
        })?;
        self.read_to = size + added.len() as u64;
        self.add(*file_key, seen);
        Ok(Some(seen))
    }

    /// Puts a log with the newer half of the lines in place of this one.
    pub(super) fn shorten(&self, cache: &Dir, temps: &Dir) -> io::Result<()> {
        let file = &self.file.file;
        let _held = lock::exclusive(file)?;
        let Some(size) = self.file.size_in_place(cache) else { return Ok(()) };
        let newer = read_from(file, size / 2, size)?;
        let first = newer.iter().position(|byte| *byte == b'\n').map_or(newer.len(), |end| end + 1);
        let bytes = [HEADER.as_bytes(), &newer[first..]].concat();
        TempFile::write(temps, &bytes)?.replace(cache, NAME)
    }

    fn read_on(&mut self, size: u64) -> io::Result<()> {
        if size == self.read_to {
            return Ok(());
        }
        // Whatever stands under the name, no more is read of it than a log ever has.
        let added = read_from(&self.file.file, self.read_to, size.min(self.read_to + 2 * LONG))?;
        if self.read_to == 0 && !added.starts_with(HEADER.as_bytes()) {
            self.is_foreign = true;
            return Ok(());
        }
        let Some(end) = added.iter().rposition(|byte| *byte == b'\n') else { return Ok(()) };
        for (file_key, seen) in added[..end].split(|byte| *byte == b'\n').filter_map(parse) {
            self.add(file_key, seen);
        }
        self.read_to += end as u64 + 1;
        Ok(())
    }

    fn add(&mut self, file_key: Digest, seen: SeenSnapshot) {
        let list = self.lists.entry(file_key).or_default();
        // Showings are told apart by numbers that rise; one that does not is not ours.
        if list.last().is_none_or(|latest| latest.generation < seen.generation) {
            list.push(seen);
        }
        if list.len() > LONGEST_LIST {
            list.remove(0);
        }
    }
}

/// The bytes of an open file between two places, as far as they are there.
fn read_from(mut file: &File, start: u64, end: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(end.saturating_sub(start)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
