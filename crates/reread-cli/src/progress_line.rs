//! The progress line of a long operation, on standard error; erased at the end.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};
use std::time::Duration;

use reread_files::{Progress, Watch};

use crate::clock::elapsed;
use crate::output::overwrite_message;
use crate::terminal::is_stderr_terminal;

/// A faster operation shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// The shortest time between two updates.
const APART: Duration = Duration::from_millis(100);

/// A shorter session shows no progress.
const LONG_SESSION: u64 = 50_000_000;

/// How many bytes go by between two words about a source that does not say how long it is.
const STEP: u64 = 10_000_000;

/// The line as it is on the terminal now. It is erased when the value is dropped.
#[derive(Default)]
pub(crate) struct ProgressLine {
    shown: RefCell<String>,
}

/// How many marks a bar has.
const BAR: u64 = 20;

/// Runs `work` and shows its progress if standard error is a terminal. `words` formats it.
pub(crate) fn watched<T>(words: fn(Progress) -> String, work: impl FnOnce(Watch<'_>) -> T) -> T {
    let line = ProgressLine::default();
    let is_watched = is_stderr_terminal();
    let next_update = Cell::new(elapsed() + PATIENCE);
    let progress = |progress: Progress| {
        if is_watched && elapsed() >= next_update.get() {
            next_update.set(elapsed() + APART);
            line.show(words(progress));
        }
    };
    // A user who wants to cancel ends the process.
    work(Watch { is_cancelled: &|| false, progress: &progress })
}

/// Progress of a walk: files and matches.
pub(crate) fn files_and_matches(progress: Progress) -> String {
    format!("{} files, {} matches", progress.files, progress.matches)
}

/// A bar if the total is known, otherwise the number of files.
pub(crate) fn bar(progress: Progress) -> String {
    let Some(total) = progress.total.filter(|total| *total > 0) else {
        return format!("{} files", progress.files);
    };
    let done = (progress.files.min(total) * BAR / total) as usize;
    format!("[{:<width$}] {} of {total} files", "#".repeat(done), progress.files, width = BAR as usize)
}

impl ProgressLine {
    /// Shows these words in place of the former ones.
    pub(crate) fn show(&self, words: String) {
        if words == *self.shown.borrow() {
            return;
        }
        overwrite_message(&self.shown.borrow(), &words);
        self.shown.replace(words);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.show(String::new());
    }
}

/// A reader that shows its progress if the input is long and standard error is a terminal.
pub(crate) struct ProgressReader<R> {
    source: R,
    /// How long it is, if that is known.
    size: Option<u64>,
    read: u64,
    line: Option<ProgressLine>,
}

impl<R: Read> ProgressReader<R> {
    pub(crate) fn new(source: R, size: Option<u64>) -> Self {
        let is_long = size.is_none_or(|size| size > LONG_SESSION);
        let is_watched = is_long && is_stderr_terminal();
        Self { source, size, read: 0, line: is_watched.then(ProgressLine::default) }
    }

    fn words(&self) -> String {
        match self.size {
            Some(size) => {
                // A file may grow while it is read.
                let percent = u128::from(self.read.min(size)) * 100 / u128::from(size.max(1));
                format!("reading the session: {percent} % of {} MB", size / 1_000_000)
            }
            None if self.read > LONG_SESSION => {
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

#[cfg(test)]
mod tests;
