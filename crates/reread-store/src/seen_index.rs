//! Which versions of a file were shown, and in which order: where tags and the bases of diffs are looked up.
//!
//! It is a list of candidates and never evidence. One small file per key, replaced as a whole; a file that cannot be
//! understood is an empty list, and of two writers at the same moment one may be forgotten. Either makes tags unknown
//! and costs tokens.

use std::io::{self, Read as _};
use std::path::Path;
use std::time::{Duration, SystemTime};

use cap_std::fs::Dir;
use reread_text::Digest;

use crate::private;
use crate::state_dir::{StateError, TEMPS, enter};
use crate::temp_file::TempFile;

/// One showing of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// Rises with each version that is shown after another one, by steps that nobody can foresee.
    pub generation: u64,
    /// How many lines the version has.
    pub total_lines: u64,
    /// Which version.
    pub digest: Digest,
}

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
const HEADER: &str = "reread seen 2\n";
const LONGEST_LIST: usize = 32;
/// Two numbers, a digest, and what stands between them.
const LONGEST_LINE: usize = 20 + 1 + 20 + 1 + 65;

impl SeenIndex {
    pub(crate) fn within(cache: &Dir, path: &Path) -> Result<Self, StateError> {
        Ok(Self {
            lists: enter(cache, SEEN.as_ref(), &path.join(SEEN))?,
            temps: enter(cache, TEMPS.as_ref(), &path.join(TEMPS))?,
        })
    }

    /// Notes that this version is shown now, and says under which generation. The same version again is the same
    /// generation, as long as no other was shown in between; the oldest beyond 32 is forgotten.
    pub fn record(&self, file_key: &Digest, digest: &Digest, total_lines: u64) -> Result<Seen, SeenError> {
        self.put_first(&file_key.to_string(), digest, total_lines)
            .map_err(|source| SeenError { file_key: *file_key, source })
    }

    /// What was shown of the file, newest first, at most 32. Whoever asks uses the list, so that it is not pruned.
    pub fn versions(&self, file_key: &Digest) -> Vec<Seen> {
        self.read(&file_key.to_string()).unwrap_or_default()
    }

    /// Forgets files of which nothing was recorded and nobody asked for that long, and says how many.
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

    fn put_first(&self, name: &str, digest: &Digest, total_lines: u64) -> io::Result<Seen> {
        let mut list = self.read(name).unwrap_or_default();
        let generation = match list.first() {
            Some(latest) if latest.digest == *digest => return Ok(*latest),
            // A record that was lost must not be made again under its old number: its tags would come back to life.
            Some(latest) => latest.generation.saturating_add(1 + u64::from(getrandom::u32()?)),
            None => getrandom::u64()? >> 1,
        };
        let seen = Seen { generation, total_lines, digest: *digest };
        list.insert(0, seen);
        list.truncate(LONGEST_LIST);
        TempFile::write(&self.temps, render(&list).as_bytes())?.replace(&self.lists, name)?;
        Ok(seen)
    }

    fn read(&self, name: &str) -> Option<Vec<Seen>> {
        let longest = (HEADER.len() + LONGEST_LIST * LONGEST_LINE) as u64;
        let file = private::open_file(&self.lists, name).ok()?;
        let mut bytes = Vec::with_capacity(4096);
        (&file).take(longest + 1).read_to_end(&mut bytes).ok()?;
        // A use that cannot be noted is still a use: at worst the list is pruned early.
        let _ = private::touch(&file);
        parse(&bytes)
    }
}

fn render(list: &[Seen]) -> String {
    let lines = list.iter().map(|seen| format!("{} {} {}\n", seen.generation, seen.total_lines, seen.digest));
    HEADER.to_owned() + &lines.collect::<String>()
}

fn parse(bytes: &[u8]) -> Option<Vec<Seen>> {
    let lines = std::str::from_utf8(bytes).ok()?.strip_prefix(HEADER)?;
    let list: Vec<Seen> = lines.split_inclusive('\n').map(parse_line).collect::<Option<_>>()?;
    let falls = list.windows(2).all(|pair| pair[0].generation > pair[1].generation);
    (falls && list.len() <= LONGEST_LIST).then_some(list)
}

fn parse_line(line: &str) -> Option<Seen> {
    let mut words = line.strip_suffix('\n')?.split(' ');
    let generation = words.next()?.parse().ok()?;
    let total_lines = words.next()?.parse().ok()?;
    let digest = words.next()?.parse().ok()?;
    words.next().is_none().then_some(Seen { generation, total_lines, digest })
}

#[cfg(test)]
mod tests;
