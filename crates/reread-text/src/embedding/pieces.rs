//! The vocabulary of a model, and a word as the longest of its pieces, from left to right.

use std::collections::HashMap;

use super::BadModel;
use crate::{LONGEST_WORD, as_utf8, char_floor};

/// What a token that goes on with a word begins with.
const GOES_ON: &str = "##";

#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    /// Tokens that begin a word, and their rows.
    first: HashMap<Box<str>, usize>,
    /// Tokens that go on with one, without their mark.
    further: HashMap<Box<str>, usize>,
}

impl Pieces {
    /// One token on every line, which ends with LF or CRLF; the last one may end with nothing.
    pub(super) fn parse(vocabulary: &[u8]) -> Result<Self, BadModel> {
        let vocabulary = as_utf8(vocabulary).map_err(|_| BadModel::NotUtf8)?;
        let mut pieces = Self::default();
        for (row, line) in vocabulary.split_terminator('\n').enumerate() {
            let token = line.strip_suffix('\r').unwrap_or(line);
            let further = token.strip_prefix(GOES_ON).filter(|piece| !piece.is_empty());
            let earlier = match further {
                Some(piece) => pieces.further.insert(piece.into(), row),
                None => pieces.first.insert(token.into(), row),
            };
            if token.is_empty() || earlier.is_some() {
                return Err(BadModel::BadToken { line: row as u64 + 1 });
            }
        }
        Ok(pieces)
    }

    pub(super) fn count(&self) -> u64 {
        (self.first.len() + self.further.len()) as u64
    }

    /// Adds the rows of a word; none if it cannot be put together, or is longer than words are.
    pub(super) fn of_word(&self, word: &str, rows: &mut Vec<usize>) {
        if word.len() > LONGEST_WORD {
            return;
        }
        let before = rows.len();
        let (mut tokens, mut rest) = (&self.first, word);
        while !rest.is_empty() {
            let Some((row, length)) = longest(tokens, rest) else {
                rows.truncate(before);
                return;
            };
            rows.push(row);
            (tokens, rest) = (&self.further, &rest[length..]);
        }
    }
}

/// The row and the length of the longest token that a text begins with.
fn longest(tokens: &HashMap<Box<str>, usize>, text: &str) -> Option<(usize, usize)> {
    let mut length = text.len();
    while length > 0 {
        if let Some(row) = tokens.get(&text[..length]) {
            return Some((*row, length));
        }
        length = char_floor(text.as_bytes(), length - 1);
    }
    None
}

#[cfg(test)]
mod tests;
