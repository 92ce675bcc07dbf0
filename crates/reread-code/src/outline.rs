//! What a text declares, in the order of the text.

use std::ops::Range;

use tree_sitter::Tree;

use crate::grammar::Grammar;
use crate::syntax::{Unparsed, parse};
use crate::walk::{SymbolWalk, walk};
use crate::{Language, Symbol, blocks, headings, yaml};

/// Larger texts have no outline at all.
pub const MAX_OUTLINED_BYTES: usize = 16 * 1024 * 1024;

/// The symbols of a text, nested: of any two, one holds the other or they share no byte, and each comes after the one
/// around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    symbols: Vec<Symbol>,
    basis: Basis,
    has_errors: bool,
    is_cut: bool,
}

/// What an outline rests on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basis {
    /// What the language says: its grammar, or for YAML our own reading of its keys.
    Syntax,
    /// Indentation, and why not a grammar.
    Blocks(Unparsed),
    /// Nothing: the text is empty, or larger than [`MAX_OUTLINED_BYTES`].
    Nothing,
}

impl Outline {
    /// The outline of a text.
    ///
    /// Any bytes have one. Without a language, beyond [`MAX_PARSED_BYTES`](crate::MAX_PARSED_BYTES), or where the
    /// parser loses itself, it is made of indentation; [`basis`](Self::basis) says so.
    pub fn of(text: &[u8], language: Option<Language>) -> Self {
        ParsedText::of(text, language).outline
    }

    /// The symbols, in the order of the text.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// What it rests on.
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// Whether the text has parts that its grammar cannot read; what stands around them is listed nevertheless.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Whether the text has more symbols than an outline lists.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

/// An outline and what else came of reading the text once.
pub(crate) struct ParsedText {
    pub(crate) outline: Outline,
    pub(crate) imports: Vec<Range<usize>>,
    pub(crate) syntax: Option<(Tree, &'static Grammar)>,
}

impl ParsedText {
    pub(crate) fn of(text: &[u8], language: Option<Language>) -> Self {
        if text.is_empty() || text.len() > MAX_OUTLINED_BYTES {
            let outline =
                Outline { symbols: Vec::new(), basis: Basis::Nothing, has_errors: false, is_cut: false };
            return Self { outline, imports: Vec::new(), syntax: None };
        }
        if language == Some(Language::Yaml) {
            let (symbols, is_cut) = yaml::keys(text).finish();
            let outline = Outline { symbols, basis: Basis::Syntax, has_errors: false, is_cut };
            return Self { outline, imports: Vec::new(), syntax: None };
        }
        let grammar = language.and_then(|language| Some((language, Grammar::of(language)?)));
        let parsed = grammar
            .ok_or(Unparsed::NoGrammar)
            .and_then(|(language, grammar)| Ok((language, parse(text, grammar)?, grammar)));
        let (walked, basis) = match &parsed {
            Ok((Language::Markdown, tree, grammar)) => {
                let drafts = headings::sections(text, tree, grammar.table.separator);
                (SymbolWalk { drafts, imports: Vec::new() }, Basis::Syntax)
            }
            Ok((_, tree, grammar)) => (walk(text, tree, grammar), Basis::Syntax),
            Err(why) => {
                (SymbolWalk { drafts: blocks::blocks(text), imports: Vec::new() }, Basis::Blocks(*why))
            }
        };
        // Nothing is an error in Markdown, whatever its grammar says.
        let is_strict = language != Some(Language::Markdown);
        let syntax = parsed.ok().map(|(_, tree, grammar)| (tree, grammar));
        let has_errors = is_strict && syntax.as_ref().is_some_and(|(tree, _)| tree.root_node().has_error());
        let (symbols, is_cut) = walked.drafts.finish();
        Self { outline: Outline { symbols, basis, has_errors, is_cut }, imports: walked.imports, syntax }
    }
}
