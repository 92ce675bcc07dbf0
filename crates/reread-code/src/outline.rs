//! The outline of a text: its symbols in order.

use std::ops::Range;

use tree_sitter::Tree;

use crate::grammar::Grammar;
use crate::syntax::{Unparsed, parse};
use crate::walk::{SymbolWalk, walk};
use crate::{Language, Symbol, blocks, headings, yaml};

/// Larger texts have no outline.
pub const MAX_OUTLINED_BYTES: usize = 16 * 1024 * 1024;

/// The nested symbols of a text. Of any two, one contains the other or they share no byte. Names that one statement
/// declares all have its bytes. A symbol comes after the one that contains it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    symbols: Vec<Symbol>,
    basis: Basis,
    has_errors: bool,
    is_cut: bool,
}

/// How an outline was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Basis {
    /// By the grammar of the language, or for YAML by this crate's own parser of keys.
    Syntax,
    /// By indentation, with the reason.
    Blocks(Unparsed),
    /// Not at all: the text is empty, or larger than [`MAX_OUTLINED_BYTES`].
    Nothing,
}

impl Outline {
    /// Makes the outline of a text; any bytes have one.
    ///
    /// Indentation is used without a language, beyond [`MAX_PARSED_BYTES`](crate::MAX_PARSED_BYTES), or if the parser
    /// exceeds its limits. [`basis`](Self::basis) says so.
    pub fn of(text: &[u8], language: Option<Language>) -> Self {
        ParsedText::of(text, language).outline
    }

    /// In the order of the text.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// How the outline was made.
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// Whether the text has syntax errors. The parts around them are listed nevertheless.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Whether the text has more symbols than the limit of an outline.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

/// An outline, with the other results of the same parse.
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
        // Every text is valid Markdown, so errors of its grammar are ignored.
        let is_strict = language != Some(Language::Markdown);
        let syntax = parsed.ok().map(|(_, tree, grammar)| (tree, grammar));
        let has_errors = is_strict && syntax.as_ref().is_some_and(|(tree, _)| tree.root_node().has_error());
        let (symbols, is_cut) = walked.drafts.finish();
        Self { outline: Outline { symbols, basis, has_errors, is_cut }, imports: walked.imports, syntax }
    }
}
