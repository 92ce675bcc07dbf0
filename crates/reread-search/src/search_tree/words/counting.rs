//! Which files have words that count, and counting them.

use std::collections::HashMap;
use std::fs::File;

use reread_access::binary_kind;
use reread_config::Limits;
use reread_disk::read_all;
use reread_path::{RootedPath, Rules, Verdict};
use reread_text::{each_word, lines};

use super::bm25::Weights;

/// Larger files are data: their words are not counted.
pub(super) const MOST_COUNTED: u64 = 2 * 1024 * 1024;

/// Whether the words of a file are counted: not if it is large or is never hashed, nor if its name says that it holds
/// secrets.
pub(super) fn is_counted(path: &RootedPath, size: u64, limits: &Limits, secrets: Option<&Rules>) -> bool {
    size <= MOST_COUNTED.min(limits.digest_bytes)
        && secrets.is_none_or(|secrets| secrets.judge(&[path]) == Verdict::Allow)
}

/// All of a file, if it is text.
pub(super) fn text_of(file: &File, size: u64, memory: &mut Vec<u8>) -> Option<()> {
    read_all(file, size, memory).ok()?;
    binary_kind(memory).is_none().then_some(())
}

/// Hands over the words of a file: those of its name and of its text.
pub(super) fn each_word_of(path: &RootedPath, text: &[u8], mut each: impl FnMut(&str)) {
    each_word(path.as_bytes(), &mut each);
    each_word(text, each);
}

/// Counts certain words.
#[derive(Clone, Debug)]
pub(super) struct Counter<'w> {
    places: HashMap<&'w str, usize>,
}

impl<'w> Counter<'w> {
    pub(super) fn new(words: &'w [String]) -> Self {
        Self { places: words.iter().enumerate().map(|(place, word)| (word.as_str(), place)).collect() }
    }

    /// Which of the words this is.
    pub(super) fn place(&self, word: &str) -> Option<usize> {
        self.places.get(word).copied()
    }

    /// How often a file has each of the words, and how many words it has.
    pub(super) fn count(&self, path: &RootedPath, text: &[u8]) -> (Box<[u32]>, u32) {
        let mut counts = vec![0_u32; self.places.len()].into_boxed_slice();
        let mut length = 0_u32;
        each_word_of(path, text, |word| {
            length = length.saturating_add(1);
            if let Some(place) = self.place(word) {
                counts[place] = counts[place].saturating_add(1);
            }
        });
        (counts, length)
    }
}

/// Picks the lines of a text that have most of the words.
#[derive(Debug)]
pub(super) struct BestLines<'a> {
    pub(super) counter: Counter<'a>,
    pub(super) weights: &'a Weights,
}

impl BestLines<'_> {
    /// The lines that are worth most, in order, of equal ones the first; and how many lines have any of the words.
    pub(super) fn of(&self, text: &[u8], most: usize) -> (Vec<u64>, u64) {
        let mut found: Vec<(f64, u64)> = Vec::new();
        let mut has = vec![false; self.counter.places.len()];
        for (number, line) in (1..).zip(lines(text)) {
            has.fill(false);
            each_word(line, |word| {
                if let Some(place) = self.counter.place(word) {
                    has[place] = true;
                }
            });
            let worth = self.weights.line(|word| has[word]);
            if worth > 0.0 {
                found.push((worth, number));
            }
        }
        let count = found.len() as u64;
        found.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut picked: Vec<u64> = found.into_iter().take(most).map(|(_, line)| line).collect();
        picked.sort_unstable();
        (picked, count)
    }
}
