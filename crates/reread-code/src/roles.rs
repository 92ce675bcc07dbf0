//! Classifies search matches in a program: definition, use or plain text.

use std::ops::Range;

use tree_sitter::Node;

use crate::grammar::Grammar;
use crate::line_index::LineIndex;
use crate::outline::ParsedText;
use crate::smallest_node::smallest_nodes;
use crate::{Language, Outline};

/// The role of a match. Symbols are given as indices into the outline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The name in a declaration, alone or among other words.
    Defines(usize),
    /// A part of the name in a declaration.
    DefinesPart(usize),
    /// A whole name that is declared elsewhere.
    Refers,
    /// Anything else: a part of a name, a comment, a string, several words.
    Text,
}

/// The outline of a program, and the role of each match.
///
/// `None` if names are not leaves of the syntax tree (prose, web pages, data), without a grammar, and if the text is too
/// large or too deeply nested to be parsed. An empty match, or one outside the text, is [`Role::Text`].
pub fn roles(text: &[u8], language: Language, places: &[Range<usize>]) -> Option<(Outline, Vec<Role>)> {
    if !has_names(language) {
        return None;
    }
    let ParsedText { outline, syntax, .. } = ParsedText::of(text, Some(language));
    let (tree, grammar) = syntax?;
    let mut declared: Vec<(u64, usize)> =
        outline.symbols().iter().enumerate().map(|(place, symbol)| (symbol.name_line, place)).collect();
    declared.sort_unstable();
    let leaves = smallest_nodes(&tree, places);
    let looking = Looking { text, grammar, lines: LineIndex::of(text), outline: &outline, declared };
    let roles = places.iter().zip(leaves).map(|(place, leaf)| looking.role(place, leaf)).collect();
    Some((outline, roles))
}

/// Whether the language has names that are declared and used, as leaves of its syntax tree.
pub fn has_names(language: Language) -> bool {
    use Language::{Css, Html, Json, Markdown, Toml, Yaml};
    !matches!(language, Markdown | Html | Css | Json | Toml | Yaml)
}

struct Looking<'a> {
    text: &'a [u8],
    grammar: &'a Grammar,
    lines: LineIndex,
    outline: &'a Outline,
    /// The line of each declared name, with the index of its symbol.
    declared: Vec<(u64, usize)>,
}

impl Looking<'_> {
    fn role(&self, place: &Range<usize>, leaf: Option<Node<'_>>) -> Role {
        let Some(found) = self.text.get(place.clone()).filter(|found| !found.is_empty()) else {
            return Role::Text;
        };
        let line = self.lines.line_of(place.start);
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

    /// The first symbol that is declared on the line and satisfies the condition.
    fn declared_on(&self, line: u64, is_meant: impl Fn(&[u8]) -> bool) -> Option<usize> {
        let first = self.declared.partition_point(|(declared, _)| *declared < line);
        let mut on_line = self.declared[first..].iter().take_while(|(declared, _)| *declared == line);
        let is_meant = |(_, place): &&(u64, usize)| is_meant(self.outline.symbols()[*place].name.as_bytes());
        on_line.find(is_meant).map(|(_, place)| *place)
    }
}

/// Whether a text contains a name as a whole word.
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

#[cfg(all(test, feature = "jvm", feature = "scripting", feature = "systems"))]
mod tests;
