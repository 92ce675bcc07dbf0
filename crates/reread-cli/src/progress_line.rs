//! The progress line of a long operation, on standard error; erased at the end.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use reread_files::{Progress, Watch};

use crate::clock::elapsed;

/// A faster operation shows no progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// The shortest time between two updates.
const APART: Duration = Duration::from_millis(100);

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
    let is_watched = io::stderr().is_terminal();
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
        // What was there before is overwritten by spaces, so that no escape sequence is needed.
        let old = self.shown.borrow().chars().count();
        // Standard error is closed: progress has no other place.
        let _ = write!(io::stderr().lock(), "\r{:old$}\r{words}", "");
        self.shown.replace(words);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.show(String::new());
    }
}

#[cfg(test)]
mod tests;
