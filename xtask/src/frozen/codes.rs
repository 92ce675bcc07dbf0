//! Codes that were renamed, from the table `| code | until 0.1 | meaning |`.

use std::collections::BTreeSet;

/// Pairs of an old and a new code.
#[derive(Default)]
pub(super) struct RenamedCodes {
    pairs: BTreeSet<(String, String)>,
}

impl RenamedCodes {
    /// Rows whose first two cells are code words. A code may have had several names, separated by commas.
    pub(super) fn of_table(document: &str) -> Self {
        let mut pairs = BTreeSet::new();
        for line in document.lines() {
            let mut cells =
                line.trim().trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`'));
            let (Some(new), Some(old)) = (cells.next(), cells.next()) else { continue };
            let old_codes = old.split(',').map(|code| code.trim().trim_matches('`'));
            for old in old_codes.filter(|old| is_code(old) && is_code(new) && *old != new) {
                pairs.insert((old.to_owned(), new.to_owned()));
            }
        }
        Self { pairs }
    }

    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether the lines are equal, or differ in whole words that are old and new names of one code.
    pub(super) fn allow(&self, old: &str, new: &str) -> bool {
        if old == new {
            return true;
        }
        let (old, new) = (pieces(old), pieces(new));
        let same = |(old, new): (&&str, &&str)| {
            old == new || self.pairs.contains(&((*old).to_owned(), (*new).to_owned()))
        };
        old.len() == new.len() && old.iter().zip(&new).all(same)
    }
}

fn is_code(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_code_character)
}

fn is_code_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The words of a line and what stands between them.
fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let is_word = is_code_character(first);
        let end = rest.find(|c| is_code_character(c) != is_word).unwrap_or(rest.len());
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces
}
