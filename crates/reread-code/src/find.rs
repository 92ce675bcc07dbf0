//! Finds the symbol that a caller names.

use crate::{Outline, Symbol};

/// The symbols that match a name, as indices into the outline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SymbolMatch {
    /// The only match.
    One(usize),
    /// At least two, in the order of the text. Their ids are unique.
    Several(Vec<usize>),
    /// Nothing has this name, in any case.
    None,
}

impl Outline {
    /// Finds the symbols with this name.
    ///
    /// These are tried in order, and the first with a match counts: the id; the qualified name; the end of a qualified
    /// name, which includes bare names. `::`, `.`, `#`, `/`, `\`, `->` and ` > ` are equivalent separators. Then the same
    /// ignoring case. A definition wins over declarations that announce it, which [`namesakes`](Self::namesakes) lists.
    /// White space around the name is ignored; an empty name matches nothing.
    pub fn find(&self, query: &str) -> SymbolMatch {
        let exact = self.find_exactly(query);
        let lower = query.trim().to_lowercase();
        if exact != SymbolMatch::None || lower.is_empty() {
            return exact;
        }
        let parts = parts(&lower);
        self.first_of(&[
            &|symbol| symbol.qualified.to_lowercase() == lower || symbol.id.to_lowercase() == lower,
            &|symbol| symbol.name.to_lowercase() == lower,
            &|symbol| ends_with(&symbol.qualified, &parts, |part, wanted| part.to_lowercase() == wanted),
        ])
    }

    /// The same, but case-sensitive.
    pub fn find_exactly(&self, query: &str) -> SymbolMatch {
        let query = query.trim();
        if query.is_empty() {
            return SymbolMatch::None;
        }
        let parts = parts(query);
        self.first_of(&[
            &|symbol| symbol.id == query,
            &|symbol| symbol.qualified == query,
            &|symbol| symbol.name == query,
            &|symbol| ends_with(&symbol.qualified, &parts, |part, wanted| part == wanted),
        ])
    }

    /// The other symbols that a name could mean besides the one that [`find`](Self::find) chose: declarations that
    /// announce it, and symbols of that name in other scopes. Ids mean one symbol.
    pub fn namesakes(&self, query: &str, chosen: usize) -> Vec<usize> {
        let query = query.trim();
        let Some(symbol) = self.symbols().get(chosen) else { return Vec::new() };
        if symbol.id == query && symbol.id != symbol.qualified {
            return Vec::new();
        }
        let parts = parts(query);
        let is_namesake = |(place, other): &(usize, &Symbol)| {
            *place != chosen
                && other.bytes != symbol.bytes
                && (other.qualified == symbol.qualified
                    || ends_with(&other.qualified, &parts, |part, wanted| part == wanted))
        };
        self.symbols().iter().enumerate().filter(is_namesake).map(|(place, _)| place).collect()
    }

    fn first_of(&self, ways: &[&dyn Fn(&Symbol) -> bool]) -> SymbolMatch {
        ways.iter()
            .map(|way| self.found(way))
            .find(|found| *found != SymbolMatch::None)
            .unwrap_or(SymbolMatch::None)
    }

    fn found(&self, is_meant: impl Fn(&Symbol) -> bool) -> SymbolMatch {
        let meant = |(place, symbol): (usize, &Symbol)| is_meant(symbol).then_some(place);
        let places: Vec<usize> = self.symbols().iter().enumerate().filter_map(meant).collect();
        match places.as_slice() {
            [] => SymbolMatch::None,
            [one] => SymbolMatch::One(*one),
            _ => self.only_with_body(&places).map_or(SymbolMatch::Several(places), SymbolMatch::One),
        }
    }

    /// The definition among several declarations of one thing: the only one with a body, if the others announce it.
    fn only_with_body(&self, places: &[usize]) -> Option<usize> {
        let symbol = |place: usize| &self.symbols()[place];
        let mut with_body = places.iter().filter(|place| symbol(**place).has_body);
        let only = *with_body.next().filter(|_| with_body.next().is_none())?;
        let is_same = |place: &usize| *place == only || symbol(*place).announces(symbol(only));
        places.iter().all(is_same).then_some(only)
    }
}

/// Whether a qualified name ends with these parts.
fn ends_with(qualified: &str, wanted: &[&str], same: impl Fn(&str, &str) -> bool) -> bool {
    let parts = parts(qualified);
    !wanted.is_empty()
        && wanted.len() <= parts.len()
        && parts.iter().rev().zip(wanted.iter().rev()).all(|(part, wanted)| same(part, wanted))
}

/// The last part of a qualified name or an id: the name as it occurs in the text of its declaration.
///
/// A name that consists of separators is returned unchanged.
pub fn bare_name(query: &str) -> &str {
    let query = query.trim();
    let unnumbered =
        query.rsplit_once('~').filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
    let name = unnumbered.map_or(query, |(name, _)| name);
    parts(name).last().copied().unwrap_or(query)
}

/// The parts of a qualified name, split at the separators of all languages.
pub(crate) fn parts(name: &str) -> Vec<&str> {
    let name = name.strip_suffix("()").unwrap_or(name);
    name.split([':', '.', '#', '/', '\\', '>'])
        .map(|part| part.trim_matches([' ', '-']))
        .filter(|part| !part.is_empty())
        .collect()
}

#[cfg(all(test, feature = "systems"))]
mod tests;
