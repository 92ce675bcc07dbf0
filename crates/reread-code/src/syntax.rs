//! Parsing within bounds.
//!
//! A parse is bounded by the size of the text, by how often it is gone over and by the parser's own steps, never by a
//! clock, so that the same text always gets the same tree or none. Parsers are not kept: a parser costs less to make than its memory to hold.

use std::cell::Cell;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::grammar::Grammar;

/// Larger texts are not parsed.
pub const MAX_PARSED_BYTES: usize = 1024 * 1024;

/// tree-sitter reports every hundred operations. Ordinary code takes a report for 40 bytes or more; where a grammar
/// tries many readings of a broken text at once, there are more.
const REPORTS: usize = 1_000;
const BYTES_PER_REPORT: usize = 12;

/// A text is handed out in pieces of this size, so that it shows how often the scanner goes over it.
const PIECE: usize = 8 * 1024;
/// A scanner may look far ahead for the end of a string or comment, and do so again at every place.
const READINGS: usize = 64;

/// Where a text is broken, the parser tries to close every bracket that is open, at every error again. Nobody's code is
/// so deep, and data that is has no use for an outline.
const MAX_BRACKETS: usize = 500;

/// Why a text has no tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unparsed {
    /// There is no grammar for its language, or nobody knows the language.
    NoGrammar,
    /// It is larger than [`MAX_PARSED_BYTES`].
    TooLarge,
    /// The parser ran out of steps, or the text nests in a way that its grammar cannot bear.
    TooTangled,
}

/// The syntax tree of a text, errors and all.
pub(crate) fn parse(text: &[u8], grammar: &Grammar) -> Result<Tree, Unparsed> {
    if text.len() > MAX_PARSED_BYTES {
        return Err(Unparsed::TooLarge);
    }
    if brackets(text) > MAX_BRACKETS || !(grammar.table.is_readable)(text) {
        return Err(Unparsed::TooTangled);
    }
    let text = (grammar.table.prepare)(text);
    let mut parser = Parser::new();
    parser.set_language(&grammar.language).expect("the pinned grammars have an ABI the parser knows");
    let mut reports = REPORTS + text.len() / BYTES_PER_REPORT;
    let unread = Cell::new((READINGS * text.len()).max(READINGS * PIECE));
    let mut read = |offset: usize, _| {
        let piece = text.get(offset..text.len().min(offset.saturating_add(PIECE))).unwrap_or_default();
        unread.set(unread.get().saturating_sub(piece.len()));
        piece
    };
    let mut step = |_: &ParseState| {
        reports = reports.saturating_sub(1);
        if reports == 0 || unread.get() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut step);
    parser.parse_with_options(&mut read, None, Some(options)).ok_or(Unparsed::TooTangled)
}

/// How many brackets are open at once, strings and comments included; angles, which are often none, until the end of
/// the statement.
fn brackets(text: &[u8]) -> usize {
    let mut open = 0_usize;
    let mut angles = 0_usize;
    let mut most = 0;
    for byte in text {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            b'<' => angles += 1,
            b'>' => angles = angles.saturating_sub(1),
            _ => {}
        }
        if matches!(byte, b'{' | b'}' | b';') {
            angles = 0;
        }
        most = most.max(open + angles);
    }
    most
}
