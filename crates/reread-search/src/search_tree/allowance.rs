//! How many of the best files a search can afford to take apart: parsing takes a hundred times as long as searching.

use reread_code::{Language, has_names};
use reread_path::RootedPath;

/// How many files are taken apart at the most.
pub(super) const MOST_STUDIED: usize = 32;

/// How many bytes they have together, unless the best alone has more.
pub(super) const MOST_BYTES: u64 = 24 * 1024;

/// What is left for the next of the files.
#[derive(Debug)]
pub(super) struct Allowance {
    bytes: u64,
    files: usize,
    left_out: u64,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { bytes: MOST_BYTES, files: MOST_STUDIED, left_out: 0 }
    }
}

impl Allowance {
    /// Whether a file is a program that can be afforded. One that cannot is counted.
    pub(super) fn takes(&mut self, path: &RootedPath, size: u64) -> bool {
        if !Language::of_file(&path.to_string(), b"").is_some_and(has_names) {
            return false;
        }
        let is_parsed = size <= reread_code::MAX_PARSED_BYTES as u64;
        let is_first = self.files == MOST_STUDIED;
        let is_taken = is_parsed && self.files > 0 && (size <= self.bytes || is_first);
        if is_taken {
            self.bytes = self.bytes.saturating_sub(size);
            self.files -= 1;
        } else {
            self.left_out += 1;
        }
        is_taken
    }

    /// How many programs could not be afforded.
    pub(super) fn left_out(&self) -> u64 {
        self.left_out
    }
}
