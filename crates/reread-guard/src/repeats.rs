//! The same text, sent again and again.
//!
//! A caller who reads a text a third time without citing its receipt either lost it, which is its right, or does not know
//! that a receipt would spare it the lines. So it is told, and served all the same.

use std::collections::VecDeque;

use reread_text::{Digest, LineSet};

/// So many texts are remembered, the ones sent last.
pub const MAX_TEXTS: usize = 64;

/// From this time on there is a hint.
const OFTEN: u64 = 3;

/// How often each of the texts that were sent last went out without a cited receipt.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    /// Oldest first. Names and lines are digested, so that an entry is small however long they are.
    texts: VecDeque<(Digest, u64)>,
}

impl Repeats {
    /// Counts a text that was sent without a cited receipt: lines of a version of a file. Says how often that was, if it
    /// was often.
    pub fn count(&mut self, path: &str, version: &Digest, lines: &LineSet) -> Option<u64> {
        let text = name_of(path, version, lines);
        let known = self.texts.iter().position(|(known, _)| *known == text);
        let (_, before) = known.and_then(|index| self.texts.remove(index)).unwrap_or((text, 0));
        if self.texts.len() == MAX_TEXTS {
            self.texts.pop_front();
        }
        let times = before.saturating_add(1);
        self.texts.push_back((text, times));
        (times >= OFTEN).then_some(times)
    }
}

fn name_of(path: &str, version: &Digest, lines: &LineSet) -> Digest {
    // Neither a digest nor lines hold a NUL, so no two texts share a name.
    Digest::of(format!("{version} {lines}\0{path}").as_bytes())
}

#[cfg(test)]
mod tests;
