//! Detects a text that is sent repeatedly.
//!
//! A caller that reads a text a third time without citing its tag may have lost the text, or may not know that a cited
//! tag saves the lines. It gets a hint, and the text.

use std::collections::VecDeque;

use reread_text::{Digest, LineSet};

/// Number of texts that are remembered: the most recent ones.
pub const MAX_TEXTS: usize = 64;

/// The hint is given at this count, and again whenever the count has doubled.
const OFTEN: u64 = 3;

/// How often each recent text was sent without a cited tag.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    /// Oldest first. Name and lines are hashed, so each entry has a fixed size.
    texts: VecDeque<(Digest, u64)>,
}

impl Repeats {
    /// Counts a text that was sent without a cited tag: lines of one snapshot of a file. Returns the count when a hint is
    /// due. A hint that did not help is not given each time: it costs tokens itself.
    pub fn count(&mut self, path: &str, version: &Digest, lines: &LineSet) -> Option<u64> {
        let text = name_of(path, version, lines);
        let known = self.texts.iter().position(|(known, _)| *known == text);
        let (_, before) = known.and_then(|index| self.texts.remove(index)).unwrap_or((text, 0));
        if self.texts.len() == MAX_TEXTS {
            self.texts.pop_front();
        }
        let times = before.saturating_add(1);
        self.texts.push_back((text, times));
        let is_due = times % OFTEN == 0 && (times / OFTEN).is_power_of_two();
        is_due.then_some(times)
    }
}

fn name_of(path: &str, version: &Digest, lines: &LineSet) -> Digest {
    // Neither a digest nor a line set contains a NUL, so different texts never share a name.
    Digest::of(format!("{version} {lines}\0{path}").as_bytes())
}

#[cfg(test)]
mod tests;
