//! Parses texts within limits.
//!
//! A parse is limited by the size of the text, by the number of bytes that the scanner reads, by the parser's steps, by
//! the height of its stack and by what its recovery from errors costs, never by a clock. So the same text always gives the
//! same result. Parsers are not kept, because creating one costs less than its memory.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use tree_sitter::{LogType, ParseOptions, ParseState, Parser, Tree};

use crate::grammar::{Grammar, LanguageTable};
use crate::one_branch::parse_one_branch;
use crate::stack_depth::StackDepth;

/// Larger texts are not parsed.
pub const MAX_PARSED_BYTES: usize = 1024 * 1024;

/// tree-sitter reports every hundred operations. Ordinary code has at most one report per 35 bytes that are parsed.
/// Broken text has more, because the grammar tries many alternatives, and so has text that is nothing but punctuation.
const REPORTS: usize = 1_000;
const BYTES_PER_REPORT: usize = 20;
/// All parses of one text together.
const MOST_REPORTS_OF_TEXT: usize = 15_000;

/// The scanner gets the text in pieces of this many bytes, so that repeated reads can be counted, and so that a parse can
/// end between two reports.
const PIECE: usize = 64;
/// How often the whole text may be read, and how many bytes besides. A scanner may look far ahead for the end of a string,
/// again at every position.
const READINGS: usize = 2;
const MOST_REREAD: usize = 300_000;

/// Symbols on the stack of the parser. At this height, one error costs up to 50 MB and a quarter of a second. Real code
/// stays below 1,300, and mostly below 120.
const MOST_HEIGHT: u32 = 1_400;
/// The height of the stack times the extras on top.
const MOST_LOAD: u64 = 40_000;
/// What recovery from errors may cost in the smallest text, and further for each byte.
const LEAST_EFFORT: u64 = 500;
const LEAST_SQUARES: u64 = 2_000;
const SQUARES_PER_BYTE: u64 = 10;

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

/// The reports that all parses of a text may still cause.
pub(crate) struct ParseBudget {
    reports: usize,
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
    let mut budget = ParseBudget { reports: MOST_REPORTS_OF_TEXT };
    let tree = parse_as_is(&text, grammar, &mut budget)?;
    if grammar.table.is_preprocessed && tree.root_node().has_error() {
        return Ok(parse_one_branch(&text, tree, grammar, &mut budget));
    }
    Ok(tree)
}

/// The tree of a text that was prepared for its grammar.
pub(crate) fn parse_as_is(
    text: &[u8],
    grammar: &Grammar,
    budget: &mut ParseBudget,
) -> Result<Tree, Unparsed> {
    let mut parser = Parser::new();
    parser.set_language(&grammar.language).expect("the pinned grammars have an ABI the parser knows");
    let stack = Arc::new(Mutex::new(StackDepth::default()));
    let watched = Arc::clone(&stack);
    parser.set_logger(Some(Box::new(move |kind, line| {
        if kind == LogType::Parse {
            watched.lock().unwrap_or_else(PoisonError::into_inner).take(line);
        }
    })));
    let (most_effort, most_squares) = most_effort(text.len() as u64, grammar.table);
    let is_tangled = || {
        let stack = stack.lock().unwrap_or_else(PoisonError::into_inner);
        stack.greatest_height() > MOST_HEIGHT
            || stack.greatest_load() > MOST_LOAD
            || stack.effort() > most_effort
            || stack.squares() > most_squares
    };
    let allowed = budget.reports.min(grammar.table.most_reports);
    let (mut reports, mut parsed) = (0, 0);
    let unread = Cell::new(READINGS * text.len() + MOST_REREAD + grammar.table.further_reread);
    let has_ended = Cell::new(false);
    let mut given = 0..0;
    let mut read = |offset: usize, _| {
        // A piece is asked for again from its middle if it ends within a character. That one must not be empty.
        if !given.contains(&offset) && (unread.get() == 0 || is_tangled()) {
            // Without more text, the parser comes to its end at once.
            has_ended.set(true);
            return &[][..];
        }
        given = offset..text.len().min(offset.saturating_add(PIECE));
        let piece = text.get(given.clone()).unwrap_or_default();
        unread.set(unread.get().saturating_sub(piece.len()));
        piece
    };
    let mut step = |state: &ParseState| {
        reports += 1;
        parsed = parsed.max(state.current_byte_offset());
        let is_dense = reports > allowed.min(REPORTS + parsed / BYTES_PER_REPORT);
        let is_over = is_dense || unread.get() == 0 || has_ended.get() || is_tangled();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut step);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    budget.reports = budget.reports.saturating_sub(reports);
    tree.filter(|_| !has_ended.get()).ok_or(Unparsed::TooTangled)
}

/// What recovery from errors may cost, by heights and by their squares. A search parses many small texts, so these have
/// less.
fn most_effort(size: u64, table: &LanguageTable) -> (u64, u64) {
    // An error of a macro call is repaired early, at any height.
    if table.is_preprocessed {
        return (table.most_effort.min(LEAST_EFFORT + size * 3), table.most_squares);
    }
    (
        table.most_effort.min(LEAST_EFFORT + size),
        table.most_squares.min(LEAST_SQUARES + size * SQUARES_PER_BYTE),
    )
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
