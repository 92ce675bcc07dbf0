//! A text as the mean of one vector for each of its words.

use reread_text::each_word_as_written;

use crate::BadModel;
use crate::matrix::Matrix;
use crate::vocabulary::Vocabulary;

/// A table of vectors, and the tokens that they stand for.
#[derive(Clone, Debug)]
pub struct StaticModel {
    matrix: Matrix,
    vocabulary: Vocabulary,
}

impl StaticModel {
    /// Parses a model: a safetensors file with the single table `embeddings`, and a vocabulary with one token per line
    /// in the order of the rows. A token that begins with `##` continues a word.
    pub fn parse(tensors: Vec<u8>, vocabulary: &[u8]) -> Result<Self, BadModel> {
        let matrix = Matrix::parse(tensors)?;
        let vocabulary = Vocabulary::parse(vocabulary)?;
        let (tokens, rows) = (vocabulary.count(), matrix.rows());
        if tokens != rows {
            return Err(BadModel::OtherVocabulary { tokens, rows });
        }
        Ok(Self { matrix, vocabulary })
    }

    /// The direction of a text; `None` if it has no known word, or if the vectors of its words cancel out.
    ///
    /// Words are split as for a ranked search, but plurals are kept. Accents count.
    pub fn embed(&self, text: &[u8]) -> Option<Embedding> {
        let mut sum = vec![0.0; self.matrix.columns()];
        let (mut lowercase, mut rows) = (String::new(), Vec::new());
        each_word_as_written(text, |word| {
            lowercase.clear();
            lowercase.extend(word.chars().flat_map(char::to_lowercase));
            rows.clear();
            self.vocabulary.rows_of(&lowercase, &mut rows);
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

    /// The cosine of the angle between two directions of one model: 1 for the same direction, 0 for unrelated ones, -1 for
    /// opposite ones.
    pub fn similarity(&self, other: &Self) -> f64 {
        self.0.iter().zip(&other.0).map(|(one, other)| one * other).sum()
    }
}

#[cfg(test)]
mod tests;
