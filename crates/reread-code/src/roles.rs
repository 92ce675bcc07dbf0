//! What stands at the places where somebody found something.

use std::ops::Range;

use tree_sitter::Tree;

use crate::grammar::Grammar;
use crate::line_index::LineIndex;
use crate::outline::ParsedText;
use crate::{Language, Outline};

/// What stands at a place. Symbols are named by their place in the outline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The name that a symbol is declared with, alone or among other words.
    Defines(usize),
    /// A part of the name that a symbol is declared with.
    DefinesPart(usize),
    /// A whole name that is declared elsewhere.
    Refers,
    /// Anything else: a part of a name, a comment, a string, several words.
    Text,
}

/// The outline of a program, and what stands at each of the places.
///
/// `None` where names are no leaves of a syntax tree: in prose, pages and data, without a grammar, and where the text is
/// too large or too tangled to be parsed. A place that is empty, or lies outside, is [`Role::Text`].
pub fn roles(text: &[u8], language: Language, places: &[Range<usize>]) -> Option<(Outline, Vec<Role>)> {
    if !has_names(language) {
        return None;
    }
    let ParsedText { outline, syntax, .. } = ParsedText::of(text, Some(language));
    let (tree, grammar) = syntax?;
    let mut declared: Vec<(u64, usize)> =
        outline.symbols().iter().enumerate().map(|(place, symbol)| (symbol.name_line, place)).collect();
    declared.sort_unstable();
    let looking =
        Looking { text, tree: &tree, grammar, lines: LineIndex::of(text), outline: &outline, declared };
    let roles = places.iter().map(|place| looking.role(place)).collect();
    Some((outline, roles))
}

/// Whether names are leaves in the trees of the language, and declare something that others may use.
pub fn has_names(language: Language) -> bool {
    use Language::{Css, Html, Json, Markdown, Toml, Yaml};
    !matches!(language, Markdown | Html | Css | Json | Toml | Yaml)
}

struct Looking<'a> {
    text: &'a [u8],
    tree: &'a Tree,
    grammar: &'a Grammar,
    lines: LineIndex,
    outline: &'a Outline,
    /// The lines in which names are declared, each with its symbol.
    declared: Vec<(u64, usize)>,
}

impl Looking<'_> {
    fn role(&self, place: &Range<usize>) -> Role {
        let Some(found) = self.text.get(place.clone()).filter(|found| !found.is_empty()) else {
            return Role::Text;
        };
        let line = self.lines.line_of(place.start);
        let leaf = self.tree.root_node().descendant_for_byte_range(place.start, place.end);
        let Some(leaf) = leaf.filter(|leaf| self.grammar.is_identifier(*leaf)) else {
            return self.declared_on(line, |name| has_word(found, name)).map_or(Role::Text, Role::Defines);
        };
        let is_whole = leaf.byte_range() == *place;
        let name = &self.text[leaf.byte_range()];
        match self.declared_on(line, |declared| declared == name) {
            Some(symbol) if is_whole => Role::Defines(symbol),
            Some(symbol) => Role::DefinesPart(symbol),
            None if is_whole => Role::Refers,
            None => Role::Text,
        }
    }

    /// The first symbol whose name stands in a line and is meant.
    fn declared_on(&self, line: u64, is_meant: impl Fn(&[u8]) -> bool) -> Option<usize> {
        let first = self.declared.partition_point(|(declared, _)| *declared < line);
        let mut on_line = self.declared[first..].iter().take_while(|(declared, _)| *declared == line);
        let is_meant = |(_, place): &&(u64, usize)| is_meant(self.outline.symbols()[*place].name.as_bytes());
        on_line.find(is_meant).map(|(_, place)| *place)
    }
}

/// Whether a name stands in a text, and not only as a part of a longer one.
fn has_word(text: &[u8], name: &[u8]) -> bool {
    let is_part = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80)
    };
    let stands_alone = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        !is_part(before) && !is_part(text.get(at + name.len()))
    };
    !name.is_empty() && memchr::memmem::find_iter(text, name).any(stands_alone)
}

#[cfg(test)]
mod tests;
