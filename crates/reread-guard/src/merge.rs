//! Several targets in one call, with nothing sent twice.
//!
//! Everything happens inside one reply, so what is left out of it stands elsewhere in it: no evidence is needed. Text is
//! joined and referred to, never retold.

use std::collections::HashMap;
use std::hash::Hash;

use reread_text::LineSet;

/// What is wanted of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineSelection {
    /// All of it.
    Whole,
    /// These lines.
    Lines(LineSet),
}

impl LineSelection {
    /// The lines in either.
    fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Lines(left), Self::Lines(right)) => Self::Lines(left.union(right)),
            _ => Self::Whole,
        }
    }
}

/// One target for each file, with all the lines that were wanted of it, in the order in which files were first named.
///
/// `F` is whatever a file is known by: names that mean one file have to be equal before they come here.
pub fn merge<F: Clone + Eq + Hash>(
    targets: impl IntoIterator<Item = (F, LineSelection)>,
) -> Vec<(F, LineSelection)> {
    let mut merged: Vec<(F, LineSelection)> = Vec::new();
    let mut places = HashMap::new();
    for (file, portion) in targets {
        let place = *places.entry(file.clone()).or_insert(merged.len());
        match merged.get_mut(place) {
            Some((_, wanted)) => *wanted = wanted.or(&portion),
            None => merged.push((file, portion)),
        }
    }
    merged
}

/// How a text is shown among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextOrReference {
    /// As it is.
    Text,
    /// By reference to an earlier one of the same reply, which is equal to the byte and shown as it is.
    SameAs(usize),
}

/// Shows each text once: a later one that is equal refers to the first. The empty text has nothing to spare.
pub fn show_once<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Vec<TextOrReference> {
    let mut first_places = HashMap::new();
    let show = |(place, text): (usize, &'a [u8])| match *first_places.entry(text).or_insert(place) {
        first if first == place || text.is_empty() => TextOrReference::Text,
        first => TextOrReference::SameAs(first),
    };
    texts.into_iter().enumerate().map(show).collect()
}

#[cfg(test)]
mod tests;
