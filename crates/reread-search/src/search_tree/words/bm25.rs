//! What a file is worth for some words, by the rule known as BM25: rare words count more than common ones, a second mention
//! less than the first, and all of them less in a long file.

/// How fast further mentions of a word lose their worth.
const SATURATION: f64 = 1.2;

/// How much the length of a file counts.
const BY_LENGTH: f64 = 0.75;

/// What words are worth among certain files.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    words: Vec<f64>,
    average_length: f64,
}

impl Weights {
    /// Of so many files with so many words altogether, `with` have each of the words.
    pub(super) fn of(files: u64, total_length: u64, with: &[u64]) -> Self {
        let weight = |with: &u64| {
            let without = files.saturating_sub(*with) as f64;
            (1.0 + (without + 0.5) / (*with as f64 + 0.5)).ln()
        };
        let average_length = total_length as f64 / files.max(1) as f64;
        Self { words: with.iter().map(weight).collect(), average_length }
    }

    /// What a file is worth that has each word so often, and so many words altogether.
    pub(super) fn score(&self, counts: &[u32], length: u32) -> f64 {
        let length = 1.0 - BY_LENGTH + BY_LENGTH * f64::from(length) / self.average_length.max(1.0);
        let worth = |(count, weight): (&u32, &f64)| {
            let count = f64::from(*count);
            weight * count * (SATURATION + 1.0) / (count + SATURATION * length)
        };
        counts.iter().zip(&self.words).map(worth).sum()
    }

    /// What a line is worth that has these words.
    pub(super) fn line(&self, has: impl Fn(usize) -> bool) -> f64 {
        self.words.iter().enumerate().filter(|(word, _)| has(*word)).map(|(_, weight)| weight).sum()
    }
}

#[cfg(test)]
mod tests;
