//! The exact bytes of a file, or of some of its lines, to a writer.

use std::fs::File;
use std::io::{self, Write};

use reread_access::{FileName, Located};
use reread_disk::{Enough, behind_newline, chunks, newlines};
use reread_text::{Digest, DigestBuilder};

use crate::read::{Extent, ReadError, extent_of};
use crate::reader::Reader;

/// What was copied.
#[derive(Clone, Debug)]
pub struct CopyReply {
    /// Which file it was.
    pub name: FileName,
    /// How many bytes.
    pub bytes: u64,
    /// The digest of exactly these bytes.
    pub digest: Digest,
}

impl Reader<'_> {
    /// Copies exact bytes, whatever they are, in bounded memory. Nothing is added, decoded or left out.
    ///
    /// What is written cannot be taken back, so a file that changes meanwhile is copied as it is found.
    pub fn copy(&self, name: &str, extent: Extent, out: &mut dyn Write) -> Result<CopyReply, ReadError> {
        let located = self.access.locate(name, extent != Extent::Whole)?;
        let extent = extent_of(&located, extent);
        let (start, end) = span(&located, extent)?;
        let mut digest = DigestBuilder::default();
        let mut bytes = 0;
        let mut failed: io::Result<()> = Ok(());
        chunks(&located.file, start, end, |chunk| {
            digest.update(chunk);
            bytes += chunk.len() as u64;
            failed = out.write_all(chunk);
            if failed.is_ok() { Enough::No } else { Enough::Yes }
        })
        .map_err(|source| located.io_error(source))?;
        failed.map_err(ReadError::Output)?;
        Ok(CopyReply { name: located.name, bytes, digest: digest.finish() })
    }
}

/// The bytes that an extent stands for.
fn span(located: &Located, extent: Extent) -> Result<(u64, u64), ReadError> {
    let size = located.facts.size;
    let past_end = |asked, last| ReadError::PastEnd { name: located.name.requested.clone(), asked, last };
    let offset = |line| offset_of(&located.file, size, line).map_err(|source| located.io_error(source));
    match extent {
        Extent::Whole | Extent::From(1) => Ok((0, size)),
        Extent::From(0) | Extent::First(0) | Extent::Last(0) => Err(ReadError::LineZero),
        Extent::Last(count) => {
            // Beyond every line, so that all of them are counted.
            let first = offset(u64::MAX)?.err().unwrap_or(0).saturating_sub(count) + 1;
            Ok((offset(first)?.unwrap_or(size), size))
        }
        Extent::FromByte(byte) if byte > size => {
            Err(ReadError::PastEndByte { name: located.name.requested.clone(), asked: byte, size })
        }
        Extent::FromByte(byte) => Ok((byte, size)),
        Extent::From(line) => offset(line)?.map(|start| (start, size)).map_err(|last| past_end(line, last)),
        Extent::First(count) => Ok((0, offset(count.saturating_add(1))?.unwrap_or(size))),
        Extent::Lines(range) => {
            let start = offset(range.first())?.map_err(|last| past_end(range.first(), last))?;
            let end = offset(range.last().saturating_add(1))?.unwrap_or(size);
            Ok((start, end))
        }
    }
}

/// Where a line begins, or how many lines there are if it does not exist.
fn offset_of(file: &File, size: u64, line: u64) -> io::Result<Result<u64, u64>> {
    let (mut position, mut seen, mut found, mut open_line) = (0, 0, None, 0);
    chunks(file, 0, size, |chunk| {
        // Behind the last line end of a file there is no further line.
        let start = behind_newline(chunk, line - 1 - seen).map(|at| position + at as u64);
        found = start.filter(|start| *start < size);
        if found.is_some() {
            return Enough::Yes;
        }
        position += chunk.len() as u64;
        seen += newlines(chunk);
        open_line = u64::from(!chunk.ends_with(b"\n"));
        Enough::No
    })?;
    Ok(found.ok_or(seen + open_line))
}
