//! A prefilter that skips names which no rule can match.
//!
//! Walking a tree judges every name, and most names match no rule. This filter tests two bits per component: one for its
//! first two characters, one for its last two. False positives are possible, false negatives are not.

/// The first and last two characters of components that rules match, in lower case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prefilter {
    starts: Pairs,
    ends: Pairs,
    /// Whether a rule has no two ASCII characters to filter by, so that no component can be skipped.
    is_blind: bool,
}

impl Prefilter {
    /// A filter that skips no component.
    pub(crate) fn blind() -> Prefilter {
        Prefilter { is_blind: true, ..Prefilter::default() }
    }

    /// Lets components pass that begin with `text`.
    pub(crate) fn add_start(&mut self, text: &[u32]) {
        self.is_blind |= !self.starts.add(text.iter().copied());
    }

    /// Lets components pass that end with `text`.
    pub(crate) fn add_end(&mut self, text: &[u32]) {
        self.is_blind |= !self.ends.add(text.iter().rev().copied());
    }

    /// Lets everything pass that the other filter lets pass.
    pub(crate) fn add_all(&mut self, other: &Prefilter) {
        self.starts.add_all(&other.starts);
        self.ends.add_all(&other.ends);
        self.is_blind |= other.is_blind;
    }

    /// Whether a component can be skipped: no rule matches its start or end.
    pub(crate) fn skips(&self, component: &[u8]) -> bool {
        !self.is_blind
            && component.is_ascii()
            && !self.starts.has(component.iter().copied())
            && !self.ends.has(component.iter().rev().copied())
    }
}

/// Pairs of ASCII characters: a row for the first one, and a bit in it for the second.
#[derive(Clone, Debug, Default)]
struct Pairs {
    /// None, or one for every character.
    rows: Vec<u128>,
}

/// Stands behind a text of one character; no name contains it.
const NOTHING: u8 = 0;

impl Pairs {
    /// Adds the beginning of a text; `false` if there are no pairs for it.
    fn add(&mut self, mut text: impl Iterator<Item = u32>) -> bool {
        let mut character = || text.next().map(|character| u8::try_from(character).ok().filter(u8::is_ascii));
        let (Some(Some(first)), second) = (character(), character()) else { return false };
        let seconds = match second {
            // Anything may follow.
            None => u128::MAX,
            Some(Some(second)) => bit(second),
            Some(None) => return false,
        };
        self.rows.resize(128, 0);
        self.rows[row(first)] |= seconds;
        true
    }

    fn add_all(&mut self, other: &Pairs) {
        self.rows.resize(self.rows.len().max(other.rows.len()), 0);
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, other)| *row |= other);
    }

    /// Whether a text of ASCII characters begins with one of the pairs.
    fn has(&self, mut text: impl Iterator<Item = u8>) -> bool {
        let Some(first) = text.next() else { return false };
        let second = text.next().unwrap_or(NOTHING);
        self.rows.get(row(first)).is_some_and(|row| row & bit(second) != 0)
    }
}

fn row(character: u8) -> usize {
    usize::from(character.to_ascii_lowercase())
}

fn bit(character: u8) -> u128 {
    1 << (character.to_ascii_lowercase() & 0x7f)
}

#[cfg(test)]
mod tests;
