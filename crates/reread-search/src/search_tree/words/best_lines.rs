//! The lines of a text that have most of the words.

use reread_text::{each_word, lines};

use super::bm25::Weights;
use super::counting::Counter;

/// How lines are compared.
#[derive(Debug)]
pub(super) struct BestLines<'a> {
    pub(super) counter: Counter<'a>,
    pub(super) weights: &'a Weights,
}

impl BestLines<'_> {
    /// The lines that are worth most, in order, of equal ones the first; and how many lines have any of the words.
    pub(super) fn of(&self, text: &[u8], most: usize) -> (Vec<u64>, u64) {
        let mut found: Vec<(f64, u64)> = Vec::new();
        let mut has = vec![false; self.counter.words()];
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
