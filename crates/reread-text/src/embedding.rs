//! What a text means, as a direction: the mean of one vector for each of its words, looked up in a table.
//!
//! The table is what somebody else has distilled from a language model; nothing is computed here but a mean, so the same
//! table and the same text always give the same direction. The order of words does not count, and neither does anything
//! that the vocabulary does not have. Where a table comes from is not known here.

mod header;
mod matrix;
mod pieces;

use self::matrix::Matrix;
use self::pieces::Pieces;
use crate::words::each_run;

/// A table of vectors, and the pieces of words that they stand for.
#[derive(Clone, Debug)]
pub struct StaticModel {
    matrix: Matrix,
    pieces: Pieces,
}

/// Why bytes are no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadModel {
    /// There are no tensors, or not all of them.
    #[error("the tensors end before their header does")]
    NoHeader,
    /// A header of no sensible length.
    #[error("the header of the tensors is longer than {most} bytes")]
    LongHeader {
        /// How long it may be.
        most: usize,
    },
    /// The header is not what one looks like.
    #[error("the header of the tensors has no {expected} at byte {at}")]
    Header {
        /// Where, counted from its beginning.
        at: usize,
        /// What would have to stand there.
        expected: &'static str,
    },
    /// Not the one tensor that there has to be.
    #[error("the tensors are not `embeddings` alone")]
    OtherTensors,
    /// Numbers of a kind that is not read.
    #[error("`embeddings` does not hold F32 or F16")]
    OtherNumbers,
    /// Not a table of a sensible size.
    #[error("`embeddings` is no table of at most {most_rows} rows of at most {most_columns} numbers")]
    NoTable {
        /// How many rows there may be.
        most_rows: u64,
        /// How many numbers one may have.
        most_columns: u64,
    },
    /// The table and the bytes for it do not have the same size.
    #[error("`embeddings` does not fill the bytes behind the header exactly")]
    OtherSize,
    /// A vocabulary that is not text.
    #[error("the vocabulary is not UTF-8")]
    NotUtf8,
    /// A token that cannot be told from others.
    #[error("line {line} of the vocabulary is empty, or like one before it")]
    BadToken {
        /// Its line.
        line: u64,
    },
    /// Tokens without rows, or rows without tokens.
    #[error("the vocabulary and `embeddings` differ in length: {tokens} and {rows}")]
    OtherVocabulary {
        /// How many tokens there are.
        tokens: u64,
        /// How many rows there are.
        rows: u64,
    },
}

impl StaticModel {
    /// Reads a model: a safetensors file that holds nothing but the table `embeddings`, and a vocabulary with a token on
    /// every line, in the order of the rows. A token that begins with `##` goes on with a word.
    pub fn parse(tensors: Vec<u8>, vocabulary: &[u8]) -> Result<Self, BadModel> {
        let matrix = Matrix::parse(tensors)?;
        let pieces = Pieces::parse(vocabulary)?;
        let (tokens, rows) = (pieces.count(), matrix.rows());
        if tokens != rows {
            return Err(BadModel::OtherVocabulary { tokens, rows });
        }
        Ok(Self { matrix, pieces })
    }

    /// The direction of a text; `None` if none of its words is known, or if theirs add up to nothing.
    ///
    /// Words are told apart as for a ranked search, but keep their plural. Accents count.
    pub fn embed(&self, text: &[u8]) -> Option<Embedding> {
        let mut sum = vec![0.0; self.matrix.columns()];
        let (mut word, mut rows) = (String::new(), Vec::new());
        each_run(text, |run| {
            word.clear();
            word.extend(run.chars().flat_map(char::to_lowercase));
            rows.clear();
            self.pieces.of_word(&word, &mut rows);
            for row in &rows {
                self.matrix.add_row(*row, &mut sum);
            }
        });
        Embedding::along(&sum)
    }
}

/// A direction: a vector of length one.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding(Box<[f64]>);

impl Embedding {
    fn along(vector: &[f64]) -> Option<Self> {
        let length = vector.iter().map(|number| number * number).sum::<f64>().sqrt();
        let has_direction = length.is_normal();
        has_direction.then(|| Self(vector.iter().map(|number| number / length).collect()))
    }

    /// How alike two directions of one model are: 1 if they are the same, 0 if they have nothing in common.
    pub fn similarity(&self, other: &Self) -> f64 {
        self.0.iter().zip(&other.0).map(|(one, other)| one * other).sum()
    }
}

#[cfg(test)]
mod tests;
