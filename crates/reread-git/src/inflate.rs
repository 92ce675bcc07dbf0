//! Inflating a stretch of a file whose inflated length is known, or soon will be.

use std::fs::File;
use std::io;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use reread_disk::fill_at;

/// How much is read from the file at a time.
const CHUNK: usize = 16 * 1024;

/// Why bytes could not be inflated.
#[derive(Debug)]
pub(crate) enum Stuck {
    /// They are not what was announced.
    Malformed,
    Io(io::Error),
}

/// A zlib stream in a file, from an offset on. Its checksum is not looked at: objects are checked by their names.
pub(crate) struct Inflating<'a> {
    file: &'a File,
    offset: u64,
    decoder: Box<DecompressorOxide>,
    input: Vec<u8>,
    used: usize,
    at_end: bool,
    output: Vec<u8>,
    filled: usize,
}

impl<'a> Inflating<'a> {
    pub(crate) fn new(file: &'a File, offset: u64) -> Self {
        let decoder = Box::new(DecompressorOxide::new());
        let (input, output) = (Vec::new(), Vec::new());
        Self { file, offset, decoder, input, used: 0, at_end: false, output, filled: 0 }
    }

    /// The first bytes: so many, or fewer if there are no more.
    pub(crate) fn start(&mut self, length: usize) -> Result<&[u8], Stuck> {
        self.fill(length)?;
        Ok(&self.output[..self.filled])
    }

    /// Everything, which must be exactly so many bytes.
    pub(crate) fn whole(mut self, length: usize) -> Result<Vec<u8>, Stuck> {
        // One byte more than there should be shows that there are no more.
        self.fill(length.checked_add(1).ok_or(Stuck::Malformed)?)?;
        self.output.truncate(self.filled);
        if self.at_end && self.output.len() == length { Ok(self.output) } else { Err(Stuck::Malformed) }
    }

    /// Inflates until so many bytes are there or the stream ends.
    fn fill(&mut self, length: usize) -> Result<(), Stuck> {
        if self.output.len() < length {
            self.output.resize(length, 0);
        }
        let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER
            | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF
            | inflate_flags::TINFL_FLAG_IGNORE_ADLER32;
        while !self.at_end && self.filled < self.output.len() {
            let has_more = self.refill()?;
            let flags = if has_more { flags | inflate_flags::TINFL_FLAG_HAS_MORE_INPUT } else { flags };
            let input = &self.input[self.used..];
            let (status, used, made) =
                decompress(&mut self.decoder, input, &mut self.output, self.filled, flags);
            self.used += used;
            self.filled += made;
            match status {
                TINFLStatus::Done => self.at_end = true,
                TINFLStatus::HasMoreOutput | TINFLStatus::NeedsMoreInput => {}
                _ => return Err(Stuck::Malformed),
            }
        }
        Ok(())
    }

    /// Reads on if everything was used up; whether there is input.
    fn refill(&mut self) -> Result<bool, Stuck> {
        if self.used == self.input.len() {
            self.input.resize(CHUNK, 0);
            let got = fill_at(self.file, &mut self.input, self.offset).map_err(Stuck::Io)?;
            self.input.truncate(got);
            self.offset = self.offset.checked_add(got as u64).ok_or(Stuck::Malformed)?;
            self.used = 0;
        }
        Ok(!self.input.is_empty())
    }
}
