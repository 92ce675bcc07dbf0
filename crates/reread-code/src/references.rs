//! The lines in which a name stands as a name.

use memchr::memmem;

use crate::grammar::Grammar;
use crate::line_index::LineIndex;
use crate::syntax::parse;
use crate::{Language, MAX_OUTLINED_BYTES};

/// The lines in which a name stands as an identifier, counted from 1, each once and in order.
///
/// Comments and strings do not count where there is a grammar; without one, and in texts that are prose or too large
/// to parse, every whole word does. Declarations are among them. Nothing in a text over [`MAX_OUTLINED_BYTES`].
pub fn references(text: &[u8], language: Option<Language>, name: &str) -> Vec<u64> {
    let name = name.as_bytes();
    let is_there = !name.is_empty() && text.len() <= MAX_OUTLINED_BYTES && memmem::find(text, name).is_some();
    if !is_there {
        return Vec::new();
    }
    let grammar = language.filter(|language| has_names(*language)).and_then(Grammar::of);
    let tree = grammar.and_then(|grammar| Some((parse(text, grammar).ok()?, grammar)));
    let mut lines = match tree {
        Some((tree, grammar)) => identifiers(text, &tree, grammar, name),
        None => words(text, name),
    };
    lines.dedup();
    lines
}

/// Whether names are leaves in the trees of the language.
fn has_names(language: Language) -> bool {
    !matches!(language, Language::Markdown | Language::Html | Language::Css)
}

fn identifiers(text: &[u8], tree: &tree_sitter::Tree, grammar: &Grammar, name: &[u8]) -> Vec<u64> {
    let mut lines = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if grammar.is_identifier(node) && text[node.byte_range()] == *name {
            lines.push(node.start_position().row as u64 + 1);
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return lines;
            }
        }
    }
}

fn words(text: &[u8], name: &[u8]) -> Vec<u64> {
    let index = LineIndex::of(text);
    let is_part = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80)
    };
    let stands_alone = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        let goes_on_before = is_part(before) && is_part(name.first());
        let goes_on_after = is_part(text.get(at + name.len())) && is_part(name.last());
        !goes_on_before && !goes_on_after
    };
    memmem::find_iter(text, name).filter(stands_alone).map(|at| index.line_of(at)).collect()
}

#[cfg(test)]
mod tests;
