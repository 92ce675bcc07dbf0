//! The targets of one call, joined so that no line is sent twice.
//!
//! All lines stay within one reply, so no evidence is needed.

use std::collections::HashMap;
use std::hash::Hash;

use reread_text::LineSet;

/// The lines of a file that a call asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineSelection {
    /// Every line.
    Whole,
    /// Only these lines.
    Lines(LineSet),
}

impl LineSelection {
    fn union(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Lines(left), Self::Lines(right)) => Self::Lines(left.union(right)),
            _ => Self::Whole,
        }
    }
}

/// Joins targets: one per file, with the union of its lines, in the order in which the files first appear.
///
/// `F` identifies a file. The caller resolves different names of one file to equal values.
pub fn merge<F: Clone + Eq + Hash>(
    targets: impl IntoIterator<Item = (F, LineSelection)>,
) -> Vec<(F, LineSelection)> {
    let mut merged: Vec<(F, LineSelection)> = Vec::new();
    let mut places = HashMap::new();
    for (file, selection) in targets {
        let place = *places.entry(file.clone()).or_insert(merged.len());
        match merged.get_mut(place) {
            Some((_, wanted)) => *wanted = wanted.union(&selection),
            None => merged.push((file, selection)),
        }
    }
    merged
}

#[cfg(test)]
mod tests;
