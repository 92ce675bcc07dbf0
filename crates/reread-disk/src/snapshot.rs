//! The bytes of one file at one moment.

use std::fs::File;
use std::io;

use reread_text::{Digest, DigestBuilder, LineCounter, count_lines};

use crate::portion::{Selection, Slice};
use crate::shared_bytes::SharedBytes;
use crate::steady::{Enough, chunks, read_all};

/// A whole file in memory, named by its digest.
#[derive(Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// All bytes of the file.
    pub bytes: SharedBytes,
    /// SHA-256 of the bytes.
    pub digest: Digest,
    /// How many lines they are; a last line without line end counts.
    pub total_lines: u64,
}

impl Snapshot {
    /// Reads at most `size` bytes, the size the file had when it was opened.
    pub fn take(file: &File, size: u64) -> io::Result<Self> {
        let mut bytes = Vec::new();
        read_all(file, size, &mut bytes)?;
        let digest = Digest::of(&bytes);
        let total_lines = count_lines(&bytes);
        Ok(Self { bytes: bytes.into(), digest, total_lines })
    }

    /// The part that is wanted, at most `keep` bytes of it.
    pub fn slice(&self, wanted: Selection, keep: u64) -> Slice {
        Slice::of(&self.bytes, wanted, keep)
    }
}

/// Digest and length of a file that is not kept: enough to say "unchanged".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// SHA-256 of all bytes.
    pub digest: Digest,
    /// How many lines they are; a last line without line end counts.
    pub total_lines: u64,
}

impl Fingerprint {
    /// Reads the file once through a small buffer.
    pub fn take(file: &File, size: u64) -> io::Result<Self> {
        let mut digest = DigestBuilder::default();
        let mut lines = LineCounter::default();
        chunks(file, 0, size, |chunk| {
            digest.update(chunk);
            lines.push(chunk);
            Enough::No
        })?;
        Ok(Self { digest: digest.finish(), total_lines: lines.lines() })
    }
}
