//! The progress of a long read, on standard error.

use std::io::{self, IsTerminal as _, Read};

use crate::progress_line::ProgressLine;

/// A shorter session shows no progress.
const LONG: u64 = 50_000_000;

/// How many bytes go by between two words about a source that does not say how long it is.
const STEP: u64 = 10_000_000;

/// A reader that shows its progress if the input is long and standard error is a terminal.
pub(super) struct ProgressReader<R> {
    source: R,
    /// How long it is, if that is known.
    size: Option<u64>,
    read: u64,
    line: Option<ProgressLine>,
}

impl<R: Read> ProgressReader<R> {
    pub(super) fn new(source: R, size: Option<u64>) -> Self {
        let is_long = size.is_none_or(|size| size > LONG);
        let is_watched = is_long && io::stderr().is_terminal();
        Self { source, size, read: 0, line: is_watched.then(ProgressLine::default) }
    }

    fn words(&self) -> String {
        match self.size {
            Some(size) => {
                // A file may grow while it is read.
                let percent = u128::from(self.read.min(size)) * 100 / u128::from(size.max(1));
                format!("reading the session: {percent} % of {} MB", size / 1_000_000)
            }
            None if self.read > LONG => {
                format!("reading the session: {} MB", self.read / STEP * STEP / 1_000_000)
            }
            None => String::new(),
        }
    }
}

impl<R: Read> Read for ProgressReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.read += count as u64;
        if let Some(line) = &self.line {
            line.show(self.words());
        }
        Ok(count)
    }
}
