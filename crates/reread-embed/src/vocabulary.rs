//! The tokens of a model. A word is split greedily into the longest tokens, from left to right (`WordPiece`).

use std::collections::HashMap;

use reread_text::{LONGEST_WORD, as_utf8, char_floor};

use crate::BadModel;

/// Prefix of a token that continues a word.
const CONTINUES: &str = "##";

#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    /// Tokens that begin a word, with their rows.
    first: HashMap<Box<str>, usize>,
    /// Tokens that continue a word, without their prefix.
    further: HashMap<Box<str>, usize>,
}

impl Vocabulary {
    /// One token per line, ended by LF or CRLF; the last line may have no end.
    pub(crate) fn parse(text: &[u8]) -> Result<Self, BadModel> {
        let text = as_utf8(text).map_err(|_| BadModel::NotUtf8)?;
        let mut vocabulary = Self::default();
        for (row, line) in text.split_terminator('\n').enumerate() {
            let token = line.strip_suffix('\r').unwrap_or(line);
            let further = token.strip_prefix(CONTINUES).filter(|piece| !piece.is_empty());
            let earlier = match further {
                Some(piece) => vocabulary.further.insert(piece.into(), row),
                None => vocabulary.first.insert(token.into(), row),
            };
            if token.is_empty() || earlier.is_some() {
                return Err(BadModel::BadToken { line: row as u64 + 1 });
            }
        }
        Ok(vocabulary)
    }

    pub(crate) fn count(&self) -> u64 {
        (self.first.len() + self.further.len()) as u64
    }

    /// Appends the rows of a word; none if no sequence of tokens spells it, or if it is longer than [`LONGEST_WORD`].
    pub(crate) fn rows_of(&self, word: &str, rows: &mut Vec<usize>) {
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

/// Row and length of the longest token that is a prefix of the text.
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
