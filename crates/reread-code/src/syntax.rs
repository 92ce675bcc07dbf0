//! Parses texts within limits.
//!
//! A parse is limited by the size of the text, by the number of bytes that the scanner reads and by the parser's steps,
//! never by a clock. So the same text always gives the same result. Parsers are not kept, because creating one costs less
//! than its memory.

use std::cell::Cell;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::grammar::Grammar;
use crate::one_branch::parse_one_branch;

/// Larger texts are not parsed.
pub const MAX_PARSED_BYTES: usize = 1024 * 1024;

/// tree-sitter reports every hundred operations. Ordinary code has at most one report per 40 bytes. Broken text has more,
/// because the grammar tries many alternatives.
const REPORTS: usize = 1_000;
const BYTES_PER_REPORT: usize = 12;

/// The scanner gets the text in pieces of this many bytes, so that repeated reads can be counted.
const PIECE: usize = 8 * 1024;
/// How often the whole text may be read. A scanner may look far ahead for the end of a string, again at every position.
const READINGS: usize = 64;

/// At each error, the parser tries to close every open bracket, which is slow for deep nesting. Real code is never so
/// deep, and data that is does not need an outline.
const MAX_BRACKETS: usize = 500;

/// Why a text has no tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unparsed {
    /// The language is unknown, or its grammar is not linked.
    NoGrammar,
    /// It is larger than [`MAX_PARSED_BYTES`].
    TooLarge,
    /// The parser reached its limit of steps, or the text is nested too deeply for its grammar.
    TooTangled,
}

/// The syntax tree of a text, including error nodes.
pub(crate) fn parse(text: &[u8], grammar: &Grammar) -> Result<Tree, Unparsed> {
    if text.len() > MAX_PARSED_BYTES {
        return Err(Unparsed::TooLarge);
    }
    if brackets(text) > MAX_BRACKETS || !(grammar.table.is_readable)(text) {
        return Err(Unparsed::TooTangled);
    }
    let text = (grammar.table.prepare)(text);
    let tree = parse_as_is(&text, grammar)?;
    if grammar.table.is_preprocessed && tree.root_node().has_error() {
        return Ok(parse_one_branch(&text, tree, grammar));
    }
    Ok(tree)
}

/// The tree of a text that was prepared for its grammar.
pub(crate) fn parse_as_is(text: &[u8], grammar: &Grammar) -> Result<Tree, Unparsed> {
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

/// The largest number of open brackets, also counting those in strings and comments. Angle brackets, which are often
/// operators, count until the end of the statement.
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
