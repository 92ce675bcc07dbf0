//! The newlines of a file from its end towards its start, in bounded memory.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

/// Yields the offset of each newline, last one first.
pub(super) struct Newlines<'f> {
    file: &'f File,
    block: Vec<u8>,
    /// Where in the file `block` begins. What follows `block` has been looked at.
    start: u64,
}

const BLOCK: u64 = 16 << 10;

impl<'f> Newlines<'f> {
    /// Looks at the bytes before `end`.
    pub(super) fn before(file: &'f File, end: u64) -> Self {
        Self { file, block: Vec::new(), start: end }
    }

    fn step_back(&mut self) -> io::Result<()> {
        let length = self.start.min(BLOCK);
        self.start -= length;
        let mut file = self.file;
        file.seek(SeekFrom::Start(self.start))?;
        self.block.clear();
        file.take(length).read_to_end(&mut self.block)?;
        Ok(())
    }
}

impl Iterator for Newlines<'_> {
    type Item = io::Result<u64>;

    fn next(&mut self) -> Option<io::Result<u64>> {
        loop {
            if let Some(at) = self.block.iter().rposition(|&byte| byte == b'\n') {
                self.block.truncate(at);
                return Some(Ok(self.start + at as u64));
            }
            if self.start == 0 {
                return None;
            }
            if let Err(error) = self.step_back() {
                self.start = 0;
                return Some(Err(error));
            }
        }
    }
}

#[cfg(test)]
mod tests;
