//! Where the bytes that are searched come from.

use std::fs::File;
use std::io;

use reread_disk::{Snapshot, fill_at};

/// An open file, or one that is in memory already.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ByteSource<'a> {
    /// An open file.
    File(&'a File),
    /// All of its bytes.
    Memory(&'a [u8]),
}

impl<'a> ByteSource<'a> {
    /// The snapshot of a file, if one was taken, or else the file.
    pub(crate) fn of(snapshot: Option<&'a Snapshot>, file: &'a File) -> Self {
        snapshot.map_or(ByteSource::File(file), |snapshot| ByteSource::Memory(&snapshot.bytes))
    }

    /// Fills `buffer` from `offset` on, as far as there is something; how many bytes it got.
    pub(crate) fn fill_at(self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            ByteSource::File(file) => fill_at(file, buffer, offset),
            ByteSource::Memory(bytes) => {
                let rest = usize::try_from(offset).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
                let count = rest.len().min(buffer.len());
                buffer[..count].copy_from_slice(&rest[..count]);
                Ok(count)
            }
        }
    }
}

impl<'a> From<&'a File> for ByteSource<'a> {
    fn from(file: &'a File) -> Self {
        ByteSource::File(file)
    }
}
