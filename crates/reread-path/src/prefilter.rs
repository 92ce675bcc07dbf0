//! A first look at a component, which tells most names from all that some rules speak of.
//!
//! Whoever walks a tree asks about every name, and nearly all names concern no rule. Here a component costs two bits: by
//! its first two characters, and by its last two. It may be wrong about what might concern a rule, and never about what
//! cannot.

/// The first and last two characters of what rules look for, in lower case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glance {
    starts: Pairs,
    ends: Pairs,
    /// Whether something is looked for that two ASCII characters cannot stand for.
    is_blind: bool,
}

impl Glance {
    /// A look that passes no component by.
    pub(crate) fn blind() -> Glance {
        Glance { is_blind: true, ..Glance::default() }
    }

    /// Looks for components that begin with `text`.
    pub(crate) fn add_start(&mut self, text: &[u32]) {
        self.is_blind |= !self.starts.add(text.iter().copied());
    }

    /// Looks for components that end with `text`.
    pub(crate) fn add_end(&mut self, text: &[u32]) {
        self.is_blind |= !self.ends.add(text.iter().rev().copied());
    }

    /// Looks for what the other one looks for as well.
    pub(crate) fn add_all(&mut self, other: &Glance) {
        self.starts.add_all(&other.starts);
        self.ends.add_all(&other.ends);
        self.is_blind |= other.is_blind;
    }

    /// Whether a component can be passed by: nothing that it begins or ends with is looked for.
    pub(crate) fn passes_by(&self, component: &[u8]) -> bool {
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
