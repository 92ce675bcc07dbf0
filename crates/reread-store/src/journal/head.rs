//! The head: number, size and hash of the journal after its last record.
//!
//! It has a fixed width and is rewritten in place under the lock. It spares an append from reading the journal, and it
//! remembers records that were cut off.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};

use cap_std::fs::Dir;
use reread_text::Digest;

use super::line::{FORMAT, Link};
use crate::private;

/// The end of the chain at some moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChainEnd {
    /// The number of the last record; 0 before the first.
    pub(super) seq: u64,
    /// The length of the journal in bytes.
    pub(super) size: u64,
    /// The hash of the last record; zeros before the first.
    pub(super) hash: Digest,
}

/// What a head file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeadFile {
    Empty,
    Damaged,
    Newer(u64),
    Known(ChainEnd),
}

const WIDTH: u64 = 109;

impl ChainEnd {
    /// Before the first record.
    pub(super) fn genesis() -> Self {
        let hash = "0".repeat(64).parse().expect("zeros are hex digits");
        Self { seq: 0, size: 0, hash }
    }

    /// Behind this record, in a file that holds nothing yet.
    pub(super) fn of(link: &Link) -> Self {
        Self { seq: link.seq, size: 0, hash: link.hash }
    }

    /// Writes it over another head.
    pub(super) fn write(&self, mut file: &File) -> io::Result<()> {
        file.seek(SeekFrom::Start(0))?;
        file.write_all(self.render().as_bytes())
    }

    /// Writes it over whatever is there.
    pub(super) fn write_alone(&self, file: &File) -> io::Result<()> {
        self.write(file)?;
        file.set_len(WIDTH)
    }

    pub(super) fn render(&self) -> String {
        format!("{FORMAT} {:020} {:020} {}\n", self.seq, self.size, self.hash)
    }
}

impl HeadFile {
    /// What the file with this name holds; a missing one is empty.
    pub(super) fn named(audit: &Dir, name: &str) -> io::Result<Self> {
        private::open_existing(audit, name)?.map_or(Ok(Self::Empty), |file| Self::read(&file))
    }

    pub(super) fn read(mut file: &File) -> io::Result<Self> {
        let mut bytes = [0; WIDTH as usize + 1];
        file.seek(SeekFrom::Start(0))?;
        let mut length = 0;
        // A head that is whole comes at once, and nothing is read to see that nothing follows.
        while length < WIDTH as usize {
            match file.read(&mut bytes[length..]) {
                Ok(0) => break,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Self::parse(&bytes[..length]))
    }

    fn parse(bytes: &[u8]) -> Self {
        if bytes.is_empty() {
            return Self::Empty;
        }
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Self::Damaged;
        };
        let mut fields = text.splitn(4, ' ');
        let mut number = || fields.next()?.parse::<u64>().ok();
        let Some(version) = number() else {
            return Self::Damaged;
        };
        if version > FORMAT {
            return Self::Newer(version);
        }
        let (Some(seq), Some(size)) = (number(), number()) else {
            return Self::Damaged;
        };
        let hash = fields.next().and_then(|rest| rest.strip_suffix('\n')).and_then(|hash| hash.parse().ok());
        match hash.map(|hash| ChainEnd { seq, size, hash }) {
            // What is not what would be written was not written by us.
            Some(head) if head.render() == text && seq < u64::MAX => Self::Known(head),
            Some(_) | None => Self::Damaged,
        }
    }
}

#[cfg(test)]
mod tests;
