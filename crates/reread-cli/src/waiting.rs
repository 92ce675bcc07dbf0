//! Somebody at a terminal who waits for a walk: one line on standard error that is gone afterwards.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal as _, Write as _};
use std::time::Duration;

use reread_files::{Progress, Watch};

use crate::setup::elapsed;

/// What is done sooner is done before anybody asks.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far apart two words are at least.
const APART: Duration = Duration::from_millis(100);

/// The line that is on the terminal.
#[derive(Default)]
struct Line {
    shown: RefCell<String>,
}

/// How many marks a bar has.
const BAR: u64 = 20;

/// Does work while somebody may be watching standard error, and is told in these words how far it is.
pub(crate) fn watched<T>(words: fn(Progress) -> String, work: impl FnOnce(Watch<'_>) -> T) -> T {
    let line = Line::default();
    let is_watched = io::stderr().is_terminal();
    let told = Cell::new(elapsed() + PATIENCE);
    let progress = |progress: Progress| {
        if is_watched && elapsed() >= told.get() {
            told.set(elapsed() + APART);
            line.show(words(progress));
        }
    };
    // Whoever wants no answer any more ends the process.
    work(Watch { is_cancelled: &|| false, progress: &progress })
}

/// Of a walk: how many files, and what came of them.
pub(crate) fn files_and_matches(progress: Progress) -> String {
    format!("{} files, {} matches", progress.files, progress.matches)
}

/// Of work that may know its end: a bar, or else how many files.
pub(crate) fn bar(progress: Progress) -> String {
    let Some(total) = progress.total.filter(|total| *total > 0) else {
        return format!("{} files", progress.files);
    };
    let done = (progress.files.min(total) * BAR / total) as usize;
    format!("[{:<width$}] {} of {total} files", "#".repeat(done), progress.files, width = BAR as usize)
}

impl Line {
    fn show(&self, words: String) {
        // What was there before is overwritten by spaces, so that no escape sequence is needed.
        let old = self.shown.borrow().chars().count();
        // With standard error gone there is nobody left to tell.
        let _ = write!(io::stderr().lock(), "\r{:old$}\r{words}", "");
        self.shown.replace(words);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if !self.shown.borrow().is_empty() {
            self.show(String::new());
        }
    }
}

#[cfg(test)]
mod tests;
