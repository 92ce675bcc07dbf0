//! Counters of what a session has been sent.
//!
//! The same calls in the same order give the same numbers. Counters never decrease and saturate at `u64::MAX`.

use crate::ReplyCost;

/// The counters of a session. A marker or a diff counts as an answer, with the lines that it sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Reads that were answered.
    pub reads_count: u64,
    /// The lines of those answers.
    pub reads_lines_total: u64,
    /// The characters of those answers.
    pub reads_chars_total: u64,
    /// Searches that were answered.
    pub search_count: u64,
    /// Reads that were answered after a search of the same session.
    pub reads_after_search: u64,
    /// The most lines in one answer to a read.
    pub max_read_span: u64,
    /// Answers, of any tool, that a limit made shorter.
    pub preview_degraded_count: u64,
    /// Warnings that a target seems unrelated.
    pub low_relevance_count: u64,
}

impl Metrics {
    /// Counts an answer to a read.
    pub fn count_read(&mut self, cost: ReplyCost, is_degraded: bool) {
        let sum = ReplyCost { lines: self.reads_lines_total, chars: self.reads_chars_total }.plus(cost);
        self.reads_count = self.reads_count.saturating_add(1);
        self.reads_lines_total = sum.lines;
        self.reads_chars_total = sum.chars;
        self.reads_after_search = self.reads_after_search.saturating_add(u64::from(self.search_count > 0));
        self.max_read_span = self.max_read_span.max(cost.lines);
        self.count_degraded(is_degraded);
    }

    /// Counts an answer to a search.
    pub fn count_search(&mut self, is_degraded: bool) {
        self.search_count = self.search_count.saturating_add(1);
        self.count_degraded(is_degraded);
    }

    /// Counts a warning that a target seems unrelated.
    pub fn count_low_relevance(&mut self) {
        self.low_relevance_count = self.low_relevance_count.saturating_add(1);
    }

    /// Counts an answer to any other call, if a limit made it shorter.
    pub fn count_degraded(&mut self, is_degraded: bool) {
        self.preview_degraded_count = self.preview_degraded_count.saturating_add(u64::from(is_degraded));
    }

    /// The share of reads that came after a search, from 0 to 1; 0 without reads.
    pub fn read_after_search_ratio(&self) -> f64 {
        ratio(self.reads_after_search, self.reads_count)
    }

    /// The mean number of lines in an answer to a read; 0 without reads.
    pub fn avg_read_span(&self) -> f64 {
        ratio(self.reads_lines_total, self.reads_count)
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests;
