//! Finds members that a type has from its bases.
//!
//! Bases are the names in the head of a type, in the heads of its extensions (`impl Trait for Type`), and its embedded
//! fields. A name that is no base has no such member either, so it does no harm.

use std::collections::HashSet;

use crate::find::parts;
use crate::{Outline, Symbol, SymbolKind, SymbolMatch};

/// Types that are looked at for one name.
const MOST_TYPES: usize = 64;

/// The type and the member in a name like `Cart.total`; `None` for a bare name.
pub fn type_and_member(query: &str) -> Option<(&str, &str)> {
    match parts(query.trim())[..] {
        [.., of_type, member] => Some((of_type, member)),
        _ => None,
    }
}

impl Outline {
    /// The names of possible bases of a type that is declared here, each once.
    pub fn bases_of(&self, of_type: &str) -> Vec<String> {
        let mut bases = Vec::new();
        let mut add = |words: &str| {
            for word in names(words).filter(|word| *word != of_type) {
                if !bases.iter().any(|base| base == word) {
                    bases.push(word.to_owned());
                }
            }
        };
        for symbol in self.symbols().iter().filter(|symbol| symbol.has_members()) {
            let is_type = symbol.kind != SymbolKind::Extension && symbol.name == of_type;
            if let Some((_, after)) = symbol.signature.split_once(of_type).filter(|_| is_type) {
                add(after);
            } else if symbol.kind == SymbolKind::Extension && names(&symbol.name).any(|word| word == of_type)
            {
                add(&symbol.name);
            }
        }
        for symbol in self.symbols().iter().filter(|symbol| symbol.kind == SymbolKind::Field) {
            let parent = symbol.parent.map(|parent| &self.symbols()[parent]);
            if symbol.is_embedded() && parent.is_some_and(|parent| parent.name == of_type) {
                add(&symbol.name);
            }
        }
        bases
    }

    /// The member that a type has from a base in this text, the nearest base first.
    pub fn inherited(&self, of_type: &str, member: &str) -> Option<usize> {
        let mut seen = HashSet::from([of_type.to_owned()]);
        let mut left: Vec<String> = self.bases_of(of_type);
        for _ in 0..MOST_TYPES {
            let mut further = Vec::new();
            for base in left.into_iter().filter(|base| seen.insert(base.clone())) {
                match self.find_exactly(&format!("{base}.{member}")) {
                    SymbolMatch::One(place) => return Some(place),
                    SymbolMatch::Several(places) => return places.first().copied(),
                    SymbolMatch::None => further.extend(self.bases_of(&base)),
                }
            }
            if further.is_empty() {
                return None;
            }
            left = further;
        }
        None
    }
}

impl Symbol {
    fn has_members(&self) -> bool {
        self.kind.has_methods() || self.kind == SymbolKind::Type
    }

    /// A field that is only a type: `Base`, `*shop.Base`.
    fn is_embedded(&self) -> bool {
        !self.signature.contains([' ', ':', '=']) && self.signature.ends_with(&self.name)
    }
}

/// The names in a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric() && char != '_').filter(|word| !word.is_empty())
}

#[cfg(all(test, feature = "scripting", feature = "systems", feature = "web"))]
mod tests;
